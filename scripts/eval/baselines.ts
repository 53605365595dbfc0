import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decode } from "#lib/platform/decode";
import { sliceLines, splitLines } from "#lib/platform/lines";
import { cutSnippet } from "#lib/search/snippet";
import { documentsIn } from "../../bench/corpus/folder-corpus.ts";
import { fillFts5, openFts5 } from "../../bench/peers/fts5.ts";
import { fillMiniSearch, miniSearchPeer } from "../../bench/peers/minisearch.ts";
import { readDocuments, wordsOf } from "../../bench/peers/passages.ts";
import type { Peer, PeerHit } from "../../bench/peers/peer.ts";
import type { ResultLine } from "./put-questions.ts";
import type { Query } from "./question-sets.ts";

/**
 * What plain engines make of the same questions over the same passages. They rank; what they show is the window of a
 * passage that holds most of the question, as a search box does, and of the best passage it is the answer. They answer
 * whenever they find anything, and their score stands for the confidence.
 */
export type Baselines = {
  names: readonly string[];
  answer(name: string, queries: readonly Query[]): ResultLine[];
  close(): void;
};

const limit = 20;
const snippetChars = 700;
/** Of an answer no more is looked at. */
const answerChars = 300;

export function openBaselines(root: string): Baselines {
  const scratch = mkdtempSync(path.join(tmpdir(), "docent-eval-fts5-"));
  const documents = [...readDocuments(root, documentsIn(root))];
  const file = path.join(scratch, "passages.sqlite");
  fillFts5(file, documents);
  const engines: Record<string, Peer> = {
    FTS5: openFts5(file),
    "MiniSearch section": miniSearchPeer("section", fillMiniSearch("section", documents)),
    "MiniSearch file": miniSearchPeer("file", fillMiniSearch("file", documents)),
  };
  const linesOf = linesIn(root);
  const rangeOf = (hit: PeerHit) =>
    hit.lines ?? { start: 1, end: Math.max(1, linesOf(hit.relative_path).length) };
  return {
    names: Object.keys(engines),
    answer: (name, queries) =>
      queries.map(({ id, question }) => {
        const hits = engines[name]?.search(question, limit) ?? [];
        const weights = new Map(wordsOf(question).map((word) => [word, 1]));
        const textOf = (hit: PeerHit) => textIn(linesOf(hit.relative_path), rangeOf(hit));
        const [best] = hits;
        return {
          id,
          status: best === undefined ? "no_evidence" : "answered",
          confidence: best?.score ?? 0,
          answer: best === undefined ? "" : cutSnippet(textOf(best), answerChars, weights).text,
          citations: hits.map((hit) => ({
            path: hit.relative_path,
            line_start: rangeOf(hit).start,
            line_end: rangeOf(hit).end,
            snippet: cutSnippet(textOf(hit), snippetChars, weights).text,
            score: hit.score,
          })),
        };
      }),
    close() {
      for (const engine of Object.values(engines)) engine.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function textIn(lines: readonly string[], { start, end }: { start: number; end: number }): string {
  return sliceLines(lines, start, end).join("\n");
}

function linesIn(root: string): (relative_path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (relative_path) => {
    const read = known.get(relative_path) ?? linesOfFile(path.join(root, relative_path));
    known.set(relative_path, read);
    return read;
  };
}

function linesOfFile(file: string): readonly string[] {
  const decoded = decode(readFileSync(file));
  return decoded.kind === "text" ? splitLines(decoded.text) : [];
}
