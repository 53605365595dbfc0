import type { QueryTerm } from "#lib/contracts/envelope";
import { correctWords } from "./correct-words.ts";
import type {
  EngineHit,
  EngineQuery,
  EngineResult,
  SearchEngine,
  UnknownWord,
} from "./engines/engine.ts";
import type { Shelves } from "./shelves.ts";
import type { SynonymGroup } from "./synonym-lines.ts";
import {
  everydayPlaces,
  everydayWordings,
  folderPlaces,
  folderWordings,
  type Place,
  type Wording,
} from "./synonyms.ts";
import { openTurns } from "./turns.ts";

/** The groups of one folder, and the documents they speak for: its own, of those that are asked. */
export type FolderSynonyms = {
  groups: readonly SynonymGroup[];
  /** Undefined when it is all of them. */
  keys(): ReadonlySet<string> | undefined;
};

/** In so many wordings by folders' synonyms a question is asked at most, those with the fewest swaps first. */
const mostOfFolders = 24;

/**
 * Asks the engine for a question in every wording it has: as it was put, with words of the folders' synonyms in the place
 * of its own, with everyday words in the place of words that no passage holds, and all of them once more with what is
 * unknown then read as the nearest word that the folders do hold.
 */
export async function searchWordings(
  query: EngineQuery,
  from: {
    shelves: Shelves;
    synonyms: readonly FolderSynonyms[];
    /** Whether everyday words may stand for each other. */
    everyday: boolean;
  },
  signal: AbortSignal,
): Promise<{
  hits: EngineHit[];
  /** Of the wording that found the best passage. */
  terms: QueryTerm[];
  /** Of all wordings, for marking them in the text. */
  marked: QueryTerm[];
  /**
   * The question with the words it was read with, and with those of like meaning that it may be asked with; absent where
   * there are none.
   */
  did_you_mean?: string;
  /** Names of documents of which another server has put another version into the index. */
  elsewhere: readonly string[];
}> {
  const elsewhere: string[] = [];
  const turns = openTurns();
  const engine: SearchEngine = {
    ...from.shelves.engine,
    // A long question in many wordings does not hold up others, and ends when nobody waits for it any more.
    async search(query, signal) {
      await turns.take();
      const result = await from.shelves.engine.search(query, signal);
      elsewhere.push(...(result.elsewhere ?? []));
      return result;
    },
  };
  const own = await engine.search(query, signal);
  let asked: Asked[] = [];
  const ask = async ({ text, swaps, left, came }: Wording, of: EngineQuery) => {
    const other = { ...of, text, swaps };
    const result = await engine.search(other, signal);
    // A word that the folders do not hold finds nothing in place of another.
    if (!result.unknown.some(({ term }) => came.has(term)))
      asked.push({ query: other, result, left });
  };
  const unexplained = () => {
    const explained = new Set(asked.flatMap(({ left }) => [...left]));
    return own.unknown.filter(({ term }) => !explained.has(term));
  };
  for (const { wording, within } of await inFolders(query, from.synonyms, engine, signal))
    await ask(wording, within);
  // What the folder that says so does not hold is not put in its place.
  asked = asked.filter(({ result }) => result.hits.some((hit) => hit.swapped));
  if (from.everyday) {
    for (const wording of await inEverydayWords(query, unexplained(), engine, signal))
      await ask(wording, query);
  }
  const unknown = unexplained();
  const { corrections, text } = await correctWords(unknown, query, from.shelves, signal);
  const meant = text === query.text ? {} : { did_you_mean: text };
  if (corrections.size === 0) return { ...merged(own, asked, query.limit), ...meant, elsewhere };
  const again = (one: EngineQuery) => engine.search({ ...one, corrections }, signal);
  const others: Asked[] = [];
  for (const one of asked) others.push({ ...one, result: await again(one.query) });
  const all = merged(await again(query), others, query.limit);
  return { ...all, ...meant, elsewhere };
}

/** The question in the words of each folder, to be asked in its documents. */
async function inFolders(
  query: EngineQuery,
  synonyms: readonly FolderSynonyms[],
  engine: SearchEngine,
  signal: AbortSignal,
): Promise<{ wording: Wording; within: EngineQuery }[]> {
  const all: { wording: Wording; within: EngineQuery }[] = [];
  for (const { groups, keys } of synonyms) {
    const places = await heldPlaces(folderPlaces(query.text, groups), query, engine, signal);
    if (places.length === 0) continue;
    const own = keys();
    const within = own === undefined ? query : { ...query, keys: own };
    all.push(...folderWordings(query.text, places).map((wording) => ({ wording, within })));
  }
  return all
    .sort((a, b) => a.wording.swaps.length - b.wording.swaps.length)
    .slice(0, mostOfFolders);
}

/** Words that no passage holds put as everyday words that some passage does hold. */
async function inEverydayWords(
  query: EngineQuery,
  unknown: readonly UnknownWord[],
  engine: SearchEngine,
  signal: AbortSignal,
): Promise<Wording[]> {
  const terms = new Set(unknown.map(({ term }) => term));
  const places = everydayPlaces(query.text, terms);
  const held = (await heldPlaces(places, query, engine, signal)).map((place) => ({
    ...place,
    others: place.others.slice(0, mostEverydayWords),
  }));
  return everydayWordings(query.text, held);
}

/** The places with those of their words that some passage holds: any other word finds nothing and would only be tried. */
async function heldPlaces(
  places: readonly Place[],
  query: EngineQuery,
  engine: SearchEngine,
  signal: AbortSignal,
): Promise<Place[]> {
  if (places.length === 0) return [];
  // Asked of no document, the engine only tells which words it does not know.
  const words = places.flatMap(({ others }) => others.map(({ word }) => word));
  const looked = await engine.search({ ...query, text: words.join("\n"), keys: new Set() }, signal);
  const absent = new Set(looked.unknown.map(({ term }) => term));
  return places
    .map((place) => ({
      ...place,
      others: place.others.filter((other) => !other.terms.some((term) => absent.has(term))),
    }))
    .filter(({ others }) => others.length > 0);
}

/** So many words at most are tried in place of one. */
const mostEverydayWords = 3;

type Asked = { query: EngineQuery; result: EngineResult; left: ReadonlySet<string> };

/** Each passage by the wording it scores best in; another wording speaks only for passages that hold its words. */
function merged(own: EngineResult, others: readonly Asked[], limit: number) {
  if (others.length === 0) return { hits: own.hits, terms: own.terms, marked: own.terms };
  const best = new Map<string, { hit: EngineHit; terms: QueryTerm[] }>();
  for (const { hits, terms } of [own, ...others.map(({ result }) => result)]) {
    for (const hit of hits) {
      if (terms !== own.terms && hit.swapped !== true) continue;
      const place = `${hit.key} ${hit.passage}`;
      const known = best.get(place);
      if (known === undefined || hit.score > known.hit.score) best.set(place, { hit, terms });
    }
  }
  // Equals stay in the order of the wordings and, within one, of their places.
  const list = [...best.values()].sort((a, b) => b.hit.score - a.hit.score).slice(0, limit);
  const used = new Set([own.terms, ...list.map(({ terms }) => terms)]);
  const marked = new Map([...used].flat().map((term) => [term.term, term]));
  return {
    hits: list.map(({ hit }) => hit),
    terms: list[0]?.terms ?? own.terms,
    marked: [...marked.values()],
  };
}
