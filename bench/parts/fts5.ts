import { documentsIn } from "../corpus/folder-corpus.ts";
import { fillFts5, openFts5 } from "../peers/fts5.ts";
import { readDocuments } from "../peers/passages.ts";
import { type Questions, type Spread, timeEach } from "./spread.ts";

export async function fts5Build(given: {
  dir: string;
  file: string;
}): Promise<{ passages: number }> {
  return { passages: fillFts5(given.file, readDocuments(given.dir, documentsIn(given.dir))) };
}

export async function fts5Query(given: {
  file: string;
  questions: Questions;
}): Promise<{ query: Spread }> {
  const peer = openFts5(given.file);
  try {
    return { query: await timeEach(given.questions, (q) => peer.search(q, 20)) };
  } finally {
    peer.close();
  }
}
