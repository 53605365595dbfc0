import MiniSearch from "minisearch";
import type { Facts } from "./facts.ts";

/**
 * The catalogue of files: one entry per document with its names and headings. It knows how the folders spell things,
 * so a word that no passage holds can be read as one that a title or heading does hold.
 */
export type Catalogue = {
  put(
    key: string,
    facts: Pick<Facts, "title" | "aliases" | "headings">,
    relativePath: string,
  ): void;
  remove(key: string): void;
  /** The known spelling nearest to an unknown word; undefined when none is near. */
  nearest(word: string): string | undefined;
};

const shortest = 4;

type Entry = { key: string; title: string; aliases: string; headings: string; path: string };

export function createCatalogue(): Catalogue {
  const index = new MiniSearch<Entry>({
    idField: "key",
    fields: ["title", "aliases", "headings", "path"],
    tokenize: (text) => text.match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [],
    processTerm: (term) => (term.length < shortest ? null : term.toLowerCase()),
    searchOptions: { processTerm: (term) => term.toLowerCase() },
  });
  return {
    put(key, facts, relativePath) {
      const entry: Entry = {
        key,
        title: facts.title,
        aliases: facts.aliases.join("\n"),
        headings: facts.headings.map((h) => h.text).join("\n"),
        path: relativePath.replace(/\.\w+$/, ""),
      };
      if (index.has(key)) index.replace(entry);
      else index.add(entry);
    },
    remove(key) {
      if (index.has(key)) index.discard(key);
    },
    nearest(word) {
      if (word.length < shortest || /^\d+$/.test(word)) return undefined;
      const found = index.search(word, {
        // Two neighbours swapped are two edits to MiniSearch and one slip of the hand to us.
        fuzzy: word.length < 5 ? 1 : 2,
        prefix: false,
        tokenize: (text) => [text],
      });
      const near = new Map<string, number>();
      for (const hit of found) {
        for (const term of hit.terms) near.set(term, Math.max(near.get(term) ?? 0, hit.score));
      }
      // Wrong letters are seldom the first; among near ones the same length and the more frequent one win.
      return [...near]
        .filter(
          ([term]) => term[0] === word[0] && distance(term, word) <= (word.length < 8 ? 1 : 2),
        )
        .sort(
          (a, b) =>
            distance(a[0], word) - distance(b[0], word) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1),
        )[0]?.[0];
    },
  };
}

/** Edits between two words: insert, remove, replace, or swap two neighbours. Words here are short. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
