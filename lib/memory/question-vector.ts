import { isFixed } from "#lib/language/fixed-words";
import { tokenize } from "#lib/language/words";
import { lengthOf } from "#lib/meaning/text-code";
import type { WordTable } from "#lib/meaning/word-table";
import { fixedWeight, recallLimits, unknownWeight, vectorByte, vectorWay } from "./limits.ts";

/**
 * The direction of a text in the space of word meanings, one byte a number. Names, numbers and words that the table does not
 * know have a direction of their own, made from their letters: so one vector is near by meaning and by words. Undefined for
 * a text that says nothing.
 */
export function vectorOfText(text: string, table: WordTable): Int8Array | undefined {
  const sum = new Float64Array(table.dimensions);
  const read = text.slice(0, recallLimits.chars);
  const tokens = tokenize(read);
  const paired = tokens.some(({ kind }) => kind === "han");
  for (const { term, kind, stop, start, end } of tokens) {
    if (stop || (kind === "han_single" && paired)) continue;
    const row = table.rowOf(term);
    if (row >= 0) table.add(sum, row, 1);
    const fixed = isFixed(read.slice(start, end), { start, kind }, read);
    const own = row < 0 ? unknownWeight : fixed ? fixedWeight : 0;
    if (own > 0) addOwnDirection(sum, term, own);
  }
  const length = lengthOf(sum);
  if (length === 0) return undefined;
  return Int8Array.from(sum, (number) => Math.round((number / length) * vectorByte));
}

/** By which table, and in which way, vectors are made. */
export const madeBy = ({ hash }: WordTable): string => `${hash}.${vectorWay}`;

/** The cosine of two vectors, from -1 to 1. */
export function cosineOf(a: Int8Array, b: Int8Array): number {
  return productOf(a, b, 0) / vectorByte ** 2;
}

/** The product of a vector with one of many, which stand one behind the other, at `from`. */
export function productOf(a: Int8Array, all: Int8Array, from: number): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] as number) * (all[from + i] as number); // both are as long
  return product;
}

/** Adds 1 or -1 in each dimension, by a hash of the term: two terms have nothing in common on average. */
function addOwnDirection(sum: Float64Array, term: string, weight: number): void {
  const each = weight / Math.sqrt(sum.length);
  let state = hashOf(term);
  for (let i = 0; i < sum.length; i++) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    sum[i] = (sum[i] ?? 0) + ((state & 1) === 0 ? each : -each);
  }
}

/** FNV-1a; never 0. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    hash ^= term.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 1;
}
