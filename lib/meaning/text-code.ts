import { codeBits, codeStep } from "./limits.ts";

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

/** In how many bits two codes of so many elements differ, one from `at` on and one from `from` on, where both have them. */
export function differingBits(
  codes: Uint32Array,
  at: number,
  others: Uint32Array,
  from: number,
  length: number,
): number {
  let count = 0;
  for (let i = 0; i < length; i += codeStep)
    count += bitsOf(
      at32(codes, at + i) ^ at32(others, from + i),
      at32(codes, at + i + 1) ^ at32(others, from + i + 1),
      at32(codes, at + i + 2) ^ at32(others, from + i + 2),
      at32(codes, at + i + 3) ^ at32(others, from + i + 3),
    );
  return count;
}

/** The same between one code and each of many, which stand one behind the other. */
export function differingFromEach(codes: Uint32Array, code: Uint32Array): Uint16Array {
  const distances = new Uint16Array(codes.length / code.length);
  for (let i = 0; i < code.length; i += codeStep) {
    const [a, b, c, d] = [at32(code, i), at32(code, i + 1), at32(code, i + 2), at32(code, i + 3)];
    for (let n = 0, at = i; n < distances.length; n++, at += code.length) {
      const bits = bitsOf(
        at32(codes, at) ^ a,
        at32(codes, at + 1) ^ b,
        at32(codes, at + 2) ^ c,
        at32(codes, at + 3) ^ d,
      );
      distances[n] = (distances[n] as number) + bits; // n is below its length
    }
  }
  return distances;
}

/** Callers stay within the array: to look whether they do costs half as much again. */
const at32 = (codes: Uint32Array, at: number) => codes[at] as number;

/**
 * How many bits of four elements are 1. All four at once, whose sums still fit, takes half as long as one after the other;
 * the masks stand here as numbers, for a constant that is looked up costs as much again.
 */
function bitsOf(a: number, b: number, c: number, d: number): number {
  let first = a - ((a >>> 1) & 0x55555555);
  let second = b - ((b >>> 1) & 0x55555555);
  let third = c - ((c >>> 1) & 0x55555555);
  let fourth = d - ((d >>> 1) & 0x55555555);
  first = (first & 0x33333333) + ((first >>> 2) & 0x33333333);
  second = (second & 0x33333333) + ((second >>> 2) & 0x33333333);
  third = (third & 0x33333333) + ((third >>> 2) & 0x33333333);
  fourth = (fourth & 0x33333333) + ((fourth >>> 2) & 0x33333333);
  const half = (first + second) | 0;
  const rest = (third + fourth) | 0;
  const bytes =
    (half & 0x0f0f0f0f) +
    ((half >>> 4) & 0x0f0f0f0f) +
    (rest & 0x0f0f0f0f) +
    ((rest >>> 4) & 0x0f0f0f0f);
  return Math.imul(bytes, 0x01010101) >>> 24;
}

/** The length of a sum of words. */
export function lengthOf(sum: Float64Array): number {
  let squares = 0;
  for (const number of sum) squares += number * number;
  return Math.sqrt(squares);
}
