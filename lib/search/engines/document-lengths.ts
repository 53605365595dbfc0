import type { Segment } from "./segment.ts";

const known = new WeakMap<Segment, Float64Array>();

/** Content words in the text of each document of a segment, code included. */
export function documentLengths(segment: Segment): Float64Array {
  let lengths = known.get(segment);
  if (lengths === undefined) {
    lengths = new Float64Array(segment.documents.length);
    for (let p = 0; p < segment.document.length; p++) {
      const d = segment.document[p] ?? 0;
      lengths[d] =
        (lengths[d] ?? 0) + (segment.lengths.body[p] ?? 0) + (segment.lengths.code[p] ?? 0);
    }
    known.set(segment, lengths);
  }
  return lengths;
}
