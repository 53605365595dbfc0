import { randomUUID } from "node:crypto";
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { crc32 } from "node:zlib";
import Database from "better-sqlite3";
import type { Segment } from "../engines/segment.ts";
import type { Entry, Skipped } from "../inventory.ts";
import { openTurns } from "../turns.ts";
import { writeEntry } from "./facts-row.ts";
import { checksumOf, damageOf } from "./read-rows.ts";
import { writeSegment } from "./segment-bytes.ts";

/**
 * The SQLite file an index is kept in, for the one who writes it: facts of files, words, and segments in pieces, each row with its checksum. No
 * sentence of a document stands in it. A change is one transaction, so that a crash leaves the state before or after.
 */
export type IndexFile = {
  /** All of it or nothing. Rejects when the file was opened for writing once more since: only the last one writes. */
  write(change: Change): Promise<void>;
  /** Still the file that stands under its name. */
  isThere(): boolean;
  close(): void;
};

export type Change = {
  /** Everything that is in the file goes first. */
  anew: boolean;
  entries: Entry[];
  dropped: string[];
  skipped: Map<string, ReadonlyMap<string, Skipped>>;
  /** Chunks of the word list by their number. */
  terms: Map<number, string>;
  segments: { number: number; segment: Segment; alive: Uint8Array }[];
  tombstones: { number: number; alive: Uint8Array }[];
  dissolved: number[];
  /** As JSON. */
  homes?: string;
};

const tables = `
  CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, key TEXT NOT NULL, signature TEXT NOT NULL, facts TEXT NOT NULL, names TEXT NOT NULL, numbers BLOB NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS skipped (root_id TEXT PRIMARY KEY, list TEXT NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS terms (chunk INTEGER PRIMARY KEY, terms TEXT NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS segments (number INTEGER PRIMARY KEY, layout TEXT NOT NULL, alive BLOB NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS pieces (segment INTEGER NOT NULL, piece INTEGER NOT NULL, bytes BLOB NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (segment, piece));
`;

/**
 * Opens the file, made on first use and readable by its owner alone. Throws DamagedIndex when it is no such file, and
 * what SQLite says when it cannot be used at all.
 */
export function openIndexFile(path: string, { fingerprint }: { fingerprint: string }): IndexFile {
  closeSync(openSync(path, "a", 0o600));
  const db = new Database(path, { fileMustExist: true, timeout: 2000 });
  const inode = statSync(path).ino;
  const writer = randomUUID();
  try {
    chmodSync(path, 0o600);
    db.pragma("page_size = 16384");
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL"); // in WAL nothing is lost by a crash of the program
    db.pragma("journal_size_limit = 16777216"); // the log of a first writing is as large as the index
    db.pragma("secure_delete = ON"); // what is struck out of the tables leaves nothing behind in the file
    db.exec(tables);
    db.prepare("INSERT OR REPLACE INTO about VALUES ('writer', ?)").run(writer);
  } catch (error) {
    db.close();
    throw damageOf(error);
  }
  let ending = false;

  function about(name: string): string | undefined {
    return db.prepare<[string], string>("SELECT value FROM about WHERE name = ?").pluck().get(name);
  }

  const turns = openTurns();
  const turn = async () => {
    if ((await turns.take()) && ending)
      throw new DOMException("The index is closed.", "AbortError");
  };

  async function writeAll(change: Change): Promise<void> {
    const run = (sql: string) => {
      const statement = db.prepare(sql);
      return async (...values: unknown[]) => {
        statement.run(...values);
        await turn();
      };
    };
    const about = run("INSERT OR REPLACE INTO about VALUES (?, ?)");
    if (change.homes !== undefined) await about("homes", change.homes);
    if (change.anew) {
      // Another version of the program may have made them with other columns.
      for (const table of ["files", "skipped", "terms", "segments", "pieces"]) {
        db.exec(`DROP TABLE IF EXISTS ${table}`);
      }
      db.exec(tables);
      await about("fingerprint", fingerprint);
    }
    const drop = run("DELETE FROM files WHERE path = ?");
    for (const path of change.dropped) await drop(path);
    const put = run("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const entry of change.entries) {
      const { real_path: path, key, signature } = entry;
      const row = { path, key, signature, ...writeEntry(entry) };
      await put(path, key, signature, row.facts, row.names, row.numbers, checksumOf(row));
    }
    const skip = run("INSERT OR REPLACE INTO skipped VALUES (?, ?, ?)");
    for (const [root_id, skipped] of change.skipped) {
      const list = JSON.stringify([...skipped.values()]);
      await skip(root_id, list, crc32(list));
    }
    const name = run("INSERT OR REPLACE INTO terms VALUES (?, ?, ?)");
    for (const [chunk, terms] of change.terms) await name(chunk, terms, crc32(terms));
    const dissolve = ["segments WHERE number", "pieces WHERE segment"].map((where) =>
      run(`DELETE FROM ${where} = ?`),
    );
    for (const number of change.dissolved) for (const table of dissolve) await table(number);
    const segment = run("INSERT INTO segments VALUES (?, ?, ?, ?)");
    const piece = run("INSERT INTO pieces VALUES (?, ?, ?, ?)");
    for (const { number, segment: one, alive } of change.segments) {
      const { layout, pieces } = writeSegment(one);
      await segment(number, layout, alive, crc32(layout) ^ crc32(alive));
      let at = 0;
      for (const bytes of pieces()) await piece(number, at++, bytes, crc32(bytes));
    }
    const layoutOf = db.prepare<[number], string>("SELECT layout FROM segments WHERE number = ?");
    const bury = run("UPDATE segments SET alive = ?, crc = ? WHERE number = ?");
    for (const { number, alive } of change.tombstones) {
      const layout = layoutOf.pluck().get(number) ?? "";
      await bury(alive, crc32(layout) ^ crc32(alive), number);
    }
  }

  function endTransaction(): void {
    if (db.inTransaction) db.exec("ROLLBACK");
    if (ending) db.close();
  }

  return {
    async write(change) {
      db.exec("BEGIN IMMEDIATE");
      try {
        if (about("writer") !== writer) throw new Error("another process writes the index now");
        await writeAll(change);
        if (ending) throw new DOMException("The index is closed.", "AbortError");
        db.exec("COMMIT");
        // What was struck out stands in the log of changes until that is written over.
        if (change.dropped.length > 0) db.pragma("wal_checkpoint(TRUNCATE)");
      } finally {
        endTransaction();
      }
    },
    isThere() {
      try {
        return statSync(path).ino === inode;
      } catch {
        return false; // gone, or its folder is
      }
    },
    close() {
      ending = true;
      if (!db.inTransaction) db.close();
    },
  };
}
