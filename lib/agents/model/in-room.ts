import type { Compaction } from "#lib/contracts/compaction";
import type { ConversationMemory, ShownTurn } from "#lib/contracts/ports";
import type { Model } from "#lib/models/model";
import type { Steps } from "../steps.ts";
import { compactThread } from "./compact-thread.ts";
import { measureTurns } from "./thread-memory.ts";

/**
 * The turns of a conversation as a model is told them. Once they come near their room, all but the newest are put into a
 * summary by the model itself, `compaction`, which is kept with the answer and stands in for them from the next question on.
 * Where none can be made the turns are what they were. Throws the signal's reason and nothing else.
 */
export async function inRoom(
  memory: ConversationMemory | undefined,
  deps: {
    /** In tokens. */
    room: number;
    model: Model;
    name: string;
    code: string;
    signal: AbortSignal;
    steps: Pick<Steps, "begin">;
  },
): Promise<{ turns: readonly ShownTurn[]; summary?: Compaction; compaction?: Compaction }> {
  const { turns = [], summary } = memory ?? {};
  const { room, steps } = deps;
  const before = { turns, ...(summary === undefined ? {} : { summary }) };
  const { tokens } = measureTurns(turns, room);
  const spent = tokens + (summary?.tokens_after ?? 0);
  const { newest } = measureTurns(turns, room * ofNewest);
  const older = turns.slice(0, Math.max(0, turns.length - Math.max(1, newest)));
  if (spent < room * near || older.length < leastTurns) return before;
  const step = steps.begin("compose", ["step.compacting", { turns: older.length }]);
  const made = await compactThread(
    {
      ...{ turns: older, earlier: summary },
      tokens_before: measureTurns(older, room).tokens + (summary?.tokens_after ?? 0),
      most_tokens: Math.floor(room * ofSummary),
    },
    deps,
  );
  if (made === undefined) {
    step.end(["step.compacting_failed"]);
    return before;
  }
  step.end(["step.compacted", { turns: older.length }]);
  return { turns: turns.slice(older.length), summary: made, compaction: made };
}

/** Parts of the room: where it is nearly full, what the newest turns keep of it whole, and what a summary may take. */
const near = 0.85;
const ofNewest = 0.35;
const ofSummary = 0.55;
/** A summary of fewer is not worth a call. */
const leastTurns = 2;
