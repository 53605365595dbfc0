import { readFileSync, writeFileSync } from "node:fs";
import { documentsIn } from "../corpus/folder-corpus.ts";
import { fillMiniSearch, type Grain, loadMiniSearch, miniSearchPeer } from "../peers/minisearch.ts";
import { readDocuments } from "../peers/passages.ts";
import { memoryOf } from "./memory.ts";
import { type Questions, type Spread, timeEach } from "./spread.ts";

/** From the folder to the saved index: what a program on MiniSearch does at its first start. */
export async function minisearchBuild(given: {
  dir: string;
  grain: Grain;
  file: string;
}): Promise<{ entries: number }> {
  const index = fillMiniSearch(given.grain, readDocuments(given.dir, documentsIn(given.dir)));
  writeFileSync(given.file, JSON.stringify(index));
  return { entries: index.documentCount };
}

/** From the saved index to the first answer: its later starts. */
export async function minisearchFirstAnswer(given: {
  file: string;
  grain: Grain;
  question: string;
}): Promise<{ hits: number }> {
  const index = loadMiniSearch(given.grain, readFileSync(given.file, "utf8"));
  return { hits: miniSearchPeer(given.grain, index).search(given.question, 20).length };
}

export async function minisearchQuery(given: {
  file: string;
  grain: Grain;
  questions: Questions;
}): Promise<{ rss_mb: number; query: Spread }> {
  const index = loadMiniSearch(given.grain, readFileSync(given.file, "utf8"));
  const peer = miniSearchPeer(given.grain, index);
  // What the saved text took is given back before memory is looked at.
  globalThis.gc?.();
  const rss_mb = memoryOf(process.pid).rss_mb;
  return { rss_mb, query: await timeEach(given.questions, (q) => peer.search(q, 20)) };
}
