import MiniSearch from "minisearch";
import { tokenize } from "#lib/language/words";
import type { EngineHit, SearchEngine } from "../../lib/search/engines/engine.ts";

type Row = {
  id: string;
  key: string;
  passage: number;
  order: string;
  line: number;
  terms: string[];
};

/** A plain MiniSearch behind the port: the same words, its own ranking, no signals. An oracle for small folders. */
export function createMiniSearchEngine(): SearchEngine {
  const index = new MiniSearch<Row>({
    fields: ["terms"],
    storeFields: ["key", "passage", "order", "line"],
    extractField: (row, field) =>
      field === "terms" ? row.terms.join("\n") : String(Reflect.get(row, field)),
    tokenize: (text) => text.split("\n"),
    processTerm: (term) => term,
  });
  const rows = new Map<string, Row[]>();
  const holds = (term: string) =>
    index.search({ queries: [term], fuzzy: false, prefix: false, tokenize: (t) => [t] });

  function remove(key: string): void {
    for (const row of rows.get(key) ?? []) index.remove(row);
    rows.delete(key);
  }

  return {
    async update(documents) {
      for (const { key, order, words } of documents) {
        remove(key);
        const terms = words.terms.split("\n");
        const made = [...words.line].map((line, passage): Row => {
          const from = words.postingStarts[passage] ?? 0;
          const end = words.postingStarts[passage + 1] ?? 0;
          const held = [...words.postingTerm.subarray(from, end)].map((id) => terms[id] ?? "");
          return { id: `${key}/${passage}`, key, passage, order, line, terms: held };
        });
        index.addAll(made);
        rows.set(key, made);
      }
    },
    async remove(keys) {
      for (const key of keys) remove(key);
    },
    nearest: async () => undefined,
    alike: async () => undefined,
    mentions: async () => [],
    stats: () => ({ documents: rows.size, passages: index.documentCount, terms: index.termCount }),
    async search({ text, limit, keys }, signal) {
      signal.throwIfAborted();
      const tokens = tokenize(text).filter((token) => !token.stop);
      const terms = [...new Set(tokens.map((token) => token.term))];
      const found = index
        .search(terms.join("\n"), { tokenize: (t) => t.split("\n") })
        .filter((hit) => keys === undefined || keys.has(hit.key));
      const best = found[0]?.score ?? 1;
      found.sort(
        (a, b) =>
          b.score - a.score || (a.order < b.order ? -1 : a.order > b.order ? 1 : a.line - b.line),
      );
      return {
        hits: found.slice(0, limit).map((hit): EngineHit => {
          const value = hit.score / best;
          const breakdown = [{ signal: "minisearch", value, detail: "By MiniSearch.", params: {} }];
          return {
            key: hit.key,
            passage: hit.passage,
            score: value,
            breakdown,
            reason: "By MiniSearch.",
          };
        }),
        terms: terms.map((term) => ({
          term,
          passages: holds(term).length,
          weight: 1 / terms.length,
        })),
        unknown: tokens
          .filter(({ term }) => holds(term).length === 0)
          .map(({ term, start, end }) => ({ term, written: text.slice(start, end) })),
      };
    },
  };
}
