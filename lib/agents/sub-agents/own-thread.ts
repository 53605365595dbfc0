import type { AgentTurn } from "#lib/contracts/http";
import type { AgentThreads } from "#lib/contracts/ports";
import type { ProviderCall } from "#lib/tools/provider";
import type { DocsCalls } from "../docs-calls.ts";
import { linesNow } from "../lines-now.ts";
import type { LoopOutcome } from "../loop/run-loop.ts";
import { rememberThread } from "../model/thread-memory.ts";

/** What a sub-agent with a loop of its own knows of the conversation it works for, and where it writes what it did. */
export type OwnThread = {
  id: string;
  before: { conversation: string; own: readonly AgentTurn[] };
  keep(outcome: LoopOutcome): Promise<void>;
};

/**
 * Both are told as far as every line they rest on still stands in folders that may be read for this question. Its own
 * words bear no places, so theirs are all the lines that were read for the asking in which it said them. Undefined where
 * nothing of the question is kept. Throws AppError `cancelled`, or as the database fails.
 */
export async function openOwnThread(
  by: NonNullable<ProviderCall["by"]>,
  work: Pick<AgentTurn, "agent_id" | "run_id" | "task" | "asked_at"> & { new_id: string },
  deps: { threads: AgentThreads; docs: Pick<DocsCalls, "verify">; max_tokens: number },
): Promise<OwnThread | undefined> {
  const { thread_id: parent, trace_id, run_id: parent_run_id } = by;
  if (parent === undefined || by.store === false) return undefined;
  const { threads, docs, max_tokens } = deps;
  const { new_id, ...kept } = work;
  const roots = by.roots ?? [];
  const turns = await threads.turns(parent, kept.agent_id, remembered);
  const thread_id = turns[0]?.thread_id ?? new_id;
  const { turns: shown } = await threads.memory({ thread_id: parent, trace_id });
  const { text } = await rememberThread(shown, max_tokens, (lines) => linesNow(lines, roots, docs));
  return {
    id: thread_id,
    before: { conversation: text, own: await ownBefore() },
    async keep({ text: reply, end: { kind: end } }) {
      const placed = { thread_id, parent_thread_id: parent, trace_id, parent_run_id };
      await threads.add({ ...placed, ...kept, reply, end });
    },
  };

  /** Without those of an attempt at this asking that was interrupted. */
  async function ownBefore(): Promise<AgentTurn[]> {
    const others = turns.filter(
      (turn) => turn.trace_id !== trace_id || turn.parent_run_id === parent_run_id,
    );
    const read = await Promise.all(others.map((turn) => threads.linesRead(turn.trace_id)));
    const earlier = others.flatMap((turn, i) => {
      const lines = read[i];
      return lines === undefined ? [] : [{ turn, lines }];
    });
    const newestFirst = earlier.toReversed().flatMap(({ lines }) => lines);
    const now = await linesNow(newestFirst, roots, docs);
    return earlier.flatMap(({ turn, lines }) =>
      lines.every((one) => now(one) !== undefined) ? [turn] : [],
    );
  }
}

/** Turns of its own that it is reminded of. */
const remembered = 6;
