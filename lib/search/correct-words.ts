import { isFixed } from "#lib/language/fixed-words";
import { tokenize } from "#lib/language/words";
import { areApart } from "#lib/meaning/near-words";
import type { EngineQuery, UnknownWord } from "./engines/engine.ts";
import { nearestSpelling } from "./nearest-spelling.ts";
import { presentHits } from "./present-hits.ts";
import type { Shelves } from "./shelves.ts";
import { mayBeMended, slipsBetween } from "./spelling.ts";
import { readSpoken } from "./spoken-words.ts";

export type Corrections = ReadonlyMap<string, { term: string; word: string }>;

/**
 * What words that no passage holds are read as: the nearest ones in spelling that the folders do hold. Where none is, one that
 * means nearly the same is offered in `text`, and not asked for: by meaning the passages were ranked already.
 */
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
    if (near !== undefined) corrections.set(word.term, near);
    const offered = near?.word ?? (await alikeWord(word, query, shelves, signal));
    if (offered !== undefined) text = text.replace(word.written, () => offered);
  }
  return { corrections, text };
}

/** A question with more unknown words than this is about something else. */
const mostCorrections = 8;

/** As some passage has it; of a Chinese text only for a whole word, since half a word means something else. */
async function alikeWord(
  { term, written }: UnknownWord,
  query: EngineQuery,
  shelves: Shelves,
  signal: AbortSignal,
): Promise<string | undefined> {
  const token = tokenize(query.text).find((one) => one.term === term);
  if (token === undefined || isFixed(written, token, query.text)) return undefined;
  const isWhole = readSpoken(query.text).words.some(
    ({ start, end }) => start === token.start && end === token.end,
  );
  const near = isWhole ? await shelves.engine.alike(term) : undefined;
  return near === undefined ? undefined : (await spellingsOf(near, query, shelves, signal))?.[0];
}

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
  const word = nearestSpelling(shelves, written.toLowerCase());
  const known = word === undefined ? undefined : tokenize(word)[0]?.term;
  if (word !== undefined && known !== undefined && known !== term) {
    const stands =
      query.keys === undefined || (await standsIn(word, known, query, shelves, signal));
    if (stands) return { term: known, word };
  }
  const near = await shelves.engine.nearest({ term, written });
  if (near === undefined || areApart(shelves.meanings, term, near)) return undefined;
  const spellings = await spellingsOf(near, query, shelves, signal);
  if (spellings === undefined) return undefined;
  // Too much lies near a short stem: there the words must be near as they are written.
  const short = !mayBeMended(term);
  const spelled = spellings.find(
    (word) => !short || slipsBetween(written.toLowerCase(), word) !== undefined,
  );
  if (short && spelled === undefined) return undefined;
  return { term: near, word: spelled ?? near };
}

/** How the passages that are asked spell a term, the best of them first; undefined where nothing is found by it. */
async function spellingsOf(
  term: string,
  query: EngineQuery,
  shelves: Shelves,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const { hits } = await shelves.engine.search({ ...query, text: term, limit: 3 }, signal);
  if (hits.length === 0) return undefined;
  const shown = await presentHits(
    { hits, terms: [{ term, passages: hits.length, weight: 1 }] },
    {
      shelves,
      input: { explain: false, include_text: false },
      placeOf: (entry) => entry.places[0],
      max_snippet_chars: 100,
      signal,
      lang: query.lang,
    },
  );
  return shown.hits.flatMap(({ matched }) => matched).map((word) => word.toLowerCase());
}
