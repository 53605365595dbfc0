import type { Step } from "#lib/contracts/step";

/** Rows of a waterfall by the names they have in an address: `/activity/traces/ID?at=span:ID`. */
export const spanKey = (span_id: string) => `span:${span_id}`;
export const readKey = (id: number) => `read:${id}`;

export type TracePlace =
  | { span: string }
  | { read: number }
  | { citation: number }
  /** Of an answer's steps, which have no id in the trace: what it did, and when it began. */
  | { step: Pick<Step, "kind" | "started_at"> }
  | "replay";

/** Where a trace is shown. `at` names a row of it, which is open then. */
export function traceHref(trace_id: string, at?: TracePlace): string {
  const page = `/activity/traces/${encodeURIComponent(trace_id)}`;
  if (at === undefined) return page;
  if (at === "replay") return `${page}?replay=1`;
  if ("step" in at) {
    const search = new URLSearchParams({ step: at.step.kind, began: at.step.started_at });
    return `${page}?${search}`;
  }
  if ("citation" in at) return `${page}?citation=${at.citation}`;
  const key = "span" in at ? spanKey(at.span) : readKey(at.read);
  return `${page}?at=${encodeURIComponent(key)}`;
}

/** Where an answer, and one of its sources, stands in its conversation. */
export function answerHref(at: { thread_id: string; run_id: string; citation?: number }): string {
  const search = new URLSearchParams({ run: at.run_id });
  if (at.citation !== undefined) search.set("src", String(at.citation));
  return `/t/${encodeURIComponent(at.thread_id)}?${search}`;
}
