import type { Candidate } from "../signals/signal.ts";
import type { Held, HeldTerm } from "./held.ts";
import { countsIn } from "./segment.ts";

/** A passage with what it and its document hold of the question, found by its place rather than by its words. */
export function candidateAt({ segment, terms, lengths }: Held, passage: number): Candidate {
  const document = segment.document[passage] ?? 0;
  const width = terms.reduce((most, { number }) => Math.max(most, number + 1), 0);
  const counts = new Array<number>(width).fill(0);
  const inDocument = new Array<number>(width).fill(0);
  for (const { number, id, found } of terms) {
    const entry = entryOf(found, document);
    if (entry < 0) continue;
    inDocument[number] = found.occurrences[entry] ?? 0;
    counts[number] = countsIn(segment, id, passage);
  }
  return { segment, passage, counts, inDocument, documentLength: lengths[document] ?? 0 };
}

/** The entry of a document among those that hold the term, -1 when it is not there. */
function entryOf({ documents }: HeldTerm["found"], document: number): number {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return documents[low] === document ? low : -1;
}
