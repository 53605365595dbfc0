import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import nodePath from "node:path";
import Database from "better-sqlite3";
import { type EmbeddingIdentity, identityKey } from "#lib/contracts/embedding";
import { type LoadVectors, vectorBytes } from "#lib/platform/sqlite-vectors";
import { makeState } from "#lib/platform/state-owner";
import { busyMs, mappedBytes } from "./limits.ts";

/**
 * The SQLite file that vectors of passages are kept in, beside the indexes: one row a text and model, by the text's hash.
 * It holds no word of a document, but a vector tells about its text, so only its owner may read it, and what is taken
 * away leaves nothing behind. Every put is one transaction: a crash loses none that was answered for.
 */
export type VectorFile = {
  /** The hashes that have a row, and whether there is a vector in it. */
  known(model: EmbeddingIdentity): Map<string, boolean>;
  /** Throws WrongLength when a vector is not as long as the first of this model. */
  put(model: EmbeddingIdentity, rows: readonly VectorRow[]): void;
  /** The nearest first, of all where no count is given: 1 is the same direction, 0 is none in common. None of a vector of another length. */
  nearest(model: EmbeddingIdentity, vector: readonly number[], count?: number): NearText[];
  /** Notes that these texts stand in a folder on this day. */
  seen(hashes: Iterable<string>, day: number): void;
  /** Takes away the rows of texts that were last seen before this day. */
  sweep(day: number): number;
  /** Still the file that stands under its name. */
  isThere(): boolean;
  close(): void;
};

/** Without a vector: the model takes this text never. */
export type VectorRow = { hash: string; vector: readonly number[] | null };
export type NearText = { hash: string; similarity: number };

export class WrongLength extends Error {
  readonly got: number;
  readonly wanted: number;
  constructor(got: number, wanted: number) {
    super(`a vector of ${got} numbers where ${wanted} are kept`);
    this.got = got;
    this.wanted = wanted;
  }
}

const besides = ["-wal", "-shm"];

const tables = `
  CREATE TABLE IF NOT EXISTS models (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, length INTEGER);
  CREATE TABLE IF NOT EXISTS vectors (model INTEGER NOT NULL, hash TEXT NOT NULL, vector BLOB);
  CREATE UNIQUE INDEX IF NOT EXISTS vector_of ON vectors (model, hash);
  CREATE TABLE IF NOT EXISTS texts (hash TEXT PRIMARY KEY, seen INTEGER NOT NULL) WITHOUT ROWID;
`;

/** Opens the file, made on first use. One that is damaged is set aside. Throws when it cannot be used at all. */
export function openVectorFile(home: string, load: LoadVectors): VectorFile {
  const { folder, path, damaged } = filesIn(home);
  makeState(home);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return open(path, load);
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), "code");
    if (code !== "SQLITE_NOTADB" && code !== "SQLITE_CORRUPT") throw error;
    renameSync(path, damaged);
    for (const end of besides) rmSync(path + end, { force: true });
    return open(path, load);
  }
}

/** The file as another process keeps it, to find the nearest in: nothing is made or changed. Throws where it is not there. */
export function readVectorFile(home: string, load: LoadVectors): VectorFile {
  const { path } = filesIn(home);
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: busyMs });
  return around(db, path, () => {
    db.pragma(`mmap_size = ${mappedBytes}`);
    load(db);
  });
}

/**
 * Takes away every vector, also of a damaged file, and where vectors cannot be compared; how many there were. Throws what
 * keeps the files from being removed.
 */
export function forgetVectors(home: string): number {
  const { path, damaged } = filesIn(home);
  rmSync(damaged, { force: true });
  if (!existsSync(path)) return 0;
  try {
    const db = new Database(path, { timeout: busyMs });
    try {
      db.pragma("secure_delete = ON");
      db.exec(tables);
      const { changes } = db.prepare("DELETE FROM vectors").run();
      db.exec("DELETE FROM models; DELETE FROM texts; VACUUM");
      db.pragma("wal_checkpoint(TRUNCATE)"); // else they stand in the log of changes
      return changes;
    } finally {
      db.close();
    }
  } catch {
    for (const end of ["", ...besides]) rmSync(path + end, { force: true });
    return 0;
  }
}

/** Whether any vector is kept, of whatever model; a damaged file may hold some. */
export function keepsVectors(home: string): boolean {
  const { path, damaged } = filesIn(home);
  if (existsSync(damaged)) return true;
  if (!existsSync(path)) return false;
  try {
    const db = new Database(path, { timeout: busyMs });
    try {
      return db.prepare("SELECT 1 FROM vectors LIMIT 1").get() !== undefined;
    } finally {
      db.close();
    }
  } catch {
    return true;
  }
}

function filesIn(home: string) {
  const folder = nodePath.join(home, "index");
  return {
    folder,
    path: nodePath.join(folder, "vectors.sqlite"),
    damaged: nodePath.join(folder, "vectors-damaged.sqlite"),
  };
}

function open(path: string, load: LoadVectors): VectorFile {
  closeSync(openSync(path, "a", 0o600));
  const db = new Database(path, { timeout: busyMs });
  return around(db, path, () => {
    chmodSync(path, 0o600);
    db.pragma("page_size = 16384"); // a vector fits into a page
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL"); // in WAL nothing is lost by a crash of the program
    db.pragma("secure_delete = ON");
    db.pragma(`mmap_size = ${mappedBytes}`); // each question reads all vectors: half the time of reading them by pages
    db.exec(tables);
    load(db);
  });
}

/** Closes the database where it cannot be used. */
function around(db: Database.Database, path: string, prepare: () => void): VectorFile {
  try {
    prepare();
    return vectorFile(db, path);
  } catch (error) {
    db.close();
    throw error;
  }
}

function vectorFile(db: Database.Database, path: string): VectorFile {
  const inode = statSync(path).ino;
  const addModel = db.prepare("INSERT OR IGNORE INTO models (identity) VALUES (?)");
  const findModel = db.prepare<[string], { id: number; length: number | null }>(
    "SELECT id, length FROM models WHERE identity = ?",
  );
  const setLength = db.prepare("UPDATE models SET length = ? WHERE id = ?");
  const addVector = db.prepare("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)");
  const addText = db.prepare(
    "INSERT INTO texts VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET seen = excluded.seen",
  );
  const hashesOf = db.prepare<[number], { hash: string; has: 0 | 1 }>(
    "SELECT hash, vector IS NOT NULL AS has FROM vectors WHERE model = ?",
  );
  const nearestOf = db.prepare<[Buffer, number, number], { hash: string; distance: number | null }>(
    "SELECT hash, vec_distance_cosine(vector, ?) AS distance FROM vectors WHERE model = ? AND vector IS NOT NULL ORDER BY distance NULLS LAST, hash LIMIT ?",
  );

  const modelOf = (model: EmbeddingIdentity) => findModel.get(identityKey(model));

  const put = db.transaction((model: EmbeddingIdentity, rows: readonly VectorRow[]) => {
    addModel.run(identityKey(model));
    const { id, length } = modelOf(model) ?? { id: 0, length: null };
    let wanted = length;
    for (const { hash, vector } of rows) {
      if (vector !== null) {
        wanted ??= vector.length;
        if (vector.length !== wanted) throw new WrongLength(vector.length, wanted);
      }
      addVector.run(id, hash, vector === null ? null : vectorBytes(vector));
    }
    if (length === null && wanted !== null) setLength.run(wanted, id);
  });
  const seen = db.transaction((hashes: Iterable<string>, day: number) => {
    for (const hash of hashes) addText.run(hash, day);
  });
  const sweep = db.transaction((day: number) => {
    const { changes } = db
      .prepare("DELETE FROM vectors WHERE hash IN (SELECT hash FROM texts WHERE seen < ?)")
      .run(day);
    db.prepare("DELETE FROM texts WHERE seen < ?").run(day);
    return changes;
  });

  return {
    known(model) {
      const found = modelOf(model);
      const rows = found === undefined ? [] : hashesOf.all(found.id);
      return new Map(rows.map(({ hash, has }) => [hash, has === 1]));
    },
    put: (model, rows) => put.immediate(model, rows),
    nearest(model, vector, count = -1) {
      const found = modelOf(model);
      if (found === undefined || found.length !== vector.length) return [];
      return nearestOf.all(vectorBytes(vector), found.id, count).flatMap(({ hash, distance }) => {
        // Numbers beyond what can be compared have no distance to anything.
        if (distance === null || !Number.isFinite(distance)) return [];
        return { hash, similarity: Math.min(1, Math.max(0, 1 - distance)) };
      });
    },
    seen: (hashes, day) => seen.immediate(hashes, day),
    sweep: (day) => sweep.immediate(day),
    isThere() {
      try {
        return statSync(path).ino === inode;
      } catch {
        return false;
      }
    },
    close: () => db.close(),
  };
}
