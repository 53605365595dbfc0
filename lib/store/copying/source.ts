import { statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { AuditVerdict } from "#lib/contracts/activity-store";
import { saidError } from "#lib/platform/said-error";
import { verifyChain } from "../rows/verify-chain.ts";
import { databaseError, over } from "../sqlite/open-database.ts";
import { runStatements } from "../sqlite/run-statements.ts";
import { sizeOf } from "../sqlite/size-of.ts";
import type { CopiedTable } from "./tables.ts";

/** A row as SQLite gives it, with its number in the table. */
export type SourceRow = { at: number; values: Record<string, unknown> };

/** One moment of a SQLite file. Nothing is written to it; others may go on, and that is noticed. */
export type Source = {
  /** What tells this moment from others, without a look at the rows. */
  stamp: string;
  count(table: CopiedTable): number;
  /** The rows behind a number, in its order: as many as may be in memory at once, and one at least where there is one. */
  rowsAfter(table: CopiedTable, at: number): SourceRow[];
  /** The highest number that a table has given to a row, those that are gone among them. */
  highest(table: CopiedTable): number;
  audit(): AuditVerdict | undefined;
  /** Whether somebody has written to the file since it was opened. */
  changed(): boolean;
  close(): void;
};

const MOST_ROWS = 1000;
const MOST_CHARS = 2 * 1024 * 1024;
const LOCK_WAIT_MS = 2000;

/** Throws an AppError with a sentence for a file that is not there, of another step of the schema, damaged or held. */
export function openSource(file: string, migrationsFolder: string): Source {
  const name = path.basename(file);
  const told = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw databaseError(error, file);
    }
  };
  if (sizeOf(file) <= 0) {
    throw saidError("not_found", "copy.no_source", { file: name, folder: path.dirname(file) });
  }
  const stamp = stampOf(file);
  const client = told(() => new Database(file, { readonly: true, timeout: LOCK_WAIT_MS }));
  const number = (sql: string, ...values: unknown[]) =>
    told(() =>
      Number(
        client
          .prepare<unknown[], number | null>(sql)
          .pluck()
          .get(...values) ?? 0,
      ),
    );
  try {
    told(() => client.exec("BEGIN"));
    const known = readMigrationFiles({ migrationsFolder }).length;
    const step = number("PRAGMA user_version");
    if (step > known) throw saidError("conflict", "error.store_newer", { file: name });
    const begun = "SELECT count(*) FROM upkeep WHERE name IN ('trace_index', 'unsure_traces')"; // at the first start
    if (step < known || number(begun) < 2) {
      throw saidError("conflict", "copy.source_behind", { file: name, step, known });
    }
    return {
      stamp,
      count: (table) => number(`SELECT count(*) FROM "${table.name}"`),
      rowsAfter: (table, at) => told(() => pageOf(client, table, at)),
      highest(table) {
        const given = number("SELECT seq FROM sqlite_sequence WHERE name = ?", table.name);
        return Math.max(
          given,
          number(`SELECT max(${numberOf(client, table)}) FROM "${table.name}"`),
        );
      },
      audit() {
        const opened = over(client);
        return told(() => runStatements(opened, () => verifyChain(opened.db, true)));
      },
      changed: () => stampOf(file) !== stamp,
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Rows of one number stay together, where several have it. */
function pageOf(client: Database.Database, table: CopiedTable, at: number): SourceRow[] {
  const columns = table.columns.map((column) => `"${column}"`).join(", ");
  const number = numberOf(client, table);
  const rows = client
    .prepare<number[], unknown[]>(
      `SELECT ${number}, ${columns} FROM "${table.name}" WHERE ${number} > ? ORDER BY ${number}`,
    )
    .raw();
  const page: SourceRow[] = [];
  let chars = 0;
  for (const [counted, ...values] of rows.iterate(at)) {
    const full = page.length >= MOST_ROWS || chars >= MOST_CHARS;
    if (full && counted !== page.at(-1)?.at) break;
    const row = Object.fromEntries(table.columns.map((column, i) => [column, values[i]]));
    page.push({ at: Number(counted), values: row });
    for (const value of values) chars += sizeOfValue(value);
  }
  return page;
}

/** What rows are counted by: `trace_marks`, which SQLite keeps without a number of its own, by that of the trace. */
function numberOf(client: Database.Database, table: CopiedTable): string {
  const sql = "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?";
  return client.prepare<string, number>(sql).pluck().get(table.name) === 1 ? "number" : "rowid";
}

const sizeOfValue = (value: unknown): number =>
  typeof value === "string" || Buffer.isBuffer(value) ? value.length : 8;

/** Changes with every change of the file or of its log, and not by being read. */
function stampOf(file: string): string {
  const parts = [file, `${file}-wal`].map((one) => {
    const found = statSync(one, { bigint: true, throwIfNoEntry: false });
    return found === undefined || found.size === 0n ? "none" : `${found.size}:${found.mtimeNs}`;
  });
  return parts.join(" ");
}
