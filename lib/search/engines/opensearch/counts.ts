import { tokenize } from "#lib/language/words";
import { nameness } from "../../signals/named.ts";
import type { EngineQuery } from "../engine.ts";
import type { Averages } from "../inverted-index.ts";
import { fields } from "../segment.ts";
import type { Cluster, Searched } from "./cluster.ts";
import { pieces } from "./cluster.ts";
import { requests } from "./limits.ts";

/** What the whole collection says of a question's words, counted by the server over what is there at this moment. */
export type Counts = {
  averages: Averages;
  /** Passages that hold a word, and how far it is a name. */
  passages: ReadonlyMap<string, number>;
  names: ReadonlyMap<string, number>;
};

/** Every word that may be asked for when the question is read. */
export function wordsToCount({ text, corrections, swaps = [] }: EngineQuery): string[] {
  const words = new Set<string>();
  for (const token of [text, ...swaps.map(({ written }) => written)].flatMap(tokenize)) {
    if (token.stop) continue;
    words.add(corrections?.get(token.term)?.term ?? token.term);
    words.add(token.term);
  }
  return [...words];
}

/**
 * Counted by filters, which no shard and no document that was taken away changes: a shard's own statistics would count those
 * too. Sums over documents give the averages; the server remembers them until something changes.
 */
export async function countWords(
  cluster: Cluster,
  index: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<Counts> {
  const groups = [...pieces(words, requests.words)];
  const [sums, ...counted] = await cluster.search(
    index,
    [sumSearch, ...groups.map(countSearch)],
    signal,
  );
  const passages = new Map<string, number>();
  const names = new Map<string, number>();
  for (const [g, group] of groups.entries()) {
    const buckets = counted[g]?.aggregations.counts?.buckets ?? [];
    const countAt = (at: number) => buckets[at]?.doc_count ?? 0;
    for (const [i, word] of group.entries()) {
      passages.set(word, countAt(i * perWord));
      names.set(word, nameness(countAt(i * perWord + 1), countAt(i * perWord + 2)));
    }
  }
  return { averages: averagesOf(sums), passages, names };
}

export async function countPassages(
  cluster: Cluster,
  index: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (words.length === 0) return new Map();
  return (await countWords(cluster, index, words, signal)).passages;
}

const perWord = 3;

function countSearch(words: readonly string[]) {
  const filters = words.flatMap((word) => {
    const spoken = { term: { spoken: word } };
    return [
      { term: { impact: word } },
      spoken,
      { bool: { filter: [spoken, { term: { named: word } }] } },
    ];
  });
  return { size: 0, track_total_hits: false, aggs: { counts: { filters: { filters } } } };
}

const sumSearch = {
  size: 0,
  track_total_hits: false,
  query: { match_all: {} },
  aggs: {
    documents: { value_count: { field: "passages" } },
    passages: { sum: { field: "passages" } },
    ...Object.fromEntries(
      fields.map((field) => [`${field}_words`, { sum: { field: `${field}_words` } }]),
    ),
  },
};

function averagesOf(sums: Searched | undefined): Averages {
  const sumOf = (name: string) => sums?.aggregations[name]?.value ?? 0;
  const passages = sumOf("passages");
  const averageOf = (field: string) => Math.max(1, sumOf(`${field}_words`) / Math.max(1, passages));
  const length = Object.fromEntries(
    fields.map((field) => [field, averageOf(field)]),
  ) as Averages["length"]; // one entry per field: made from the list itself
  return { documents: sumOf("documents"), passages, length };
}
