import { nextStep } from "#lib/agents/next-step";
import { renderWritten } from "#lib/agents/render-written";
import { toldBy } from "#lib/agents/told";
import type { Answer, Gap, ToolAction } from "#lib/contracts/answer";
import type { ActedCall, Store, StoredRun } from "#lib/contracts/store-ports";
import type { RunEvent } from "#lib/contracts/stream";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { questionLang } from "#lib/language/question-lang";
import { say } from "#lib/platform/say";

export type Asked = Pick<
  StoredRun,
  "trace_id" | "run_id" | "thread_id" | "question" | "lang" | "asked_at"
>;

/**
 * The turn of an answer that was never brought to its end: what had been told, all of which had passed the gate, what tools
 * had done by then, and a gap that says why there is no more. `acted`: calls that may have changed something, from the
 * audit, which knows of them even where nobody could be told any more.
 */
export function brokenOff(
  asked: Asked,
  events: readonly RunEvent[],
  acted: readonly ActedCall[],
  why: "interrupted" | "stopped",
): Answer {
  const { trace_id, run_id, thread_id, question, asked_at } = asked;
  const lang = asked.lang === "en" || asked.lang === "zh-CN" ? asked.lang : questionLang(question);
  const { claims, blocks, citations, notices, report, steps, ...told } = toldBy(events);
  const actions = withUntold(told.actions, acted);
  const mode = actions.length > 0 ? "model" : told.mode;
  const partly = claims.length > 0 || acted.length > 0;
  const left = partly ? "gap.interrupted_partly" : "gap.interrupted";
  const message = say(lang, acted.length > 0 ? `gap.${why}_acted` : left);
  const gap: Gap = {
    ...{ about: question, cause: "error", rule: null, message },
    ...{ tried: [], searched: [], nearest: [] },
    next_steps: [nextStep(lang, "retry", question, "gap.step.retry")],
  };
  const unplaced = events.every(({ kind }) => kind !== "block");
  // Of an earlier version, or before the first block: where the claims belong is told by the lines they cite.
  return StoredAnswer.parse({
    ...{ trace_id, run_id, thread_id, question, asked_at, lang, claims, citations, notices, steps },
    ...(unplaced ? {} : { blocks, folders: [], outcome: claims.length > 0 ? "sure" : null }),
    searched: [],
    status: partly ? "partial" : "error",
    mode,
    ...(why === "interrupted" ? { interrupted: true } : {}),
    ...(actions.length === 0 ? {} : { actions }),
    ...(report.length === 0 ? {} : { report }),
    also_read: [],
    gaps: [gap],
    markdown: partly
      ? renderWritten(lang, { claims, blocks, folders: [], report, actions })
      : message,
    confidence: 0,
    coverage: { files_searchable: 0, files_known: 0, state: "degraded" },
    metrics: { latency_ms: 0, retrieval_ms: 0, files_scanned: 0, hits: 0, tokens: 0 },
  });
}

/** What the audit knows and was not told comes last: its words are not kept anywhere, only that it was called. */
function withUntold(told: readonly ToolAction[], acted: readonly ActedCall[]): ToolAction[] {
  const known = new Set(told.map(({ invocation_id }) => invocation_id));
  const untold = acted.filter(({ invocation_id }) => !known.has(invocation_id));
  return [
    ...told,
    ...untold.map(({ tool_id, status, invocation_id, approval_id, ms }, i): ToolAction => {
      return {
        number: told.length + i + 1,
        ...{ tool_id, invocation_id, ms, arguments: {}, output: "", left_out: 0, rule: null },
        outcome: status === "ok" ? "done" : status === "error" ? "failed" : "unknown",
        ...(approval_id === null ? {} : { approval_id }),
      };
    }),
  ];
}

/**
 * The turn of an asking that is over for good, where one of its calls may have changed something: it is told again to
 * whoever asks with the same key, and nothing is done twice. Undefined for any other, which may be taken up once more.
 */
export async function doneForGood(store: Store, run: StoredRun): Promise<Answer | undefined> {
  const acted = await store.actedCalls(run.trace_id);
  if (acted.length === 0) return undefined;
  const stored = await store.readAnswer(run.thread_id, run.run_id);
  if (stored !== undefined) return stored;
  await settle(store, run);
  return store.readAnswer(run.thread_id, run.run_id);
}

/** Makes a turn of what is left of a run, unless it has one already. */
export async function settle(store: Store, run: StoredRun): Promise<void> {
  const { key, fingerprint, run_id, trace_id } = run;
  const acted = await store.actedCalls(trace_id);
  const under =
    acted.length > 0 && key !== null && fingerprint !== null ? { key, fingerprint } : undefined;
  const told = await store.runs.events(run_id);
  await store.saveAnswer(brokenOff(run, told, acted, "interrupted"), { under, of_run: true });
}
