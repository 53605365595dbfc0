import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import Database from "better-sqlite3";
import { type PackedTerms, packTerms } from "#lib/platform/term-table";
import type { Entry } from "../inventory.ts";
import { type FactsRow, type FileTexts, readEntries } from "./facts-row.ts";
import { readBuffers } from "./segment-bytes.ts";

/**
 * Reads what stands in the file an index is kept in, each row held against its checksum: the files by the thread that
 * needs them, words and segments by any. These are handed from one to another as they are: texts, and memory that changes
 * hands.
 */
export type KeptRows = {
  /** The numbers of all outlines, by the places of their files in the table. */
  outlines: {
    places: number[];
    crcs: number[];
    counts: number[];
    numbers: Uint32Array<ArrayBuffer>;
  };
  skipped: { root_id: string; list: string }[];
  /** In how many chunks the words stand, and the table of them. */
  chunks: number;
  terms: PackedTerms;
  segments: { number: number; layout: string; alive: Uint8Array; buffers: ArrayBuffer[] }[];
  homes: string;
};

export class DamagedIndex extends Error {}

/** Undefined when nothing is kept, or under another fingerprint. Throws DamagedIndex when a row is not what was written. */
export function readRows(path: string, fingerprint: string): KeptRows | undefined {
  const db = open(path);
  try {
    return isOf(db, fingerprint) ? readAll(db) : undefined;
  } catch (error) {
    throw damageOf(error);
  } finally {
    db.close();
  }
}

/** An entry whose outline lacks its numbers: its place in the table, the checksum of its row, and that of its texts. */
export type KeptFile = { entry: Entry; place: number; crc: number; texts: number };

/** The files, in the order they were written; none under another fingerprint. Rejects as `readRows` throws. */
export async function readFiles(path: string, fingerprint: string): Promise<KeptFile[]> {
  const db = open(path);
  const files: KeptFile[] = [];
  try {
    if (!isOf(db, fingerprint)) return files;
    const page = db.prepare<[number], FileTexts & { place: number; crc: number }>(
      `SELECT rowid AS place, path, key, signature, facts, names, crc FROM files
       WHERE rowid > ? ORDER BY rowid LIMIT ${filesAtOnce}`,
    );
    for (let after = -1; ; ) {
      const rows = page.all(after);
      for (const [i, entry] of readEntries(rows).entries()) {
        const row = rows[i];
        if (row === undefined) break;
        files.push({ entry, place: row.place, crc: row.crc, texts: checksumOfTexts(row) });
      }
      if (rows.length < filesAtOnce) return files;
      after = rows.at(-1)?.place ?? 0;
      await nextTurn();
    }
  } catch (error) {
    throw damageOf(error);
  } finally {
    db.close();
  }
}

/**
 * The entries with the numbers of their outlines. One that another process has put in, taken out or put in the place of
 * another between the two readings is left out. Throws DamagedIndex when a row is not what was written.
 */
export function joinOutlines(files: readonly KeptFile[], { outlines }: KeptRows): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  let from = 0;
  for (const { entry, place, crc, texts } of files) {
    for (; (outlines.places[at] ?? place) < place; at++) from += outlines.counts[at] ?? 0;
    if (outlines.places[at] !== place || outlines.crcs[at] !== crc) continue;
    const numbers = outlines.numbers.subarray(from, from + (outlines.counts[at] ?? 0));
    if (crc32(bytesOf(numbers), texts) !== crc) throw new DamagedIndex(damaged);
    entry.facts.outline.numbers = numbers;
    entries.push(entry);
  }
  return entries;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

const filesAtOnce = 300;

/** What is read by this connection is all of one moment. */
function open(path: string): Database.Database {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 2000 });
    db.exec("BEGIN");
    return db;
  } catch (error) {
    throw damageOf(error);
  }
}

function isOf(db: Database.Database, fingerprint: string): boolean {
  const tables = "SELECT count(*) FROM sqlite_master WHERE name = 'about'";
  return (
    db.prepare<[], number>(tables).pluck().get() === 1 && about(db, "fingerprint") === fingerprint
  );
}

function about(db: Database.Database, name: string): string | undefined {
  return db.prepare<[string], string>("SELECT value FROM about WHERE name = ?").pluck().get(name);
}

/** One piece of memory for all their numbers: thousands of small ones would keep the collector busy, and be slow to go. */
function readOutlines(db: Database.Database): KeptRows["outlines"] {
  const rows = db
    .prepare<[], { place: number; numbers: Buffer; crc: number }>(
      "SELECT rowid AS place, numbers, crc FROM files ORDER BY rowid",
    )
    .all();
  const bytes = new Uint8Array(rows.reduce((sum, { numbers }) => sum + numbers.length, 0));
  let at = 0;
  for (const { numbers } of rows) {
    bytes.set(numbers, at);
    at += numbers.length;
  }
  return {
    places: rows.map(({ place }) => place),
    crcs: rows.map(({ crc }) => crc),
    counts: rows.map(({ numbers }) => numbers.length / Uint32Array.BYTES_PER_ELEMENT),
    numbers: new Uint32Array(bytes.buffer),
  };
}

function readAll(db: Database.Database): KeptRows {
  const skipped = db.prepare<[], SkippedRow>("SELECT * FROM skipped ORDER BY rowid").all();
  for (const { list, crc } of skipped) check(list, crc);

  const texts = db.prepare<[], TermsRow>("SELECT * FROM terms ORDER BY chunk").all();
  for (const [i, { chunk, terms, crc }] of texts.entries()) {
    if (chunk !== i) throw new DamagedIndex("words are missing");
    check(terms, crc);
  }
  const terms = packTerms(texts.map((row) => row.terms));

  const pieces = db.prepare<[number], PieceRow>(
    "SELECT piece, bytes, crc FROM pieces WHERE segment = ? ORDER BY piece",
  );
  const rows = db.prepare<[], SegmentRow>("SELECT * FROM segments ORDER BY number").all();
  const segments = rows.map(({ number, layout, alive, crc }) => {
    check(layout, (crc ^ crc32(alive)) >>> 0);
    return {
      number,
      layout,
      alive: Uint8Array.from(alive),
      buffers: readBuffers(layout, checkedPieces(pieces.iterate(number))),
    };
  });
  return {
    outlines: readOutlines(db),
    skipped: skipped.map(({ root_id, list }) => ({ root_id, list })),
    chunks: texts.length,
    terms,
    segments,
    homes: about(db, "homes") ?? "{}",
  };
}

type SkippedRow = { root_id: string; list: string; crc: number };
type TermsRow = { chunk: number; terms: string; crc: number };
type SegmentRow = { number: number; layout: string; alive: Buffer; crc: number };
type PieceRow = { piece: number; bytes: Buffer<ArrayBuffer>; crc: number };

export function checksumOf(row: FileTexts & FactsRow): number {
  return crc32(row.numbers, checksumOfTexts(row));
}

/** As of one text: to join them takes longer than to read them. */
function checksumOfTexts({ path, key, signature, facts, names }: FileTexts): number {
  return [path, key, signature, facts, names].reduce((crc, text) => crc32(text, crc), 0);
}

const damaged = "a row is not what was written";

function check(data: string | Uint8Array, crc: number): void {
  if (crc32(data) !== crc) throw new DamagedIndex(damaged);
}

function* checkedPieces(rows: Iterable<PieceRow>): Generator<Uint8Array<ArrayBuffer>, void> {
  let next = 0;
  for (const { piece, bytes, crc } of rows) {
    if (piece !== next++) throw new DamagedIndex("a piece is missing");
    check(bytes, crc);
    yield bytes;
  }
}

/** What cannot be opened because another process holds it, or for want of rights or room, is not damaged. */
export function damageOf(error: unknown): unknown {
  const code = error instanceof Database.SqliteError ? error.code : undefined;
  if (code === undefined)
    return error instanceof DamagedIndex ? error : new DamagedIndex(String(error));
  return /^SQLITE_(CORRUPT|NOTADB|ERROR|FORMAT)/.test(code) ? new DamagedIndex(code) : error;
}
