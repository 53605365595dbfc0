import { dilutionBy, termInDocument } from "../signals/document.ts";
import { emptyOutline, type Outline, type Question } from "../signals/signal.ts";
import type { EngineQuery } from "./engine.ts";
import { type Held, isAlive } from "./held.ts";
import type { Judge } from "./judge.ts";
import type { TermSets } from "./term-sets.ts";

/** Documents side by side, each with what stands where the question's terms are summed up by document. */
export type Chosen = {
  /** Segment, and document in it. */
  held: Uint32Array;
  document: Uint32Array;
  /** Of each document and term of the question the entry of the term's documents, counted from 1; 0 where there is none. */
  entries: Uint32Array;
  /** What one passage of the document can score at most. */
  bounds: Float64Array;
  /** Those whose bound reaches the list. */
  reaching: Uint32Array;
};

/** The documents that may be searched and whose set of terms is wanted, with their bounds. */
export function chooseDocuments(
  held: readonly Held[],
  { sets, wanted }: { sets: TermSets; wanted: Uint8Array },
  question: Question,
  judge: Judge,
  keys: EngineQuery["keys"],
): Chosen {
  const numbers: number[] = [];
  const ends = held.map(({ segment, before, lengths }) => {
    for (let d = 0; d < lengths.length; d++) {
      if (wanted[sets.of[before + d] ?? 0] === 0 || !isAlive(segment, d)) continue;
      if (keys === undefined || keys.has(segment.documents[d]?.key ?? "")) numbers.push(d);
    }
    return numbers.length;
  });
  const width = question.terms.length;
  const chosen: Chosen = {
    held: new Uint32Array(numbers.length),
    document: new Uint32Array(numbers),
    entries: new Uint32Array(numbers.length * width),
    bounds: new Float64Array(numbers.length),
    reaching: new Uint32Array(numbers.length),
  };
  let reaching = 0;
  const outline = emptyOutline();
  let from = 0;
  for (const [number, home] of held.entries()) {
    const end = ends[number] ?? from;
    chosen.held.fill(number, from, end);
    noteEntries(home, chosen, { from, end, width });
    for (let at = from; at < end; at++) {
      const d = chosen.document[at] ?? 0;
      sumUp(outline, home, d, chosen.entries, at * width, question);
      outline.share = sets.shares[sets.of[home.before + d] ?? 0] ?? 0;
      const bound = judge.boundOf(outline);
      if (!judge.reaches(bound)) continue;
      chosen.bounds[at] = bound;
      chosen.reaching[reaching++] = at;
    }
    from = end;
  }
  return { ...chosen, reaching: chosen.reaching.subarray(0, reaching) };
}

/** Both the chosen documents and those of a term ascend; one pass over the two, with wider and wider steps over the term's. */
function noteEntries(
  { terms }: Held,
  { document, entries }: Chosen,
  { from, end, width }: { from: number; end: number; width: number },
): void {
  for (const { number, found } of terms) {
    const { documents } = found;
    let entry = 0;
    for (let at = from; at < end && entry < documents.length; at++) {
      const d = document[at] ?? 0;
      for (let step = 1; (documents[entry] ?? d) < d; ) {
        if ((documents[entry + step] ?? d) < d) {
          entry += step;
          step *= 2;
        } else if (step > 1) step = 1;
        else entry += 1;
      }
      if (documents[entry] === d) entries[at * width + number] = entry + 1;
    }
  }
}

/** What is known of a document before its passages are looked at, but for its share. */
export function sumUp(
  into: Outline,
  { terms, lengths }: Held,
  document: number,
  entries: Uint32Array,
  at: number,
  question: Question,
): void {
  const diluting = dilutionBy(lengths[document] ?? 0, question.averageDocument);
  into.first = true;
  into.words = 0;
  into.document = 0;
  into.named = 0;
  into.titled = 0;
  into.headed = 0;
  into.near = 0;
  let before = -2;
  let shareBefore = 0;
  let placesBefore = 0;
  for (const { number, share, told, found, grown } of terms) {
    const entry = (entries[at + number] ?? 0) - 1;
    if (entry < 0) continue;
    const count = found.occurrences[entry] ?? 0;
    into.words += share * grown * (found.peaks[entry] ?? 0);
    into.document += share * termInDocument(count, diluting);
    if (found.named[entry] === 1) {
      into.named += share * (question.names[number] ?? 0);
      into.titled += share;
    }
    if (found.headed[entry] === 1) into.headed += told;
    if (found.spoken[entry] === 0) continue;
    const places = found.places[entry] ?? 0;
    if (number === before + 1 && (places & placesBefore) !== 0)
      into.near += Math.min(shareBefore, share);
    before = number;
    shareBefore = share;
    placesBefore = places;
  }
}
