import { oppositesOf } from "#lib/language/opposites";
import { firstRoom, leastAlike } from "./limits.ts";
import { absent, createNumberTable } from "./number-table.ts";
import type { WordTable } from "./word-table.ts";

/**
 * The words of a question beside the words of texts, by the rows that the table has for them. What two words have in common
 * is looked up once, however many texts hold them.
 */
export type Comparison = {
  /** The sum of the question's words, without those that are fixed. */
  sum: Float64Array;
  /**
   * Of the question's words with these numbers, raises `near` where this word is nearer, and notes `id` beside it. The row must
   * be known.
   */
  raise(row: number, numbers: readonly number[], noted: Noted): void;
  /** The number of a row among those that were compared, from 0 on in the order of their coming. */
  placeOf(row: number): number;
  /** The same as `raise` and `product` for the row of a place. */
  raiseAt(place: number, numbers: readonly number[], noted: Noted): void;
  productAt(place: number): number;
  /** Whether a word of the question with this number can be near to any other. */
  compares(number: number): boolean;
  /** The product of all of the question with a word of a text. */
  product(row: number): number;
};

type Noted = { near: Float32Array; by: Uint32Array; id: number };

/** A word of the question. */
export type ComparedWord = {
  term: string;
  /** A name, a number, a version: nothing stands for it but itself. */
  fixed?: boolean;
};

/** Undefined when the table knows none of the words but those that are fixed. */
export function compareWords(
  table: WordTable,
  words: readonly ComparedWord[],
): Comparison | undefined {
  const rows = Int32Array.from(words, ({ term }) => table.rowOf(term));
  // What says the opposite lies near, for it stands in the same sentences.
  const opposed = words.map(({ term }) => new Set(Array.from(oppositesOf(term), table.rowOf)));
  const sum = new Float64Array(table.dimensions);
  let meant = 0;
  const stands = Uint8Array.from(words, ({ fixed }, i) =>
    Number((rows[i] ?? -1) >= 0 && fixed !== true),
  );
  for (const [i, row] of rows.entries()) {
    if (stands[i] === 0) continue;
    table.add(sum, row, 1);
    meant += 1;
  }
  if (meant === 0) return undefined;
  const width = rows.length;
  /** Of each compared word its similarities to those of the question, its product with all of it, and whether any similarity is above 0. */
  const stride = width + 2;
  let known = new Float64Array(firstRoom * stride);
  const places = createNumberTable();
  let count = 0;
  const placeOf = (row: number): number => {
    const before = places.get(row);
    if (before !== absent) return before;
    places.put(row, count);
    if ((count + 1) * stride > known.length) {
      const larger = new Float64Array(2 * known.length);
      larger.set(known);
      known = larger;
    }
    compare(row, count * stride);
    return count++;
  };
  const compare = (row: number, place: number): void => {
    let any = 0;
    for (let i = 0; i < width; i++) {
      const compared = stands[i] === 1 && opposed[i]?.has(row) !== true;
      const similarity = compared ? table.similarity(rows[i] ?? -1, row) : 0;
      known[place + i] = similarity;
      if (similarity > 0) any = 1;
    }
    known[place + width] = table.product(sum, row);
    known[place + width + 1] = any;
  };
  const productAt = (place: number) => known[place * stride + width] ?? 0;
  const raiseAt: Comparison["raiseAt"] = (place, numbers, { near, by, id }) => {
    const at = place * stride;
    if (known[at + width + 1] === 0) return;
    for (const i of numbers) {
      const similarity = known[at + i] ?? 0;
      if (similarity <= (near[i] ?? 0)) continue;
      near[i] = similarity;
      by[i] = id;
    }
  };
  return {
    sum,
    placeOf,
    raiseAt,
    productAt,
    raise: (row, numbers, noted) => raiseAt(placeOf(row), numbers, noted),
    product: (row) => productAt(placeOf(row)),
    compares: (number) => stands[number] === 1,
  };
}

/** How far a word may stand for another, by their cosine: 0 for words that have nothing to do with each other, to 1. */
export function alikeness(cosine: number): number {
  return Math.max(0, (cosine - leastAlike) / (1 - leastAlike));
}
