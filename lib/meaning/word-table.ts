import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sha256 } from "#lib/platform/hash";
import { projectDir } from "#lib/platform/project";
import { openTermTable, packTerms } from "#lib/platform/term-table";
import { codeBits, codeStep, fileLayout, mostDiffering } from "./limits.ts";
import { codeLength, differingBits, writeCode } from "./text-code.ts";

/**
 * Word vectors of English and Chinese in one space. A word is an index term, as `tokenize` makes it; its vector has a
 * direction, which is its meaning, and a length, which is its weight in a text. `training/meaning` makes the file;
 * table.json beside it says from what.
 */
export type WordTable = {
  words: number;
  /** Numbers of a vector; a multiple of 128. */
  dimensions: number;
  /** SHA-256 of the file. */
  hash: string;
  /** The number of a term's vector; -1 where the table does not know the term. */
  rowOf(term: string): number;
  /** The term whose vector has this number. */
  termAt(row: number): string;
  /** The cosine between two words; 0 where their codes already tell that they have nothing to do with each other. */
  similarity(a: number, b: number): number;
  /** Adds the vector of a word, so many times, to the sum of a text. */
  add(sum: Float64Array, row: number, times: number): void;
  /** The product of a word's vector with the sum of a text. */
  product(sum: Float64Array, row: number): number;
};

/** Why there is none to use: no card of this version, no file, or another one than the card describes. */
export type OpenedTable =
  | { table: WordTable }
  | { table?: undefined; why: "no_card" | "no_file" | "damaged"; file: string };

const Card = z.looseObject({
  format: z.literal(fileLayout.format),
  words: z.number().int().positive(),
  dimensions: z.number().int().positive(),
  sha256: z.string(),
});

const folder = "lib/meaning";
let opened: OpenedTable | undefined;

/** The table of this program, read once. Never throws: without it everything goes on by words alone. */
export function wordTable(): OpenedTable {
  opened ??= openWordTable(path.join(projectDir(), folder));
  return opened;
}

/** The table in a folder, or why there is none to use. */
export function openWordTable(from: string): OpenedTable {
  const file = path.join(from, "table.bin");
  let card: z.infer<typeof Card>;
  try {
    card = Card.parse(JSON.parse(readFileSync(path.join(from, "table.json"), "utf8")));
  } catch {
    return { why: "no_card", file: path.join(from, "table.json") };
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    return { why: "no_file", file };
  }
  const { words, dimensions } = card;
  const least = words * (dimensions + fileLayout.beside);
  if (
    sha256(bytes) !== card.sha256 ||
    bytes.length < least ||
    dimensions % (codeBits * codeStep) !== 0
  )
    return { why: "damaged", file };
  return { table: tableOf(bytes, card) };
}

/** The bytes are those that the card describes: names, lengths, scales and numbers, one behind the other. */
function tableOf(
  bytes: Uint8Array,
  { words, dimensions, sha256: hash }: z.infer<typeof Card>,
): WordTable {
  // A copy of its own: the arrays need to begin at a multiple of four bytes.
  const aligned = bytes.byteOffset % fileLayout.align === 0;
  const { buffer, byteOffset: start } = aligned ? bytes : Uint8Array.from(bytes);
  const lengths = new Float32Array(buffer, start, words);
  const scales = new Float32Array(buffer, start + lengths.byteLength, words);
  const numbersAt = lengths.byteLength + scales.byteLength;
  const numbers = new Int8Array(buffer, start + numbersAt, words * dimensions);
  const names = openTermTable(
    packTerms([new TextDecoder().decode(bytes.subarray(numbersAt + numbers.byteLength))]),
  );
  const width = codeLength({ dimensions });
  const codes = new Uint32Array(words * width);
  const coded = new Uint8Array(words);
  const codeAt = (row: number): number => {
    if (coded[row] === 0) {
      coded[row] = 1;
      writeCode(numbers.subarray(row * dimensions, (row + 1) * dimensions), codes, row * width);
    }
    return row * width;
  };
  const furthest = dimensions * mostDiffering;
  return {
    words,
    dimensions,
    hash,
    rowOf: (term) => (names.find(term) ?? 0) - 1,
    termAt: (row) => names.word(row + 1),
    similarity(a, b) {
      if (differingBits(codes, codeAt(a), codes, codeAt(b), width) > furthest) return 0;
      let at = a * dimensions;
      let other = b * dimensions;
      // Whole numbers, whose sum is the same in any order; two sums do not wait for each other.
      let sum = 0;
      let odd = 0;
      for (const end = at + dimensions; at < end; at += 2, other += 2) {
        sum = (sum + Math.imul(numbers[at] ?? 0, numbers[other] ?? 0)) | 0;
        odd = (odd + Math.imul(numbers[at + 1] ?? 0, numbers[other + 1] ?? 0)) | 0;
      }
      return (sum + odd) * (scales[a] ?? 0) * (scales[b] ?? 0);
    },
    product(sum, row) {
      let at = row * dimensions;
      let product = 0;
      for (let i = 0; i < dimensions; i++) product += (sum[i] ?? 0) * (numbers[at++] ?? 0);
      return product * (lengths[row] ?? 0) * (scales[row] ?? 0);
    },
    add(sum, row, times) {
      const by = times * (lengths[row] ?? 0) * (scales[row] ?? 0);
      let at = row * dimensions;
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + by * (numbers[at++] ?? 0);
    },
  };
}
