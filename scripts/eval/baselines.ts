import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decode } from "#lib/platform/decode";
import { sliceLines, splitLines } from "#lib/platform/lines";
import { documentsIn } from "../../bench/corpus/folder-corpus.ts";
import { fillFts5, openFts5 } from "../../bench/peers/fts5.ts";
import { fillMiniSearch, miniSearchPeer } from "../../bench/peers/minisearch.ts";
import { readDocuments } from "../../bench/peers/passages.ts";
import type { Peer, PeerHit } from "../../bench/peers/peer.ts";
import type { ResultLine } from "./put-questions.ts";
import type { Query } from "./question-sets.ts";

/**
 * What plain engines make of the same questions over the same passages. They rank and show the best passage as the
 * answer; they answer whenever they find anything, and their score stands for the confidence.
 */
export type Baselines = {
  names: readonly string[];
  answer(name: string, queries: readonly Query[]): ResultLine[];
  close(): void;
};

const limit = 20;
const snippetChars = 700;

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
  return {
    names: Object.keys(engines),
    answer: (name, queries) =>
      queries.map(({ id, question }) => {
        const hits = engines[name]?.search(question, limit) ?? [];
        const citations = hits.map((hit) => citationOf(hit, linesOf(hit.relative_path)));
        return {
          id,
          status: citations.length > 0 ? "answered" : "no_evidence",
          confidence: hits[0]?.score ?? 0,
          answer: citations[0]?.snippet ?? "",
          citations,
        };
      }),
    close() {
      for (const engine of Object.values(engines)) engine.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function citationOf(hit: PeerHit, lines: readonly string[]): ResultLine["citations"][number] {
  const { start, end } = hit.lines ?? { start: 1, end: Math.max(1, lines.length) };
  return {
    path: hit.relative_path,
    line_start: start,
    line_end: end,
    snippet: sliceLines(lines, start, end).join("\n").slice(0, snippetChars).toWellFormed(),
    score: hit.score,
  };
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
