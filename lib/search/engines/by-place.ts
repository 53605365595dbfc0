import type { Segment } from "./segment.ts";

/** The order of equals: by document, then by line. */
export function byPlace(
  a: { segment: Segment; passage: number },
  b: { segment: Segment; passage: number },
): number {
  const one = a.segment.documents[a.segment.document[a.passage] ?? 0]?.order ?? "";
  const other = b.segment.documents[b.segment.document[b.passage] ?? 0]?.order ?? "";
  if (one !== other) return one < other ? -1 : 1;
  return (a.segment.line[a.passage] ?? 0) - (b.segment.line[b.passage] ?? 0);
}
