import type { TraceOutcome, TraceRead, WaterfallSpan } from "#lib/contracts/activity";
import { readKey, spanKey } from "./trace-address.ts";

/**
 * One row of the waterfall. The rows of a trace come in the order in which they are shown, what hangs below something after it
 * and one deeper:
 *
 *     request                      0
 *       agent                      1
 *         tool_call                2
 *           read notes/a.md 1-9    3
 *       claim "…"                  1
 *         citation 1 a.md 3-4      2
 */
export type WaterfallRow = { key: string; depth: number } & (
  | { kind: "span"; span: WaterfallSpan }
  | { kind: "read"; read: TraceRead }
  | { kind: "claim"; claim: TraceOutcome["claims"][number] }
  | { kind: "citation"; citation: TraceOutcome["citations"][number] }
);

const claimKey = (id: string) => `claim:${id}`;
/** A citation stands below each claim that rests on it; one that is only shown, by itself. */
const citationKey = (claim: string, id: number) => `citation:${claim}:${id}`;

export function waterfallRows(
  spans: readonly WaterfallSpan[],
  reads: readonly TraceRead[],
  outcome: TraceOutcome | undefined,
): WaterfallRow[] {
  const rows: WaterfallRow[] = [];
  const known = new Set(spans.map(({ span_id }) => span_id));
  const byCall = new Map<string, TraceRead[]>();
  const apart: TraceRead[] = [];
  for (const read of reads) {
    const call = read.invocation_id;
    const own = call === undefined ? undefined : byCall.get(call);
    if (call === undefined || !known.has(call)) apart.push(read);
    else if (own === undefined) byCall.set(call, [read]);
    else own.push(read);
  }
  for (const span of spans) {
    rows.push({ kind: "span", key: spanKey(span.span_id), depth: span.depth, span });
    for (const read of byCall.get(span.span_id) ?? []) rows.push(readRow(read, span.depth + 1));
  }
  const below = spans.length === 0 ? 0 : 1;
  for (const read of apart) rows.push(readRow(read, below));
  const citations = new Map(outcome?.citations.map((one) => [one.id, one]));
  for (const claim of outcome?.claims ?? []) {
    rows.push({ kind: "claim", key: claimKey(claim.id), depth: below, claim });
    for (const id of new Set(claim.citations)) {
      const citation = citations.get(id);
      if (citation === undefined) continue;
      rows.push({ kind: "citation", key: citationKey(claim.id, id), depth: below + 1, citation });
    }
  }
  const claimed = new Set(outcome?.claims.flatMap((claim) => claim.citations));
  for (const citation of citations.values()) {
    if (claimed.has(citation.id)) continue;
    rows.push({ kind: "citation", key: citationKey("", citation.id), depth: below, citation });
  }
  return rows;
}

const readRow = (read: TraceRead, depth: number): WaterfallRow => ({
  kind: "read",
  key: readKey(read.id),
  depth,
  read,
});

export type ShownRow = {
  row: WaterfallRow;
  /** Undefined of a row with nothing below it. */
  folded: boolean | undefined;
};

/** The rows that are to be seen: nothing of what hangs below a folded one. */
export function unfoldedRows(
  rows: readonly WaterfallRow[],
  folded: ReadonlySet<string>,
): ShownRow[] {
  const shown: ShownRow[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  rows.forEach((row, at) => {
    if (row.depth > hiddenBelow) return;
    const next = rows[at + 1];
    const parent = next !== undefined && next.depth > row.depth;
    const isFolded = parent && folded.has(row.key);
    hiddenBelow = isFolded ? row.depth : Number.POSITIVE_INFINITY;
    shown.push({ row, folded: parent ? isFolded : undefined });
  });
  return shown;
}

/** Every row that has something below it, but for those at the top. */
export function foldable(rows: readonly WaterfallRow[]): string[] {
  return rows.flatMap((row, at) => {
    const next = rows[at + 1];
    return next !== undefined && next.depth > row.depth && row.depth > 0 ? [row.key] : [];
  });
}

/** The rows above one, from the top: they have to be unfolded for it to be seen. */
export function above(rows: readonly WaterfallRow[], key: string): string[] {
  const path: WaterfallRow[] = [];
  for (const row of rows) {
    while ((path.at(-1)?.depth ?? -1) >= row.depth) path.pop();
    if (row.key === key) return path.map((one) => one.key);
    path.push(row);
  }
  return [];
}

/** How long the whole of it took; at least a millisecond, so that something can be drawn. */
export function wholeTime(spans: readonly WaterfallSpan[]): number {
  return spans.reduce((most, { offset_ms, ms }) => Math.max(most, offset_ms + ms), 1);
}

/** Where a span's bar stands, in hundredths of the whole. One without an end goes on to that of the whole. */
export function barOf(span: WaterfallSpan, whole: number): { left: number; width: number } {
  const left = within((100 * span.offset_ms) / whole);
  const width = span.open ? 100 : (100 * span.ms) / whole;
  return { left, width: Math.min(within(width), 100 - left) };
}

const within = (hundredths: number) => Math.max(0, Math.min(100, hundredths));

/** The reads that handed over all the lines of a citation. */
export function readsOf(
  citation: TraceOutcome["citations"][number],
  reads: readonly TraceRead[],
): TraceRead[] {
  const calls = new Set(citation.read_by);
  return reads.filter(
    (read) =>
      read.rule === undefined &&
      read.root_id === citation.root_id &&
      read.relative_path === citation.relative_path &&
      (read.line_start ?? 1) <= citation.line_start &&
      (read.line_end ?? Number.POSITIVE_INFINITY) >= citation.line_end &&
      (calls.size === 0 || (read.invocation_id !== undefined && calls.has(read.invocation_id))),
  );
}

/** The rows of the citations whose lines a read handed over, each once for every claim that rests on it. */
export function citedFrom(
  read: TraceRead,
  rows: readonly WaterfallRow[],
): Extract<WaterfallRow, { kind: "citation" }>[] {
  return rows.filter(
    (row): row is Extract<WaterfallRow, { kind: "citation" }> =>
      row.kind === "citation" && readsOf(row.citation, [read]).length > 0,
  );
}
