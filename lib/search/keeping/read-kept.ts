import { existsSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { TermChunk } from "../engines/engine.ts";
import type { Segment } from "../engines/segment.ts";
import type { Entry, Skipped } from "../inventory.ts";
import { DamagedIndex, type KeptRows, readFiles, readRows } from "./read-rows.ts";
import type { RowsReply } from "./rows-worker.ts";
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
 * thread of its own, while this one reads the facts of files and walks through the folders. Should another process write
 * meanwhile, facts may be of another moment than words: who takes them over holds them against each other by their keys.
 * Rejects with `DamagedIndex` when a row is not what was written.
 */
export async function readKept(path: string, fingerprint: string): Promise<Kept | undefined> {
  const reading = [readWords(path, fingerprint), readFiles(path, fingerprint)] as const;
  await Promise.allSettled(reading); // who sets a damaged file aside finds it closed
  const [rows, entries] = await Promise.all(reading);
  if (rows === undefined || (entries.length === 0 && rows.skipped.length === 0)) return undefined;
  return unpack(rows, entries);
}

async function readWords(path: string, fingerprint: string): Promise<KeptRows | undefined> {
  const bytes = [path, `${path}-wal`].reduce((sum, file) => sum + sizeOf(file), 0);
  return bytes < smallBytes ? readRows(path, fingerprint) : readApart(path, fingerprint);
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

function readApart(path: string, fingerprint: string): Promise<KeptRows | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./rows-worker.ts", import.meta.url), {
      name: "kept-index",
      execArgv: [],
      workerData: { path, fingerprint },
      // What a library might print must not reach this process's stdout: it belongs to the protocol.
      stdout: true,
      stderr: true,
    });
    worker.once("message", (reply: RowsReply) => {
      if (reply.kind === "read") resolve(reply.rows);
      else if (reply.kind === "damaged") reject(new DamagedIndex(reply.message));
      else reject(new Error(reply.message));
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread that reads the kept index ended")));
    worker.unref();
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
