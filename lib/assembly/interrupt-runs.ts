import { renderMarkdown } from "#lib/citations/render";
import type { Answer, Gap } from "#lib/contracts/answer";
import type { RunEvent } from "#lib/contracts/stream";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import { detectLang } from "#lib/platform/words";
import type { Store, StoredRun } from "#lib/store/store";
import { createWriteJournal } from "#lib/tools/write-journal";

/**
 * At the start of a server: what its predecessor died over. Each such run becomes a turn of its conversation with what had
 * been told, all of which had passed the gate, and a gap that says why there is no more. Nothing runs again by itself.
 */
export function interruptRuns(store: Store, log: Logger): void {
  try {
    for (const run of store.runs.running()) settle(run);
  } catch (error) {
    log.error(faultOf(error), "interrupted runs could not be settled");
  }

  /** One that cannot be told is no reason to leave the others. */
  function settle(run: StoredRun): void {
    const { trace_id, run_id } = run;
    try {
      store.saveAnswer(interruptedAnswer(run, store.runs.events(run_id)));
      log.warn({ trace_id, run_id }, "a run was interrupted");
    } catch (error) {
      log.error({ trace_id, run_id, ...faultOf(error) }, "an interrupted run could not be settled");
    }
  }
}

/** Tool calls that a person had allowed when the program ended. None is made again; who waits for a person goes on waiting. */
export function interruptCalls(store: Store, log: Logger): void {
  try {
    const calls = store.approvals.interrupt();
    if (calls > 0) log.warn({ calls }, "approved tool calls were interrupted");
  } catch (error) {
    log.error(faultOf(error), "interrupted tool calls could not be settled");
  }
}

/** Files that its predecessor was writing when it was killed: what stood there before stands there still. */
export function removeUnfinishedFiles(home: string, log: Logger): void {
  try {
    const files = createWriteJournal(home).clear();
    if (files > 0) log.warn({ files }, "unfinished files of interrupted calls were removed");
  } catch (error) {
    log.error(faultOf(error), "unfinished files could not be removed");
  }
}

export function interruptedAnswer(run: StoredRun, events: readonly RunEvent[]): Answer {
  const { trace_id, run_id, thread_id, question, asked_at } = run;
  const lang = run.lang === "en" || run.lang === "zh-CN" ? run.lang : detectLang(question);
  const claims = events.flatMap((event) => (event.kind === "claim" ? [event.data] : []));
  const citations = events.flatMap((event) => (event.kind === "citation" ? [event.data] : []));
  const notices = events.flatMap((event) => (event.kind === "notice" ? [event.data] : []));
  const actions = events.flatMap((event) => (event.kind === "action" ? [event.data] : []));
  const report = events.flatMap((event) => (event.kind === "report" ? [event.data] : []));
  const quoted = claims.every(({ support }) => support === "verbatim") && actions.length === 0;
  const steps = new Map(
    events.flatMap((event) => (event.kind === "step" ? [[event.data.id, event.data]] : [])),
  );
  const message = say(lang, claims.length > 0 ? "gap.interrupted_partly" : "gap.interrupted");
  const gap: Gap = {
    about: question,
    cause: "error",
    rule: null,
    message,
    tried: [],
    searched: [],
    nearest: [],
    next_steps: [{ action: "retry", label: say(lang, "gap.step.retry"), value: question }],
  };
  return {
    ...{ trace_id, run_id, thread_id, question, asked_at, lang, claims, citations, notices },
    searched: [],
    status: claims.length > 0 ? "partial" : "error",
    mode: quoted ? "quote" : "model",
    interrupted: true,
    ...(actions.length === 0 ? {} : { actions }),
    ...(report.length === 0 ? {} : { report }),
    also_read: [],
    gaps: [gap],
    steps: [...steps.values()],
    markdown: claims.length > 0 ? renderMarkdown(claims) : message,
    confidence: 0,
    coverage: { files_searchable: 0, files_known: 0, state: "degraded" },
    metrics: { latency_ms: 0, retrieval_ms: 0, files_scanned: 0, hits: 0, tokens: 0 },
  };
}
