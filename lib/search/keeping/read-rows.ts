import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import Database from "better-sqlite3";
import { type PackedTerms, packTerms } from "#lib/platform/term-table";
import type { Entry } from "../inventory.ts";
import { type FileColumns, readEntries } from "./facts-row.ts";
import { readBuffers } from "./segment-bytes.ts";

/**
 * Reads what stands in the file an index is kept in, each row held against its checksum: the files by the thread that
 * needs them, words and segments by any. These are handed from one to another as they are: texts, and memory that changes
 * hands.
 */
export type KeptRows = {
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

/** The files, in the order they were written; none under another fingerprint. Rejects as `readRows` throws. */
export async function readFiles(path: string, fingerprint: string): Promise<Entry[]> {
  const db = open(path);
  const entries: Entry[] = [];
  try {
    if (!isOf(db, fingerprint)) return entries;
    const page = db.prepare<[number], FileRow>(
      `SELECT rowid AS place, * FROM files WHERE rowid > ? ORDER BY rowid LIMIT ${filesAtOnce}`,
    );
    for (let after = -1; ; ) {
      const rows = page.all(after);
      for (const row of rows) if (checksumOf(row) !== row.crc) throw new DamagedIndex(damaged);
      entries.push(...readEntries(rows));
      if (rows.length < filesAtOnce) return entries;
      after = rows.at(-1)?.place ?? 0;
      await nextTurn();
    }
  } catch (error) {
    throw damageOf(error);
  } finally {
    db.close();
  }
}

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
    skipped: skipped.map(({ root_id, list }) => ({ root_id, list })),
    chunks: texts.length,
    terms,
    segments,
    homes: about(db, "homes") ?? "{}",
  };
}

type FileRow = FileColumns & { place: number; crc: number };
type SkippedRow = { root_id: string; list: string; crc: number };
type TermsRow = { chunk: number; terms: string; crc: number };
type SegmentRow = { number: number; layout: string; alive: Buffer; crc: number };
type PieceRow = { piece: number; bytes: Buffer<ArrayBuffer>; crc: number };

export function checksumOf(row: FileColumns): number {
  const { path, key, signature, facts, names, numbers } = row;
  // As of one text: to join them takes longer than to read them.
  const texts = [path, key, signature, facts, names].reduce((crc, text) => crc32(text, crc), 0);
  return crc32(numbers, texts);
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
