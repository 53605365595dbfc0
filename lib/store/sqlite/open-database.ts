import path from "node:path";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { AppError } from "#lib/contracts/errors";
import { saidError } from "#lib/platform/said-error";
import { floors, isAtLeast } from "#lib/platform/version-floors";
import type { Db } from "../rows/dialect.ts";
import { TransactionEnded } from "../rows/statements.ts";
import { everyone } from "../rows/whose.ts";
import { sqliteDialect } from "./dialect.ts";
import { preparesOnce } from "./prepares-once.ts";
import { sizeOf } from "./size-of.ts";

const CHECKED_BYTES = 64 * 1024 * 1024;

/** The second: no room even for the memory that readers of the file share. */
const noSpace = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"]);

export type Builder = BetterSQLite3Database & { $client: Database.Database };
export type OpenDatabase = { db: Db; builder: Builder; client: Database.Database };

/** A database that is open already, with its query builder. */
export function over(client: Database.Database): OpenDatabase {
  const builder = drizzle(preparesOnce(client));
  const asked = Object.assign(builder, {
    sqlDialect: sqliteDialect(client, builder),
    owner: everyone,
  });
  // It answers at once; whoever is given it as a `Db` asks through the engine alone, which does not mind.
  return { db: asked as unknown as Db, builder, client };
}

/**
 * Opens the database file, makes it on first use and brings its tables up to date, all or nothing. A file that is
 * damaged, locked, or written by a newer version is refused with one sentence and left as it is: never repaired,
 * replaced or downgraded here.
 */
export function openDatabase(
  file: string,
  migrationsFolder: string,
  lockWaitMs: number,
): OpenDatabase {
  const bytes = sizeOf(file);
  const logBytes = sizeOf(`${file}-wal`);
  const known = readMigrationFiles({ migrationsFolder });
  let client: Database.Database | undefined;
  try {
    // Opened, it would be taken for a new one, and its log deleted.
    if (bytes === 0 && logBytes > 0) throw new Damaged("nothing in it but its log");
    client = new Database(file, { timeout: lockWaitMs });
    refuseUnsafeSqlite(client);
    refuseNewer(client, known); // before anything is written
    if (bytes <= 0) client.pragma("auto_vacuum = INCREMENTAL"); // what is deleted can be given back to the disk
    client.pragma("journal_mode = WAL");
    client.pragma("synchronous = NORMAL"); // in WAL nothing is lost by a crash of the program
    client.pragma("foreign_keys = ON");
    client.pragma("secure_delete = ON"); // what expires or is deleted leaves no text behind in the file
    if (logBytes >= 0 || bytes <= CHECKED_BYTES) checkWhole(client);
    migrate(client, known);
    return over(client);
  } catch (error) {
    client?.close();
    throw databaseError(error, file);
  }
}

/** After an unclean end, and always while it costs next to nothing: on a large closed file it would be time at every start. */
function checkWhole(client: Database.Database): void {
  const found = client.pragma("quick_check(1)", { simple: true });
  if (found !== "ok") throw new Damaged(String(found));
}

/** In one write transaction, so that two processes that start at once do not run the same migration twice. */
function migrate(client: Database.Database, known: readonly MigrationMeta[]): void {
  const newest = known.at(-1)?.folderMillis ?? 0;
  const run = client.transaction(() => {
    client.exec(
      "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)",
    );
    const at = client
      .prepare<[], { at: number | null }>("SELECT max(created_at) AS at FROM __drizzle_migrations")
      .get()?.at;
    const done = at ?? 0;
    if (done > newest) throw new Newer();
    for (const step of known.filter((migration) => migration.folderMillis > done)) {
      for (const sql of step.sql) client.exec(sql);
      client
        .prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)")
        .run(step.hash, step.folderMillis);
    }
    if (versionOf(client) !== known.length) client.pragma(`user_version = ${known.length}`);
  });
  run.immediate();
}

/** The number of migrations a database has seen, for whoever opens the file without knowing our tables. */
export function versionOf(client: Database.Database): number {
  return Number(client.pragma("user_version", { simple: true }));
}

function refuseNewer(client: Database.Database, known: readonly MigrationMeta[]): void {
  if (versionOf(client) > known.length) throw new Newer();
}

/** Older versions can lose what was written when a log is reset under a second reader (fixed in 3.51.3). */
function refuseUnsafeSqlite(client: Database.Database): void {
  const version = client.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "0";
  if (isAtLeast(version, floors.sqlite)) return;
  throw saidError("audit_unavailable", "error.store_sqlite", { version, floor: floors.sqlite });
}

class Damaged extends Error {}
class Newer extends Error {}

/** A database that is broken, not a file of something else. */
export function isDamaged(error: unknown): boolean {
  return error instanceof AppError && error.details?.damaged === true;
}

/** It was being made anew, which is long work, and that failed. */
export function isRebuildFailed(error: unknown): boolean {
  return error instanceof AppError && error.details?.rebuilding === true;
}

/** Why a database could not be made anew, told of the file that it was to replace. */
export function rebuildError(error: unknown, file: string): AppError {
  const cause = error instanceof AppError ? error.cause : error;
  return databaseError(cause, file, { rebuilding: true });
}

/** The sentence for a failure of SQLite, while opening or later. An AppError passes unchanged. */
export function databaseError(
  error: unknown,
  file: string,
  more: { rebuilding?: true } = {},
): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TransactionEnded) return databaseError(error.cause, file, more);
  const name = path.basename(file);
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  const options = { cause: error, details: { file, code, reason, ...more } };
  if (error instanceof Newer) {
    return saidError("audit_unavailable", "error.store_newer", { file: name }, options);
  }
  const damaged = error instanceof Damaged || code?.startsWith("SQLITE_CORRUPT") === true;
  if (damaged || code === "SQLITE_NOTADB") {
    const details = { ...options.details, damaged };
    return saidError(
      "audit_unavailable",
      "error.store_damaged",
      { file: name },
      { ...options, details },
    );
  }
  if (code?.startsWith("SQLITE_BUSY") || code?.startsWith("SQLITE_LOCKED")) {
    const details = { ...options.details, passing: true };
    return saidError(
      "busy",
      "error.store_locked",
      { file: name },
      { ...options, details, retryable: true },
    );
  }
  if (code !== undefined && noSpace.has(code)) {
    return saidError("audit_unavailable", "error.store_full", { file: name }, options);
  }
  return saidError("audit_unavailable", "error.store_unusable", { file: name }, options);
}
