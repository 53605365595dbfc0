import { nameness } from "../signals/named.ts";
import { documentLengths } from "./document-lengths.ts";
import type { Averages } from "./inverted-index.ts";
import type { QuestionTerm } from "./question.ts";
import type { Segment } from "./segment.ts";
import { growth, type TermDocuments, termDocuments } from "./term-documents.ts";

/** A segment with what it holds of each term of the question, in the question's order. */
export type Held = {
  segment: Segment;
  /** How many documents the segments before it have. */
  before: number;
  terms: readonly HeldTerm[];
  /** Content words of each document. */
  lengths: Float64Array;
};

/** `number` is the term's place in the question; what the segment does not hold is not there. */
export type HeldTerm = Pick<QuestionTerm, "share" | "told"> & {
  number: number;
  id: number;
  found: TermDocuments;
  grown: number;
};

export function holdTerms(
  segments: readonly Segment[],
  terms: readonly QuestionTerm[],
  averages: Averages,
): Held[] {
  let before = 0;
  return segments.map((segment) => {
    const held: HeldTerm[] = [];
    for (const [number, { id, share, told }] of terms.entries()) {
      if (id === undefined) continue;
      const found = termDocuments(segment, id, averages);
      if (found.documents.length > 0)
        held.push({ number, id, share, told, found, grown: growth(found, averages) });
    }
    before += segment.documents.length;
    return {
      segment,
      before: before - segment.documents.length,
      terms: held,
      lengths: documentLengths(segment),
    };
  });
}

/** Documents go as a whole, so their first passage speaks for all. */
export function isAlive({ documents, alive, gone }: Segment, document: number): boolean {
  return gone === 0 || alive[documents[document]?.first ?? 0] === 1;
}

/** How far a term is a name: over all segments, without the documents that are gone. */
export function namenessOf(held: readonly Held[], term: number): number {
  let spoken = 0;
  let below = 0;
  for (const { segment, terms } of held) {
    const found = terms.find(({ number }) => number === term)?.found;
    if (found === undefined) continue;
    if (segment.gone === 0) {
      spoken += found.sums.spoken;
      below += found.sums.below;
      continue;
    }
    for (let entry = 0; entry < found.documents.length; entry++) {
      if (!isAlive(segment, found.documents[entry] ?? 0)) continue;
      const count = found.spoken[entry] ?? 0;
      spoken += count;
      if (found.named[entry] === 1) below += count;
    }
  }
  return nameness(spoken, below);
}
