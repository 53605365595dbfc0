import { crc32 } from "node:zlib";
import Database from "better-sqlite3";
import { type PackedTerms, packTerms } from "#lib/platform/term-table";
import type { FactsRow } from "./facts-row.ts";
import { readBuffers } from "./segment-bytes.ts";

/**
 * Reads everything that stands in the file an index is kept in, each row held against its checksum. What comes out is
 * handed from one thread to another as it is: long texts, numbers, and memory that changes hands.
 */
export type KeptRows = {
  files: FileColumns;
  skipped: { root_id: string; list: string }[];
  /** In how many chunks the words stand, and the table of them. */
  chunks: number;
  terms: PackedTerms;
  segments: { number: number; layout: string; alive: Uint8Array; buffers: ArrayBuffer[] }[];
  homes: string;
};

/** Of all files, each column for itself; those of `FactsRow` joined. */
export type FileColumns = {
  paths: string[];
  keys: string[];
  signatures: string[];
  names: string[];
  /** One array in JSON. */
  facts: string;
  numbers: Uint32Array<ArrayBuffer>;
  /** How many of the numbers are each file's. */
  counts: number[];
};

export class DamagedIndex extends Error {}

/** Undefined when nothing is kept, or under another fingerprint. Throws DamagedIndex when a row is not what was written. */
export function readRows(path: string, fingerprint: string): KeptRows | undefined {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 2000 });
    try {
      db.exec("BEGIN"); // all of one moment
      return readAll(db, fingerprint);
    } finally {
      db.close();
    }
  } catch (error) {
    throw damageOf(error);
  }
}

function readAll(db: Database.Database, fingerprint: string): KeptRows | undefined {
  const tables = "SELECT count(*) FROM sqlite_master WHERE name = 'about'";
  if (db.prepare<[], number>(tables).pluck().get() !== 1) return undefined;
  const value = db.prepare<[string], string>("SELECT value FROM about WHERE name = ?").pluck();
  if (value.get("fingerprint") !== fingerprint) return undefined;

  const files = readFiles(db.prepare<[], FileRow>("SELECT * FROM files ORDER BY rowid").iterate());
  const skipped = db.prepare<[], SkippedRow>("SELECT * FROM skipped ORDER BY rowid").all();
  for (const { list, crc } of skipped) check(list, crc);
  if (files.paths.length === 0 && skipped.length === 0) return undefined;

  const texts = db.prepare<[], TermsRow>("SELECT * FROM terms ORDER BY chunk").all();
  for (const [i, { chunk, terms, crc }] of texts.entries()) {
    if (chunk !== i) throw new DamagedIndex("words are missing");
    check(terms, crc);
  }
  const terms = packTerms(texts.map((row) => row.terms));

  const pieces = db.prepare<[number], PieceRow>(
    "SELECT bytes, crc FROM pieces WHERE segment = ? ORDER BY piece",
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
  const lists = skipped.map(({ root_id, list }) => ({ root_id, list }));
  const chunks = texts.length;
  return { files, skipped: lists, chunks, terms, segments, homes: value.get("homes") ?? "{}" };
}

function readFiles(rows: Iterable<FileRow>): FileColumns {
  const facts: string[] = [];
  const numbers: Uint8Array[] = [];
  const files = {
    paths: [] as string[],
    keys: [] as string[],
    signatures: [] as string[],
    names: [] as string[],
    counts: [] as number[],
  };
  for (const row of rows) {
    if (checksumOf(row) !== row.crc) throw new DamagedIndex(damaged);
    files.paths.push(row.path);
    files.keys.push(row.key);
    files.signatures.push(row.signature);
    files.names.push(row.names);
    files.counts.push(row.numbers.length / Uint32Array.BYTES_PER_ELEMENT);
    facts.push(row.facts);
    numbers.push(row.numbers);
  }
  // One piece of memory for all their numbers: thousands of small ones would keep the collector busy.
  const bytes = new Uint8Array(numbers.reduce((sum, own) => sum + own.length, 0));
  let at = 0;
  for (const own of numbers) {
    bytes.set(own, at);
    at += own.length;
  }
  return { ...files, facts: `[${facts.join()}]`, numbers: new Uint32Array(bytes.buffer) };
}

type FileRow = FactsRow & { path: string; key: string; signature: string; crc: number };
type SkippedRow = { root_id: string; list: string; crc: number };
type TermsRow = { chunk: number; terms: string; crc: number };
type SegmentRow = { number: number; layout: string; alive: Buffer; crc: number };
type PieceRow = { bytes: Buffer<ArrayBuffer>; crc: number };

export function checksumOf(row: Omit<FileRow, "crc">): number {
  const { path, key, signature, facts, names, numbers } = row;
  return crc32(numbers, crc32(path + key + signature + facts + names));
}

const damaged = "a row is not what was written";

function check(data: string | Uint8Array, crc: number): void {
  if (crc32(data) !== crc) throw new DamagedIndex(damaged);
}

function* checkedPieces(rows: Iterable<PieceRow>): Generator<Uint8Array<ArrayBuffer>, void> {
  for (const { bytes, crc } of rows) {
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
