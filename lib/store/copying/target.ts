import type { Pool } from "pg";
import type { AuditVerdict } from "#lib/contracts/activity-store";
import { saidError } from "#lib/platform/said-error";
import { createPostgresEngine } from "../postgres/engine.ts";
import { OtherVersion } from "../postgres/failure.ts";
import { migrate, copyTable as noted, stepOf, stepsIn } from "../postgres/migrate.ts";
import { type Hold, openSession, type Session } from "../postgres/session.ts";
import { toWire } from "../postgres/wire.ts";
import { verifyChain } from "../rows/verify-chain.ts";
import type { SourceRow } from "./source.ts";
import { type CopiedTable, copiedTables } from "./tables.ts";

/**
 * The PostgreSQL database that rows are copied into. What has been copied is noted in the same transaction, in a table of its
 * own: a copy that was broken off goes on behind its last row, and until its end no server takes the database for whole.
 */
export type Target = {
  /** Behind which row of the table the copy goes on. */
  copiedTo(table: CopiedTable): Promise<number>;
  add(table: CopiedTable, rows: readonly SourceRow[]): Promise<void>;
  count(table: CopiedTable): Promise<number>;
  /** Which of these rows are not there as they are here. */
  differing(table: CopiedTable, rows: readonly SourceRow[]): Promise<SourceRow[]>;
  /** The next row gets a higher number than these. */
  continueAfter(table: CopiedTable, highest: number): Promise<void>;
  audit(): Promise<AuditVerdict | undefined>;
  /** The copy is whole: from now on it is a database like any other. */
  finish(): Promise<void>;
  close(): void;
};

/** Throws an AppError with a sentence for a database that holds anything but the beginning of this copy. */
export async function openTarget(deps: {
  pool: Pool;
  sole: Hold;
  migrationsFolder: string;
  stamp: string;
}): Promise<Target> {
  const { pool, sole, migrationsFolder, stamp } = deps;
  const session = openSession(pool, sole);
  try {
    const step = await stepOf(session);
    const known = stepsIn(migrationsFolder).length;
    if (step !== 0 && step !== known) throw new OtherVersion(step, known);
    if (step === 0) {
      await refuseOtherTables(session);
      await migrate(pool, migrationsFolder, true);
    }
    await beginOrGoOn(session, stamp);
    await session.query(byKeys);
    return targetOver(session, pool, sole, await columnsOf(session));
  } catch (error) {
    session.release();
    throw error;
  }
}

function targetOver(
  session: Session,
  pool: Pool,
  sole: Hold,
  types: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Target {
  const typesOf = (table: CopiedTable) => types.get(table.name) ?? new Map<string, string>();
  /** `rowid` stands in the place of the number that every row of SQLite has. */
  const namesOf = (table: CopiedTable) =>
    typesOf(table).has("rowid") ? [...table.columns, "rowid"] : table.columns;
  const valuesOf = ({ at, values }: SourceRow, names: readonly string[]) =>
    names.map((name) => (name === "rowid" ? at : (values[name] ?? null)));
  /** As lists of one column each, so that the statement is the same for however many rows. */
  const unnested = (table: CopiedTable, names: readonly string[]) =>
    names.map((name, i) => `$${i + 1}::${typesOf(table).get(name) ?? "text"}[]`).join(", ");
  const listsOf = (rows: readonly SourceRow[], names: readonly string[]) =>
    names.map((_, i) => rows.map((row) => toWire(valuesOf(row, names)[i])));

  return {
    async copiedTo(table) {
      const [row] = await rowsOf<{ last: number }>(session, copiedTo, [table.name]);
      return row?.last ?? 0;
    },
    async add(table, rows) {
      const last = rows.at(-1);
      if (last === undefined) return;
      const names = namesOf(table);
      const insert = `INSERT INTO ${quoted(table.name)} (${names.map(quoted).join(", ")})
        SELECT * FROM unnest(${unnested(table, names)})`;
      await inTransaction(session, async () => {
        await session.query(insert, listsOf(rows, names));
        await session.query(noteCopied, [table.name, last.at]);
      });
    },
    async count(table) {
      const sql = `SELECT count(*) AS count FROM ${quoted(table.name)}`;
      const [row] = await rowsOf<{ count: number }>(session, sql);
      return row?.count ?? 0;
    },
    async differing(table, rows) {
      const names = namesOf(table);
      const keys = table.key.map((_, i) => `k${i}`);
      const same = table.key.map((name, i) => `t.${quoted(name)} = ${keys[i]}`).join(" AND ");
      const sql = `SELECT ${names.map((name) => `t.${quoted(name)}`).join(", ")}
        FROM unnest(${unnested(table, table.key)}) AS keys (${keys.join(", ")})
        JOIN ${quoted(table.name)} t ON ${same}`;
      const found = await rowsOf<Record<string, unknown>>(session, sql, listsOf(rows, table.key));
      const keyOf = (values: Record<string, unknown>) =>
        JSON.stringify(table.key.map((name) => values[name]));
      const there = new Map(found.map((row) => [keyOf(row), row]));
      return rows.filter((row) => {
        const other = there.get(keyOf(row.values));
        if (other === undefined) return true;
        return valuesOf(row, names).some((value, i) => !isSame(value, other[names[i] ?? ""]));
      });
    },
    async continueAfter(table, highest) {
      if (highest <= 0) return;
      for (const name of namesOf(table)) {
        const counted = "pg_get_serial_sequence($1, $2)";
        const sql = `SELECT setval(${counted}, $3) WHERE ${counted} IS NOT NULL`;
        await session.query(sql, [quoted(table.name), name, highest]);
      }
    },
    audit: () => {
      const { db, read } = createPostgresEngine(pool, sole);
      return read(() => verifyChain(db, true));
    },
    async finish() {
      await session.query("ANALYZE"); // else the first questions are planned for empty tables
      await session.query(`DROP TABLE ${noted}`);
    },
    close: session.release,
  };
}

/** Rows are looked up by their keys, whatever the planner takes tables for that it does not know yet. */
const byKeys = `SELECT set_config(name, 'off', false)
  FROM unnest(ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) AS name`;
const copiedTo = `SELECT last FROM ${noted} WHERE name = $1`;
const noteCopied = `INSERT INTO ${noted} (name, last) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET last = excluded.last`;
/** In the place of a table: the moment that is copied. */
const theStamp = "the moment";

async function beginOrGoOn(session: Session, stamp: string): Promise<void> {
  if (await isThere(session, noted)) {
    const sql = `SELECT stamp FROM ${noted} WHERE name = $1`;
    const [row] = await rowsOf<{ stamp: string }>(session, sql, [theStamp]);
    if (row?.stamp !== stamp) throw saidError("conflict", "copy.other_copy");
    return;
  }
  for (const { name } of copiedTables) {
    const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${quoted(name)} LIMIT 1000) AS found`;
    const [row] = await rowsOf<{ count: number }>(session, sql);
    const count = row?.count ?? 0;
    if (count > 0) throw saidError("conflict", "copy.not_empty", { table: name, rows: count });
  }
  await inTransaction(session, async () => {
    await session.query(
      `CREATE TABLE ${noted} (name text PRIMARY KEY, last bigint NOT NULL DEFAULT 0, stamp text)`,
    );
    const sql = `INSERT INTO ${noted} (name, stamp) VALUES ($1, $2)`;
    await session.query(sql, [theStamp, stamp]);
  });
}

async function refuseOtherTables(session: Session): Promise<void> {
  const [other] = await rowsOf<{ name: string }>(
    session,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') ORDER BY 1`,
  );
  if (other !== undefined) {
    throw saidError("conflict", "copy.other_tables", { table: other.name });
  }
}

async function columnsOf(session: Session): Promise<Map<string, Map<string, string>>> {
  const columns = await rowsOf<{ table: string; name: string; type: string }>(
    session,
    `SELECT table_name AS table, column_name AS name, data_type AS type
     FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  const tables = new Map<string, Map<string, string>>();
  for (const { table, name, type } of columns) {
    const known = tables.get(table) ?? new Map<string, string>();
    tables.set(table, known.set(name, type));
  }
  return tables;
}

async function isThere(session: Session, table: string): Promise<boolean> {
  const [row] = await rowsOf<{ there: boolean }>(
    session,
    "SELECT to_regclass($1) IS NOT NULL AS there",
    [table],
  );
  return row?.there === true;
}

async function inTransaction(session: Session, work: () => Promise<void>): Promise<void> {
  await session.query("BEGIN");
  try {
    await work();
    await session.query("COMMIT");
  } catch (error) {
    await session.query("ROLLBACK").catch(session.spoil);
    throw error;
  }
}

async function rowsOf<T>(session: Session, sql: string, values: unknown[] = []): Promise<T[]> {
  return (await session.query(sql, values)).rows as T[];
}

const quoted = (name: string): string => `"${name}"`;

function isSame(one: unknown, other: unknown): boolean {
  if (Buffer.isBuffer(one)) return Buffer.isBuffer(other) && one.equals(other);
  return one === other;
}
