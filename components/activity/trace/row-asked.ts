import type { Step } from "#lib/contracts/step";
import { spanKey } from "./trace-address.ts";
import type { WaterfallRow } from "./waterfall-rows.ts";

type Rows = readonly WaterfallRow[];

/**
 * Which row an address names: `?at=` by its key, `?citation=3` the first row of that citation, `?step=search&began=…` the span
 * that did what the step of an answer tells of. A name that no row has is no row.
 */
export function rowAsked(search: URLSearchParams, rows: Rows): string | undefined {
  const at = search.get("at");
  if (at !== null) return rows.find(({ key }) => key === at)?.key;
  const citation = search.get("citation");
  if (citation !== null) {
    const id = Number(citation);
    return rows.find((row) => row.kind === "citation" && row.citation.id === id)?.key;
  }
  const step = search.get("step");
  return step === null ? undefined : spanOfStep(step, search.get("began") ?? "", rows);
}

/** What a step of an answer is in its trace; of the others, whatever ran then. */
const kindsOf: Partial<Record<Step["kind"], readonly string[]>> = {
  plan: ["agent", "model"],
  search: ["tool_call"],
  read: ["tool_call"],
  tool: ["tool_call"],
  refused: ["tool_call"],
  compose: ["compose", "model"],
  verify: ["gate"],
};

/** Among the spans of its kind the one that began closest to it. */
function spanOfStep(kind: string, began: string, rows: Rows): string | undefined {
  const spans = rows.flatMap((row) => (row.kind === "span" ? [row.span] : []));
  const kinds = Object.entries(kindsOf).find(([name]) => name === kind)?.[1] ?? [];
  const own = spans.filter((span) => kinds.includes(span.kind));
  const from = Date.parse(began);
  const off = (started_at: string) => Math.abs(Date.parse(started_at) - from);
  const [closest] = (own.length === 0 ? spans : own).toSorted(
    (a, b) => off(a.started_at) - off(b.started_at),
  );
  return closest === undefined ? undefined : spanKey(closest.span_id);
}
