import { existsSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { TermChunk } from "../engines/engine.ts";
import type { Segment } from "../engines/segment.ts";
import type { Entry, Skipped } from "../inventory.ts";
import { DamagedIndex, joinOutlines, type KeptRows, readFiles, readRows } from "./read-rows.ts";
import type { RowsAsked, RowsReply } from "./rows-worker.ts";
import { readSegment } from "./segment-bytes.ts";

export type Kept = {
  entries: Entry[];
  skipped: Map<string, Map<string, Skipped>>;
  /** The words are those of the table; the chunks tell them once they are restored. */
  parts: { terms: TermChunk[]; table: KeptRows["terms"]; segments: Segment[] };
  /** The numbers that the segments have in the file, in the same order. */
  numbers: number[];
  homes: Record<string, string>;
};

/** Words and segments of a smaller file are read before a thread for them would have started. */
const smallBytes = 4 * 1024 * 1024;

/**
 * What is kept, undefined when nothing is, or under another fingerprint. Words and segments of a large file are read by a
 * thread of its own, `standby` where one was started already, while this one reads the facts of files and walks through the
 * folders. Should another process write meanwhile, facts may be of another moment than words: who takes them over holds
 * them against each other by their keys. Rejects with `DamagedIndex` when a row is not what was written.
 */
export async function readKept(
  path: string,
  fingerprint: string,
  standby?: Worker,
): Promise<Kept | undefined> {
  const words = readWords({ path, fingerprint }, standby);
  const reading = [words, readFiles(path, fingerprint)] as const;
  await Promise.allSettled(reading); // who sets a damaged file aside finds it closed
  const [rows, files] = await Promise.all(reading);
  if (rows === undefined) return undefined;
  const entries = joinOutlines(files, rows);
  if (entries.length === 0 && rows.skipped.length === 0) return undefined;
  return unpack(rows, entries);
}

async function readWords(asked: RowsAsked, standby?: Worker): Promise<KeptRows | undefined> {
  const { path, fingerprint } = asked;
  const bytes = [path, `${path}-wal`].reduce((sum, file) => sum + sizeOf(file), 0);
  return bytes < smallBytes ? readRows(path, fingerprint) : readApart(asked, standby);
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

function readApart(asked: RowsAsked, standby?: Worker): Promise<KeptRows | undefined> {
  return new Promise((resolve, reject) => {
    const worker = standby !== undefined && isAlive(standby) ? standby : startReader();
    worker.once("message", (reply: RowsReply) => {
      if (reply.kind === "read") resolve(reply.rows);
      else if (reply.kind === "damaged") reject(new DamagedIndex(reply.message));
      else reject(new Error(reply.message));
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread that reads the kept index ended")));
    worker.unref();
    worker.postMessage(asked);
  });
}

const isAlive = (worker: Worker) => worker.threadId !== -1;

function startReader(): Worker {
  return new Worker(new URL("./rows-worker.ts", import.meta.url), {
    name: "kept-index",
    execArgv: [],
    // What a library might print must not reach this process's stdout: it belongs to the protocol.
    stdout: true,
    stderr: true,
  });
}

function unpack({ skipped, chunks, terms, segments, homes }: KeptRows, entries: Entry[]): Kept {
  const words = terms.highest;
  const parts = {
    terms: Array.from({ length: chunks }, (): TermChunk => ({ text: () => "" })),
    table: terms,
    segments: segments.map(({ layout, alive, buffers }) => {
      const segment = readSegment(layout, alive, buffers);
      if ((segment.terms.at(-1) ?? 0) > words)
        throw new DamagedIndex("a segment holds unknown words");
      return segment;
    }),
  };
  return {
    entries,
    skipped: new Map(
      skipped.map(({ root_id, list }) => {
        const known = JSON.parse(list) as Skipped[]; // its checksum says that `write` wrote it
        return [root_id, new Map(known.map((one) => [one.relative_path, one]))];
      }),
    ),
    parts,
    numbers: segments.map(({ number }) => number),
    homes: JSON.parse(homes),
  };
}
