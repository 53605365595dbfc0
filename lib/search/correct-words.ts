import { tokenize } from "#lib/language/words";
import type { EngineQuery, UnknownWord } from "./engines/engine.ts";
import { presentHits } from "./present-hits.ts";
import type { Shelves } from "./shelves.ts";
import { mayBeMended, slipsBetween } from "./spelling.ts";

export type Corrections = ReadonlyMap<string, { term: string; word: string }>;

/** What words that no passage holds are read as: the nearest ones that the folders do hold. */
export async function correctWords(
  unknown: readonly UnknownWord[],
  query: EngineQuery,
  shelves: Shelves,
  signal: AbortSignal,
): Promise<{ corrections: Corrections; text: string }> {
  const corrections = new Map<string, { term: string; word: string }>();
  let { text } = query;
  for (const word of unknown.slice(0, mostCorrections)) {
    const near = await nearestWord(word, query, shelves, signal);
    if (near === undefined) continue;
    corrections.set(word.term, near);
    text = text.replace(word.written, () => near.word);
  }
  return { corrections, text };
}

/** A question with more unknown words than this is about something else. */
const mostCorrections = 8;

/** A word of a folder that is not asked is not told. */
async function standsIn(
  word: string,
  term: string,
  query: EngineQuery,
  { engine }: Shelves,
  signal: AbortSignal,
): Promise<boolean> {
  const { hits } = await engine.search({ ...query, text: word, limit: 3 }, signal);
  // Pieces of the word are found too.
  return hits.some(({ breakdown }) =>
    breakdown.some(({ params }) =>
      Object.entries(params).some(
        ([name, held]) => name !== "missing" && Array.isArray(held) && held.includes(term),
      ),
    ),
  );
}

/** Titles and headings know the full word; the engine knows every term, and a passage how it is written. */
async function nearestWord(
  { term, written }: UnknownWord,
  query: EngineQuery,
  shelves: Shelves,
  signal: AbortSignal,
): Promise<{ term: string; word: string } | undefined> {
  const word = shelves.catalogue.nearest(written.toLowerCase());
  const known = word === undefined ? undefined : tokenize(word)[0]?.term;
  if (word !== undefined && known !== undefined && known !== term) {
    const stands =
      query.keys === undefined || (await standsIn(word, known, query, shelves, signal));
    if (stands) return { term: known, word };
  }
  const near = await shelves.engine.nearest({ term, written });
  if (near === undefined) return undefined;
  const { hits } = await shelves.engine.search({ ...query, text: near, limit: 3 }, signal);
  if (hits.length === 0) return undefined;
  const shown = await presentHits(
    { hits, terms: [{ term: near, passages: hits.length, weight: 1 }] },
    {
      shelves,
      input: { explain: false, include_text: false },
      placeOf: (entry) => entry.places[0],
      max_snippet_chars: 100,
      signal,
      lang: query.lang,
    },
  );
  const spellings = shown.hits.flatMap((hit) => hit.matched);
  // Too much lies near a short stem: there the words must be near as they are written.
  const short = !mayBeMended(term);
  const spelled = spellings.find(
    (word) => !short || slipsBetween(written.toLowerCase(), word.toLowerCase()) !== undefined,
  );
  if (short && spelled === undefined) return undefined;
  return { term: near, word: spelled?.toLowerCase() ?? near };
}
