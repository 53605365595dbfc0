import { alikeness, type ComparedWord, compareWords } from "#lib/meaning/comparison";
import { lengthOf } from "#lib/meaning/text-code";
import type { WordTable } from "#lib/meaning/word-table";
import type { AskedQuestion } from "./asked-question.ts";
import { ratio } from "./ratio.ts";
import { isNumber } from "./unit-words.ts";

/** A question beside words of texts by what they mean, from the table of word meanings. Sets of words are read once. */
export type Nearness = {
  /** Share of the words that tell what is asked about that these hold or say in other words, 0 to 1. */
  told(...words: readonly ReadonlySet<string>[]): number;
  /** The weight of the weightiest such word that they neither hold nor say, less as far as they nearly do. */
  untold(...words: readonly ReadonlySet<string>[]): number;
  /** The cosine between the question and these words as a whole, 0 to 1. */
  cosine(words: ReadonlySet<string>): number;
};

/** Undefined where there is no table, or it knows no word of the question. */
export function readNearness(
  asked: Pick<AskedQuestion, "terms">,
  table: WordTable | undefined,
): Nearness | undefined {
  if (table === undefined) return undefined;
  const telling = asked.terms.filter((one) => one.telling);
  const words = telling.map(
    ({ term, name }): ComparedWord => ({ term, fixed: name || isNumber(term) }),
  );
  const comparison = compareWords(table, words);
  if (comparison === undefined) return undefined;
  const length = lengthOf(comparison.sum);
  const all = telling.reduce((sum, { weight }) => sum + weight, 0);
  const numbers = telling.map((_, i) => i);
  const noted = new Uint32Array(words.length);
  /** Rows of words: the same few stand in many sets, and to look one up takes longer than to compare it. */
  const known = new Map<string, number>();
  const rowOf = (word: string): number => {
    let row = known.get(word);
    if (row === undefined) {
      row = table.rowOf(word);
      known.set(word, row);
    }
    return row;
  };
  /** How far each word of the question is held or said by a set of words. */
  const read = new WeakMap<ReadonlySet<string>, Float32Array>();
  const heldBy = (set: ReadonlySet<string>): Float32Array => {
    const before = read.get(set);
    if (before !== undefined) return before;
    const near = new Float32Array(words.length);
    for (const word of set) {
      const row = rowOf(word);
      if (row >= 0) comparison.raise(row, numbers, { near, by: noted, id: 0 });
    }
    const held = near.map((cosine, i) => (set.has(telling[i]?.term ?? "") ? 1 : alikeness(cosine)));
    read.set(set, held);
    return held;
  };
  /** Of each word of the question its weight and how far the sets together hold or say it. */
  const heldByAll = (sets: readonly ReadonlySet<string>[]) => {
    const held = sets.map(heldBy);
    return telling.map(({ weight }, i) => ({
      weight,
      held: held.reduce((most, one) => Math.max(most, one[i] ?? 0), 0),
    }));
  };
  const cosines = new WeakMap<ReadonlySet<string>, number>();
  return {
    told: (...sets) =>
      ratio(
        heldByAll(sets).reduce((sum, { weight, held }) => sum + weight * held, 0),
        all,
      ),
    untold: (...sets) =>
      heldByAll(sets).reduce((most, { weight, held }) => Math.max(most, weight * (1 - held)), 0),
    cosine(set) {
      const before = cosines.get(set);
      if (before !== undefined) return before;
      const sum = new Float64Array(table.dimensions);
      let product = 0;
      for (const word of set) {
        const row = rowOf(word);
        if (row < 0) continue;
        table.add(sum, row, 1);
        product += comparison.product(row);
      }
      const cosine = Math.max(0, ratio(product, length * lengthOf(sum)));
      cosines.set(set, cosine);
      return cosine;
    },
  };
}
