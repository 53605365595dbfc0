import MiniSearch from "minisearch";
import type { Facts } from "./facts.ts";
import { headingsOf } from "./packed-outline.ts";
import { mayBeMended, slipsBetween } from "./spelling.ts";

/**
 * The catalogue of files: one entry per document with its names and headings. It knows how the folders spell things,
 * so a word that no passage holds can be read as one that a title or heading does hold. Entries wait to be taken up until
 * there is time or somebody asks: the index itself must not wait for them. What completes is large, so it is only made
 * when somebody types.
 */
export type Catalogue = {
  put(key: string, facts: Named, relativePath: string): void;
  remove(key: string): void;
  /** Somebody is about to type. */
  expectTyping(): void;
  /** Keys of the files whose names or headings hold all the words, the last perhaps unfinished; the best first. */
  complete(text: string): string[];
  /** The known spelling nearest to an unknown word, of equals the one in more files; undefined when none is near. */
  nearest(word: string): string | undefined;
};

type Named = Pick<Facts, "title" | "aliases" | "outline">;

const mostFound = 200;
/** Entries are taken up when none has come for so long, after the first answers of a start, so much at a time; a question waits at most so long for them. */
const quietMs = 1_500;
const turnMs = 10;
const longestWaitMs = 100;

type Entry = { key: string; title: string; aliases: string; headings: string; path: string };
const fields = ["title", "aliases", "headings", "path"] as const;

export function createCatalogue(): Catalogue {
  const entries = new Map<string, { facts: Named; relativePath: string }>();
  const spellings = createSpellings();
  const unspelt = new Set<string>();
  let index: MiniSearch<Entry> | undefined;
  const unindexed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Whether the timer waits for quiet, and so may begin anew: thousands of entries come at a start. */
  let waits = false;

  function entryOf(key: string): Entry | undefined {
    const known = entries.get(key);
    if (known === undefined) return undefined;
    const { facts, relativePath } = known;
    return {
      key,
      title: facts.title,
      aliases: facts.aliases.join("\n"),
      headings: headingsOf(facts.outline)
        .map((h) => h.text)
        .join("\n"),
      path: relativePath.replace(/\.\w+$/, ""),
    };
  }

  function takeUp(from: Set<string>, ms: number, take: (entry: Entry) => void): void {
    const begun = performance.now();
    for (const key of from) {
      from.delete(key);
      const entry = entryOf(key);
      if (entry !== undefined) take(entry);
      if (performance.now() - begun > ms) break;
    }
  }

  const spell = (ms: number) => takeUp(unspelt, ms, (entry) => spellings.count(wordsOf(entry), 1));
  function addToIndex(ms: number): MiniSearch<Entry> {
    const made = index ?? openIndex();
    takeUp(unindexed, ms, (entry) => {
      if (made.has(entry.key)) made.replace(entry);
      else made.add(entry);
    });
    return made;
  }

  function openIndex(): MiniSearch<Entry> {
    index = new MiniSearch<Entry>({
      idField: "key",
      fields: [...fields],
      tokenize: termsOf,
      processTerm: (term) => term,
      searchOptions: { processTerm: (term) => term.toLowerCase() },
    });
    for (const key of entries.keys()) unindexed.add(key);
    return index;
  }

  function takeUpLater(ms: number): void {
    if (waits && ms === quietMs) {
      timer?.refresh();
      return;
    }
    clearTimeout(timer);
    waits = ms === quietMs;
    timer = setTimeout(() => {
      waits = false;
      spell(turnMs);
      if (index !== undefined) addToIndex(turnMs);
      if (unspelt.size + unindexed.size > 0) takeUpLater(turnMs);
    }, ms).unref();
  }

  function remove(key: string): void {
    const entry = entryOf(key);
    if (entry === undefined) return;
    if (!unspelt.delete(key)) spellings.count(wordsOf(entry), -1);
    unindexed.delete(key);
    if (index?.has(key)) index.discard(key);
    entries.delete(key);
  }

  return {
    put(key, facts, relativePath) {
      remove(key);
      entries.set(key, { facts, relativePath });
      unspelt.add(key);
      if (index !== undefined) unindexed.add(key);
      takeUpLater(quietMs);
    },
    remove,
    expectTyping() {
      if (index !== undefined) return;
      openIndex();
      takeUpLater(turnMs);
    },
    complete(text) {
      const found = addToIndex(longestWaitMs).search(text, {
        tokenize: termsOf,
        prefix: (_term, i, terms) => i === terms.length - 1,
        combineWith: "AND",
        boost: { title: 3, aliases: 2, headings: 2 },
      });
      if (unindexed.size > 0) takeUpLater(turnMs);
      return found.slice(0, mostFound).map(({ id }) => String(id));
    },
    nearest(word) {
      if (!mayBeMended(word)) return undefined;
      spell(longestWaitMs);
      return spellings.nearest(word);
    },
  };
}

/** The distinct words of names and headings that a word may be mended to. */
function wordsOf(entry: Entry): Set<string> {
  const words = new Set<string>();
  for (const field of fields) {
    for (const word of termsOf(entry[field])) if (/^[a-z]\D{3,}$/.test(word)) words.add(word);
  }
  return words;
}

/** In how many files each word stands. */
function createSpellings() {
  const files = new Map<string, number>();
  return {
    count(words: Iterable<string>, by: 1 | -1): void {
      for (const word of words) {
        const count = (files.get(word) ?? 0) + by;
        if (count > 0) files.set(word, count);
        else files.delete(word);
      }
    },
    nearest(word: string): string | undefined {
      if (files.has(word)) return word;
      let best: { term: string; slips: number; count: number } | undefined;
      for (const [term, count] of files) {
        const slips = slipsBetween(word, term);
        if (slips === undefined || slips > (best?.slips ?? slips)) continue;
        const before =
          best === undefined ||
          slips < best.slips ||
          count > best.count ||
          (count === best.count && term < best.term);
        if (before) best = { term, slips, count };
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
