import { openTermTable, type PackedTerms, packTerms } from "#lib/platform/term-table";
import type { TermChunk } from "./engine.ts";

/**
 * The words of an index and their numbers, from 1. A number stays its word's own for as long as a segment holds the
 * word; when none does any more the word is forgotten and its number given to the next new one.
 */
export type TermList = {
  /** The number of a word, a new one when it is not known yet. */
  idOf(term: string): number;
  known(term: string): number | undefined;
  /** "" where there is none. */
  word(id: number): string;
  /** Numbers of words that `most` edits may lie between and this one: they begin alike and consist of nearly the same letters. */
  alike(term: string, most: number): number[];
  size(): number;
  /** All words by number, `termsPerChunk` in each chunk. */
  chunks(): readonly TermChunk[];
  /** Takes the place of everything known; `packed`: the words of these chunks, whose arrays are the list's from now on. */
  restore(chunks: readonly TermChunk[], packed?: PackedTerms): void;
  /** Forgets the words that none of these ascending lists of numbers holds. */
  keepOnly(lists: readonly Uint32Array[]): void;
};

const termsPerChunk = 4096;

export function createTermList(): TermList {
  let table = openTermTable();
  let free: number[] = [];
  /** By number; undefined where a word has changed since it was asked for. */
  let chunks: (TermChunk | undefined)[] = [];

  const chunkOf = (id: number) => Math.floor((id - 1) / termsPerChunk);

  function textOf(chunk: number): string {
    const words: string[] = [];
    const last = Math.min(table.highest(), (chunk + 1) * termsPerChunk);
    for (let id = chunk * termsPerChunk + 1; id <= last; id++) words.push(table.word(id));
    return words.join("\n");
  }

  return {
    idOf(term) {
      const known = table.find(term);
      if (known !== undefined) return known;
      const id = free.pop() ?? table.highest() + 1;
      table.put(id, term);
      chunks[chunkOf(id)] = undefined;
      return id;
    },
    known: (term) => table.find(term),
    word: (id) => table.word(id),
    alike: (term, most) => table.alike(term, most),
    size: () => table.highest() - free.length,
    chunks() {
      const count = table.highest() === 0 ? 0 : chunkOf(table.highest()) + 1;
      return Array.from({ length: count }, (_, i) => {
        const chunk = chunks[i] ?? { text: () => textOf(i) };
        chunks[i] = chunk;
        return chunk;
      });
    },
    restore(given, packed) {
      table = openTermTable(packed ?? packTerms(given.map((chunk) => chunk.text())));
      free = table.free();
      chunks = [...given];
      // From now on they are told from here: what they were read from is let go.
      for (const [i, chunk] of given.entries()) chunk.text = () => textOf(i);
    },
    keepOnly(lists) {
      const held = new Uint8Array(table.highest() + 1);
      for (const numbers of lists) for (const id of numbers) held[id] = 1;
      free = [];
      for (let id = table.highest(); id >= 1; id--) {
        if (held[id] === 1) continue;
        if (table.forget(id)) chunks[chunkOf(id)] = undefined;
        free.push(id);
      }
    },
  };
}
