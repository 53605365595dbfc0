import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sha256 } from "#lib/platform/hash";
import { projectDir } from "#lib/platform/project";
import { openTermTable } from "#lib/platform/term-table";
import { fileLayout, mostDiffering } from "./limits.ts";
import { codeLength, differingBits, writeCode } from "./text-code.ts";

/**
 * Word vectors of English and Chinese in one space. A word is an index term, as `tokenize` makes it; its vector has a
 * direction, which is its meaning, and a length, which is its weight in a text. `training/meaning` makes the file;
 * table.json beside it says from what.
 */
export type WordTable = {
  words: number;
  /** Numbers of a vector; a multiple of 32. */
  dimensions: number;
  /** SHA-256 of the file. */
  hash: string;
  /** The number of a term's vector; -1 where the table does not know the term. */
  rowOf(term: string): number;
  /** The cosine between two words; 0 where their codes already tell that they have nothing to do with each other. */
  similarity(a: number, b: number): number;
  /** Adds the vector of a word, so many times, to the sum of a text. */
  add(sum: Float64Array, row: number, times: number): void;
  /** The product of a word's vector with the sum of a text. */
  product(sum: Float64Array, row: number): number;
};

export type OpenedTable = { table: WordTable } | { table?: undefined; missing: string };

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

/** The table in a folder, or one sentence on why there is none to use. */
export function openWordTable(from: string): OpenedTable {
  const cardFile = path.join(from, "table.json");
  const file = path.join(from, "table.bin");
  const unusable = (why: string): OpenedTable => ({
    missing: `The table of word meanings ${file} ${why}. Documents are ranked by their words alone until it is brought back from the repository.`,
  });
  let card: z.infer<typeof Card>;
  try {
    card = Card.parse(JSON.parse(readFileSync(cardFile, "utf8")));
  } catch {
    return unusable("has no card of this version beside it (table.json)");
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return unusable(`cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  if (sha256(bytes) !== card.sha256) return unusable("is not the one that its card describes");
  return { table: tableOf(bytes, card) };
}

/** The bytes are those that the card describes: names, lengths, scales and numbers, one behind the other. */
function tableOf(
  bytes: Uint8Array,
  { words, dimensions, sha256: hash }: z.infer<typeof Card>,
): WordTable {
  // A copy of its own: the arrays need to begin at a multiple of four bytes.
  const { buffer } = bytes.byteOffset % fileLayout.align === 0 ? bytes : bytes.slice();
  const start = bytes.byteOffset % fileLayout.align === 0 ? bytes.byteOffset : 0;
  const lengths = new Float32Array(buffer, start, words);
  const scales = new Float32Array(buffer, start + lengths.byteLength, words);
  const numbersAt = lengths.byteLength + scales.byteLength;
  const numbers = new Int8Array(buffer, start + numbersAt, words * dimensions);
  const names = openTermTable([
    new TextDecoder().decode(bytes.subarray(numbersAt + numbers.byteLength)),
  ]);
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
    similarity(a, b) {
      if (differingBits(codes, codeAt(a), codes, codeAt(b), width) > furthest) return 0;
      let at = a * dimensions;
      let other = b * dimensions;
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += (numbers[at++] ?? 0) * (numbers[other++] ?? 0);
      return sum * (scales[a] ?? 0) * (scales[b] ?? 0);
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
