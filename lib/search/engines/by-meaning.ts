import { type Comparison, compareWords } from "#lib/meaning/comparison";
import { firstRoom } from "#lib/meaning/limits";
import { absent, createNumberTable } from "#lib/meaning/number-table";
import { lengthOf } from "#lib/meaning/text-code";
import type { Candidate, PassageMeaning } from "../signals/signal.ts";
import type { QuestionTerm } from "./question.ts";
import { termAt } from "./sequence.ts";
import { mostCounted, type TermMeaning } from "./term-meaning.ts";

/** A question beside the words of an index, by the table of word meanings. */
export type AskedMeaning = { comparison: Comparison; index: TermMeaning; words: number };

/** Undefined when the table knows none of its words. */
export function readMeaning(
  terms: readonly QuestionTerm[],
  index: TermMeaning,
): AskedMeaning | undefined {
  const comparison = compareWords(index.table, terms);
  return comparison && { comparison, index, words: terms.length };
}

/** Compares a passage with the question: each word that it lacks with its own words, and the two as a whole. */
export function compareBy({
  comparison,
  index: { rowOf },
  words,
}: AskedMeaning): (candidate: Pick<Candidate, "segment" | "passage" | "counts">) => PassageMeaning {
  const length = lengthOf(comparison.sum);
  /** By term: its number among the words that were compared, -1 where the table does not know it. */
  const places = createNumberTable();
  const placeOf = (id: number): number => {
    const before = places.get(id);
    if (before !== absent) return before;
    const row = rowOf(id);
    const place = row < 0 ? -1 : comparison.placeOf(row);
    places.put(id, place);
    return place;
  };
  /** How often each word that was compared stands in the passage at hand; nowhere else in between. */
  let times = new Uint8Array(firstRoom);
  return ({ segment, passage, counts }) => {
    const noted = { near: new Float32Array(words), by: new Uint32Array(words), id: 0 };
    const lacking: number[] = [];
    for (let i = 0; i < words; i++)
      if ((counts[i] ?? 0) === 0 && comparison.compares(i)) lacking.push(i);
    const own: number[] = [];
    const { sequence, sequenceStarts } = segment;
    const start = sequenceStarts[passage] ?? 0;
    const end = Math.min(sequenceStarts[passage + 1] ?? 0, start + mostCompared);
    for (let at = start; at < end; at++) {
      const id = termAt(sequence[at] ?? 0);
      const place = placeOf(id);
      if (place < 0) continue;
      if (place >= times.length) times = grown(times, place);
      const before = times[place] ?? 0;
      if (before === 0) {
        own.push(place);
        noted.id = id;
        comparison.raiseAt(place, lacking, noted);
      }
      if (before < mostCounted) times[place] = before + 1;
    }
    let product = 0;
    for (const place of own) {
      product += (times[place] ?? 0) * comparison.productAt(place);
      times[place] = 0;
    }
    const last = segment.aboveStarts[passage + 1] ?? 0;
    for (let at = segment.aboveStarts[passage] ?? 0; at < last; at++) {
      noted.id = segment.above[at] ?? 0;
      const place = placeOf(noted.id);
      if (place >= 0) comparison.raiseAt(place, lacking, noted);
    }
    const { near, by } = noted;
    const both = length * (segment.vectorLengths[passage] ?? 0);
    return { text: both === 0 ? 0 : product / both, near, by };
  };
}

function grown(times: Uint8Array, place: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * Math.max(times.length, place));
  larger.set(times);
  return larger;
}

/** Of a passage without end so many words are compared, the first: its vector is of all of them. */
const mostCompared = 2_000;
