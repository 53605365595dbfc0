import { bitCount, codeBits } from "./limits.ts";

/**
 * The meaning of a text in one bit for each number of its vector: 1 where it is above 0. Texts that are alike differ in
 * few bits, which are counted much sooner than vectors are multiplied.
 */

/** How many elements a code takes. */
export function codeLength({ dimensions }: { dimensions: number }): number {
  return dimensions / codeBits;
}

/** Writes the code of a sum of words to `codes`, from `at` on. */
export function writeCode(sum: Float64Array | Int8Array, codes: Uint32Array, at: number): void {
  for (let word = 0; word * codeBits < sum.length; word++) {
    let bits = 0;
    for (let bit = 0; bit < codeBits; bit++)
      if ((sum[word * codeBits + bit] ?? 0) > 0) bits |= 1 << bit;
    codes[at + word] = bits >>> 0;
  }
}

/** In how many bits two codes differ. */
export function differingBits(
  a: Uint32Array,
  at: number,
  b: Uint32Array,
  from: number,
  length: number,
): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    let bits = (a[at + i] ?? 0) ^ (b[from + i] ?? 0);
    bits -= (bits >>> 1) & bitCount.pairs;
    bits = (bits & bitCount.fours) + ((bits >>> bitCount.two) & bitCount.fours);
    count +=
      Math.imul((bits + (bits >>> bitCount.four)) & bitCount.bytes, bitCount.sum) >>>
      bitCount.highest;
  }
  return count;
}

/** The length of a sum of words. */
export function lengthOf(sum: Float64Array): number {
  let squares = 0;
  for (const number of sum) squares += number * number;
  return Math.sqrt(squares);
}
