import { byTerm } from "./build-segment.ts";
import { growingNumbers } from "./growing.ts";
import { type Field, fields, type Segment, type SegmentDocument } from "./segment.ts";

/** Several segments as one, without what was removed from them. */
export function mergeSegments(segments: readonly Segment[]): Segment {
  const documents: SegmentDocument[] = [];
  const document = growingNumbers();
  const line = growingNumbers();
  const lengths = Object.fromEntries(fields.map((f) => [f, growingNumbers()])) as Record<
    Field,
    ReturnType<typeof growingNumbers>
  >; // one entry per field: made from the list itself
  const terms = growingNumbers();
  const passages = growingNumbers();
  const counts = growingNumbers();
  const sequence = growingNumbers();
  const sequenceStarts = growingNumbers();
  const gone = 0xffffffff;

  for (const segment of segments) {
    const moved = new Uint32Array(segment.document.length).fill(gone);
    for (const given of segment.documents) {
      const first = document.length();
      for (let old = given.first; old < given.first + given.count; old++) {
        if (segment.alive[old] !== 1) continue;
        moved[old] = document.length();
        document.push(documents.length);
        line.push(segment.line[old] ?? 0);
        for (const field of fields) lengths[field].push(segment.lengths[field][old] ?? 0);
        sequenceStarts.push(sequence.length());
        const end = segment.sequenceStarts[old + 1] ?? 0;
        for (let i = segment.sequenceStarts[old] ?? 0; i < end; i++) {
          sequence.push(segment.sequence[i] ?? 0);
        }
      }
      const count = document.length() - first;
      if (count > 0) documents.push({ ...given, first, count });
    }
    segment.terms.forEach((term, i) => {
      const end = segment.starts[i + 1] ?? 0;
      for (let at = segment.starts[i] ?? 0; at < end; at++) {
        const to = moved[segment.passages[at] ?? 0] ?? gone;
        if (to === gone) continue;
        terms.push(term);
        passages.push(to);
        counts.push(segment.counts[at] ?? 0);
      }
    });
  }
  sequenceStarts.push(sequence.length());
  return {
    documents,
    document: document.take(),
    line: line.take(),
    alive: new Uint8Array(document.length()).fill(1),
    gone: 0,
    lengths: Object.fromEntries(
      fields.map((f) => [f, Uint16Array.from(lengths[f].take())]),
    ) as Segment["lengths"], // one entry per field: made from the list itself
    ...byTerm(terms.take(), passages.take(), counts.take()),
    sequence: sequence.take(),
    sequenceStarts: sequenceStarts.take(),
  };
}
