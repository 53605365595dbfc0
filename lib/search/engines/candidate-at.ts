import type { Candidate } from "../signals/signal.ts";
import type { Held } from "./held.ts";

/** A passage with what it and its document hold of the question, found by its place rather than by its words. */
export function candidateAt({ segment, terms, lengths }: Held, passage: number): Candidate {
  const document = segment.document[passage] ?? 0;
  const width = terms.reduce((most, { number }) => Math.max(most, number + 1), 0);
  const counts = new Array<number>(width).fill(0);
  const inDocument = new Array<number>(width).fill(0);
  for (const { number, found } of terms) {
    const { documents, starts, occurrences } = found;
    const entry = placeOf(document, documents, 0, documents.length);
    if (entry < 0) continue;
    inDocument[number] = occurrences[entry] ?? 0;
    const at = placeOf(passage, segment.passages, starts[entry] ?? 0, starts[entry + 1] ?? 0);
    if (at >= 0) counts[number] = segment.counts[at] ?? 0;
  }
  return { segment, passage, counts, inDocument, documentLength: lengths[document] ?? 0 };
}

/** Where a number stands among ascending ones between `from` and `to`, -1 when it is not there. */
function placeOf(number: number, ascending: Uint32Array, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low < to && ascending[low] === number ? low : -1;
}
