/**
 * The words of an index and their numbers, from 1. A number stays its word's own for as long as a segment holds the
 * word; when none does any more the word is forgotten and its number given to the next new one.
 */
export type TermList = {
  /** The number of a word, a new one when it is not known yet. */
  idOf(term: string): number;
  known(term: string): number | undefined;
  terms(): IterableIterator<string>;
  size(): number;
  /** Word by number, the first for number 1; "" where there is none. */
  all(): readonly string[];
  /** Takes the place of everything known. */
  restore(terms: readonly string[]): void;
  /** Forgets the words that none of these ascending lists of numbers holds. */
  keepOnly(lists: readonly Uint32Array[]): void;
};

export function createTermList(): TermList {
  const ids = new Map<string, number>();
  let list: string[] = [];
  let free: number[] = [];
  return {
    idOf(term) {
      const known = ids.get(term);
      if (known !== undefined) return known;
      const id = free.pop() ?? list.length + 1;
      const kept = own(term);
      ids.set(kept, id);
      list[id - 1] = kept;
      return id;
    },
    known: (term) => ids.get(term),
    terms: () => ids.keys(),
    size: () => ids.size,
    all: () => list,
    restore(terms) {
      list = [...terms];
      ids.clear();
      free = [];
      for (const [i, term] of list.entries()) {
        if (term === "") free.push(i + 1);
        else ids.set(term, i + 1);
      }
    },
    keepOnly(lists) {
      const held = new Uint8Array(list.length + 1);
      for (const numbers of lists) for (const id of numbers) held[id] = 1;
      free = [];
      for (let id = list.length; id >= 1; id--) {
        if (held[id] === 1) continue;
        ids.delete(list[id - 1] ?? "");
        list[id - 1] = "";
        free.push(id);
      }
    },
  };
}

/** A key that does not keep the file alive it was cut from. */
function own(term: string): string {
  return term.length < 13 ? term : Buffer.from(term, "utf16le").toString("utf16le");
}
