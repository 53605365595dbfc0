import MiniSearch, { type Options } from "minisearch";
import { fieldWeights, type PeerDocument, wordsOf } from "./passages.ts";
import type { Peer } from "./peer.ts";

/**
 * MiniSearch with our words: our tokenizer cuts and stems, so that nothing is lost to a default made for English. By
 * section it holds the passages, by file each document in one piece.
 */
export type Grain = "file" | "section";

type Entry = {
  id: number;
  relative_path: string;
  line_start: number;
  line_end: number;
  title: string;
  heading: string;
  path: string;
  body: string;
  code: string;
};

export const minisearchSettings =
  "our tokenizer and stems, no stop words, our field weights as boosts, OR, BM25+ as delivered";

const options = (grain: Grain): Options<Entry> => ({
  fields: ["title", "heading", "path", "body", "code"],
  storeFields: grain === "file" ? ["relative_path"] : ["relative_path", "line_start", "line_end"],
  tokenize: wordsOf,
  processTerm: (term) => term,
  searchOptions: {
    combineWith: "OR",
    boost: Object.fromEntries(
      Object.entries(fieldWeights).map(([field, { boost }]) => [field, boost]),
    ),
  },
});

export function fillMiniSearch(grain: Grain, documents: Iterable<PeerDocument>): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>(options(grain));
  index.addAll([...entriesOf(grain, documents)]);
  return index;
}

export function loadMiniSearch(grain: Grain, json: string): MiniSearch<Entry> {
  return MiniSearch.loadJSON(json, options(grain));
}

export function miniSearchPeer(grain: Grain, index: MiniSearch<Entry>): Peer {
  return {
    settings: minisearchSettings,
    search: (question, limit) =>
      index
        .search(question)
        .slice(0, limit)
        .map((found) => ({
          relative_path: String(found.relative_path),
          score: found.score,
          ...(grain === "file"
            ? {}
            : { lines: { start: Number(found.line_start), end: Number(found.line_end) } }),
        })),
    close: () => undefined,
  };
}

function* entriesOf(grain: Grain, documents: Iterable<PeerDocument>): Generator<Entry> {
  let id = 0;
  for (const document of documents) {
    const { passages } = document;
    if (grain === "section") {
      for (const passage of passages) yield { id: id++, ...passage };
      continue;
    }
    const joined = (field: "body" | "code") => passages.map((p) => p[field]).join("\n\n");
    yield {
      id: id++,
      relative_path: document.relative_path,
      line_start: 1,
      line_end: passages.at(-1)?.line_end ?? 1,
      title: document.title,
      heading: [...new Set(passages.map((passage) => passage.heading))].join("\n"),
      path: document.relative_path,
      body: joined("body"),
      code: joined("code"),
    };
  }
}
