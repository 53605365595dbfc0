import canonicalize from "canonicalize";
import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import type {
  ModelReply,
  ModelResult,
  NumberedDocument,
  NumberedPicture,
  Turn,
} from "#lib/models/conversation";
import type { Model } from "#lib/models/model";
import { createMasker } from "#lib/platform/secrets";
import { offeredSchema } from "./offered-schema.ts";
import { resultText } from "./result-text.ts";
import { nameTools } from "./tool-names.ts";
import { createToolSearch, type RankTools, toolSearchId } from "./tool-search.ts";

/**
 * A model and tools in turns until it answers, or until it may not go on. The loop decides nothing about rights: every call
 * goes to the runtime under the task's grant, also one of a tool that was not offered, and a refusal goes back as a result
 * like any other. What the model hears has its secrets masked. Whatever ends the loop, what was said until then is kept.
 */
export type LoopOutcome = {
  /**
   * `budget`: a limit, which `limit` names. `repeated`: it asked for the same again and learnt nothing new. `stuck`: a tool
   * went on failing after it was told to plan another way; a person has to be asked. `cut`: the answer does not end of the
   * model's own will. `model`: the model failed.
   */
  end:
    | { kind: "answered" }
    | { kind: "budget"; limit: keyof LoopLimits }
    | { kind: "repeated" | "stuck"; tool_id: string }
    | { kind: "cut"; by: NonNullable<ModelReply["stopped"]> }
    | { kind: "model"; cause: unknown };
  /** The answer, or the last that was said before the end. */
  text: string;
  turns: number;
  tokens: number;
  calls: { step_id: string; tool_id: string; arguments: unknown; result: ToolResult }[];
};

export type LoopLimits = { max_turns: number; max_wall_time_ms: number; max_tokens: number };

/** Throws AppError `cancelled` when the signal fires, and nothing else. */
export async function runLoop(deps: {
  model: Model;
  instructions: string;
  task: string;
  /** Comes before the task, and again before that of the next question. */
  lead?: string;
  /** Evidence that goes with the task, apart from its text. */
  documents?: readonly NumberedDocument[];
  pictures?: readonly NumberedPicture[];
  /** What the agent's grant allows; the model is told of nothing else. What a call adds to it is offered from then on. */
  offered: readonly ToolInfo[];
  /** With it, many tools are found by a search instead of being told of all; `always` of them are told of in any case. */
  rank?: RankTools;
  always?: ReadonlySet<string>;
  /** Every tool there is, by id: only so that a name leads back to it. */
  known: readonly string[];
  invoke: (tool_id: string, args: unknown, step_id: string) => Promise<ToolResult>;
  /** How a result is told to the model, where it is told otherwise than as it is. */
  present?: (tool_id: string, result: ToolResult) => string;
  onText?: (piece: string) => void;
  /**
   * Every reply that can be acted upon, before it is. `cut`: its last words are not the end of what the model meant to say.
   */
  onReply?: (reply: { text: string; calls: number; cut: boolean }) => Promise<void>;
  limits: LoopLimits;
  clock: Clock;
  signal: AbortSignal;
}): Promise<LoopOutcome> {
  const { model, instructions, offered, invoke, limits, clock, signal } = deps;
  const { present = (_: string, result: ToolResult) => resultText(result), onText, onReply } = deps;
  const { rank, always = new Set() } = deps;
  const ids = [...deps.known, ...offered.map(({ id }) => id)];
  const names = nameTools([...new Set([...ids, ...(rank === undefined ? [] : [toolSearchId])])]);
  const search =
    rank === undefined
      ? undefined
      : createToolSearch({ tools: offered, always, rank, nameOf: names.of });
  const toolsNow = () =>
    (search?.offered() ?? offered).map(({ id, description, input_schema }) => ({
      name: names.of(id),
      description,
      input_schema: offeredSchema(id, input_schema),
    }));
  const masker = createMasker();
  let deadline = clock.monotonic() + limits.max_wall_time_ms;
  const text = masker.mask(deps.task).value;
  const documents = deps.documents?.map(({ number, name, text }) => ({
    ...{ number, name: masker.mask(name).value, text: masker.mask(text).value },
  }));
  const lead = masker.mask(deps.lead ?? "").value;
  const { pictures } = deps;
  const first = { lead, text, ...(documents && { documents }), ...(pictures && { pictures }) };
  const turns: Turn[] = [{ from: "agent", ...first }];
  const progress = watchProgress();
  let unusable = 0;
  const outcome: Omit<LoopOutcome, "end"> = { text: "", turns: 0, tokens: 0, calls: [] };
  const ended = (end: LoopOutcome["end"]): LoopOutcome => ({ ...outcome, end });

  for (;;) {
    const spent = overspent();
    if (spent !== undefined) return ended({ kind: "budget", limit: spent });
    outcome.turns += 1;
    const step_id = `turn_${outcome.turns}`;
    const time = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - clock.monotonic())));
    let reply: Awaited<ReturnType<Model["reply"]>>;
    try {
      const until = AbortSignal.any([signal, time]);
      const asked = { instructions, turns, tools: toolsNow(), signal: until };
      reply = await model.reply(onText === undefined ? asked : { ...asked, onText });
    } catch (cause) {
      if (signal.aborted) throw cancelled(cause);
      if (time.aborted) return ended({ kind: "budget", limit: "max_wall_time_ms" });
      return ended({ kind: "model", cause });
    }
    outcome.tokens += reply.tokens;
    if (reply.text.trim() !== "") outcome.text = reply.text;
    const { own } = reply;
    const said = { from: "model" as const, text: reply.text, calls: reply.calls };
    // Providers refuse a message without words.
    if (reply.text.trim() !== "" || reply.calls.length > 0)
      turns.push(own === undefined ? said : { ...said, own });
    if (reply.problem !== undefined) {
      unusable += 1;
      if (unusable > problemsBeforeEnd) return ended({ kind: "model", cause: reply.problem });
      tell(reply.problem);
      continue;
    }
    unusable = 0;
    const { stopped } = reply;
    const heardOf = { text: reply.text, calls: reply.calls.length, cut: stopped !== undefined };
    await onReply?.(heardOf);
    if (signal.aborted) throw cancelled();
    if (reply.calls.length === 0)
      return ended(stopped === undefined ? { kind: "answered" } : { kind: "cut", by: stopped });

    const results: ModelResult[] = [];
    const notes: string[] = stopped === undefined ? [] : [cutShort];
    for (const [i, call] of reply.calls.entries()) {
      if (i >= mostCalls) {
        results.push({ id: call.id, name: call.name, text: tooMany });
        continue;
      }
      if (signal.aborted) throw cancelled();
      const spent = overspent("calls");
      if (spent !== undefined) return ended({ kind: "budget", limit: spent });
      const tool_id = names.toolOf(call.name);
      const found = search?.call(tool_id, call.arguments);
      const result = found?.result ?? (await invoke(tool_id, call.arguments, step_id));
      if (signal.aborted) throw cancelled();
      deadline += result.meta.waited_ms ?? 0; // a person's time is not the model's
      outcome.tokens += result.meta.tokens ?? 0; // what is delegated is not free
      outcome.calls.push({ step_id, tool_id, arguments: call.arguments, result });
      results.push({
        id: call.id,
        name: call.name,
        text: masker.mask(found?.told ?? present(tool_id, result)).value,
      });
      const seen = progress.of(tool_id, call.arguments, result);
      if (seen === "repeated" || seen === "stuck") return ended({ kind: seen, tool_id });
      if (seen === "replan") notes.push(replan(call.name));
    }
    turns.push({ from: "tools", results });
    if (notes.length > 0) tell(notes.join("\n"));
  }

  /** Many take no two messages of one side in a row. */
  function tell(text: string): void {
    const last = turns.at(-1);
    if (last?.from === "agent")
      turns[turns.length - 1] = { ...last, text: `${last.text}\n\n${text}` };
    else turns.push({ from: "agent", text });
  }

  function overspent(within?: "calls"): keyof LoopLimits | undefined {
    if (within === undefined && outcome.turns >= limits.max_turns) return "max_turns";
    if (outcome.tokens >= limits.max_tokens) return "max_tokens";
    return clock.monotonic() >= deadline ? "max_wall_time_ms" : undefined;
  }
}

/** More than these in one turn are not run. */
const mostCalls = 16;
const tooMany = `Failed (budget). Not run: at most ${mostCalls} calls in one turn.`;

const cutShort =
  "Your last reply was cut off: what was to come after these calls did not arrive. Go on from there.";

/** Replies in a row that nothing can be made of. */
const problemsBeforeEnd = 2;

/**
 * Whether calls lead anywhere. The same call with the same result a third time does not; after two failures of a tool the
 * model is told once to plan another way, and a third one is for a person to look at.
 */
function watchProgress() {
  const told = new Map<string, { result: string; times: number }>();
  const failures = new Map<string, number>();
  return {
    of(
      tool_id: string,
      args: unknown,
      result: ToolResult,
    ): "repeated" | "stuck" | "replan" | undefined {
      const call = `${tool_id} ${written(args)}`;
      const { meta: _, next_page_cursor: _another, ...said } = result; // both are new each time
      const now = JSON.stringify(said);
      const before = told.get(call);
      const times = before?.result === now ? before.times + 1 : 1;
      told.set(call, { result: now, times });
      if (times >= sameAgain) return "repeated";
      if (result.ok) {
        failures.delete(tool_id);
        return undefined;
      }
      const failed = (failures.get(tool_id) ?? 0) + 1;
      failures.set(tool_id, failed);
      if (failed > failuresBeforeReplan) return "stuck";
      return failed === failuresBeforeReplan ? "replan" : undefined;
    },
  };
}

/** In one order of fields, where there is one: half of a surrogate pair, for one, has none. */
function written(args: unknown): string {
  try {
    return canonicalize(args) ?? "";
  } catch {
    return JSON.stringify(args) ?? "";
  }
}

const sameAgain = 3;
const failuresBeforeReplan = 2;

const replan = (name: string): string =>
  `${name} failed twice. Plan another way without it, or answer with what you have.`;

function cancelled(cause?: unknown): AppError {
  return new AppError("cancelled", "The task was cancelled.", { cause });
}
