import { type Comparison, compareWords } from "#lib/meaning/comparison";
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
  index: { rowOf, table },
  words,
}: AskedMeaning): (candidate: Pick<Candidate, "segment" | "passage" | "counts">) => PassageMeaning {
  const length = lengthOf(comparison.sum);
  /** How often each word of the table stands in the passage at hand; nowhere else in between. */
  const times = new Uint8Array(table.words);
  return ({ segment, passage, counts }) => {
    const noted = { near: new Float32Array(words), by: new Uint32Array(words), id: 0 };
    const lacking: number[] = [];
    for (let i = 0; i < words; i++) if ((counts[i] ?? 0) === 0) lacking.push(i);
    const own: { id: number; row: number }[] = [];
    const { sequence, sequenceStarts } = segment;
    const start = sequenceStarts[passage] ?? 0;
    const end = Math.min(sequenceStarts[passage + 1] ?? 0, start + mostCompared);
    for (let at = start; at < end; at++) {
      const id = termAt(sequence[at] ?? 0);
      const row = rowOf(id);
      if (row < 0) continue;
      const before = times[row] ?? 0;
      if (before === 0) own.push({ id, row });
      if (before < mostCounted) times[row] = before + 1;
    }
    let product = 0;
    for (const { id, row } of own) {
      noted.id = id;
      comparison.raise(row, lacking, noted);
      product += (times[row] ?? 0) * comparison.product(row);
      times[row] = 0;
    }
    const last = segment.aboveStarts[passage + 1] ?? 0;
    for (let at = segment.aboveStarts[passage] ?? 0; at < last; at++) {
      noted.id = segment.above[at] ?? 0;
      const row = rowOf(noted.id);
      if (row >= 0) comparison.raise(row, lacking, noted);
    }
    const { near, by } = noted;
    const both = length * (segment.vectorLengths[passage] ?? 0);
    return { text: both === 0 ? 0 : product / both, near, by };
  };
}

/** Of a passage without end so many words are compared, the first: its vector is of all of them. */
const mostCompared = 2_000;
