import MiniSearch from "minisearch";
import type { Facts } from "./facts.ts";
import { mayBeMended, slipsBetween } from "./spelling.ts";

/**
 * The catalogue of files: one entry per document with its names and headings. It knows how the folders spell things,
 * so a word that no passage holds can be read as one that a title or heading does hold. Entries wait to be taken up until
 * there is time or somebody asks: the index itself must not wait for them.
 */
export type Catalogue = {
  put(key: string, facts: Named, relativePath: string): void;
  remove(key: string): void;
  /** Keys of the files whose names or headings hold all the words, the last perhaps unfinished; the best first. */
  complete(text: string): string[];
  /** The known spelling nearest to an unknown word; undefined when none is near. */
  nearest(word: string): string | undefined;
};

type Named = Pick<Facts, "title" | "aliases" | "headings">;

const mostFound = 200;
/** Entries are taken up when none has come for so long, so much at a time; a question waits at most so long for them. */
const quietMs = 300;
const turnMs = 10;
const longestWaitMs = 100;

type Entry = { key: string; title: string; aliases: string; headings: string; path: string };

export function createCatalogue(): Catalogue {
  const index = new MiniSearch<Entry>({
    idField: "key",
    fields: ["title", "aliases", "headings", "path"],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { processTerm: (term) => term.toLowerCase() },
  });
  const waiting = new Map<string, { facts: Named; relativePath: string }>();
  let timer: NodeJS.Timeout | undefined;

  function takeUp(ms: number): void {
    const begun = performance.now();
    for (const [key, { facts, relativePath }] of waiting) {
      waiting.delete(key);
      const entry: Entry = {
        key,
        title: facts.title,
        aliases: facts.aliases.join("\n"),
        headings: facts.headings.map((h) => h.text).join("\n"),
        path: relativePath.replace(/\.\w+$/, ""),
      };
      if (index.has(key)) index.replace(entry);
      else index.add(entry);
      if (performance.now() - begun > ms) break;
    }
  }

  function takeUpLater(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      takeUp(turnMs);
      if (waiting.size > 0) takeUpLater(turnMs);
    }, ms).unref();
  }

  return {
    put(key, facts, relativePath) {
      waiting.set(key, { facts, relativePath });
      takeUpLater(quietMs);
    },
    remove(key) {
      waiting.delete(key);
      if (index.has(key)) index.discard(key);
    },
    complete(text) {
      takeUp(longestWaitMs);
      const found = index.search(text, {
        tokenize: termsOf,
        prefix: (_term, i, terms) => i === terms.length - 1,
        combineWith: "AND",
        boost: { title: 3, aliases: 2, headings: 2 },
      });
      return found.slice(0, mostFound).map(({ id }) => String(id));
    },
    nearest(word) {
      if (!mayBeMended(word)) return undefined;
      takeUp(longestWaitMs);
      const found = index.search(word, {
        // Two neighbours swapped are two edits to MiniSearch and one slip of the hand to us.
        fuzzy: 2,
        prefix: false,
        tokenize: (text) => [text],
      });
      let best: { term: string; slips: number; score: number } | undefined;
      for (const { terms, score } of found) {
        for (const term of terms) {
          const slips = slipsBetween(word, term);
          if (slips === undefined) continue;
          const nearer = best === undefined || slips < best.slips;
          const same = best !== undefined && slips === best.slips;
          if (
            nearer ||
            (same &&
              best !== undefined &&
              (score > best.score || (score === best.score && term < best.term)))
          ) {
            best = { term, slips, score };
          }
        }
      }
      return best?.term;
    },
  };
}

/** Words as they are typed, identifiers whole and in parts; Han by pairs, a lone character as it is. */
function termsOf(text: string): string[] {
  const runs =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{Script=Han}+|[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];
  return runs.flatMap((run) => {
    if (!/^\p{Script=Han}/u.test(run)) {
      const parts = run.split(/[-_.]/);
      return parts.length > 1 ? [run, ...parts] : [run];
    }
    const characters = [...run];
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
  });
}
