import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { EventTopic, ServerEvent } from "#lib/contracts/ports";

/**
 * What the store does is written once, for every database: as generators that yield statements and are given what came of
 * them. SQLite runs one without a pause, PostgreSQL waits for each statement; `yield*` stands where `await` would.
 *
 *     const row = yield* get(db.select().from(threads).where(eq(threads.id, id)));
 *
 * One is run by an engine (`Engine`), and calls no other function that waits.
 */
export type Statements<T> = Generator<Statement, T, unknown>;

export type Statement =
  | { kind: "all"; query: { all(): unknown } }
  | { kind: "get"; query: { get(): unknown } }
  | { kind: "write"; query: { run(): unknown } }
  | { kind: "raw"; sql: SQL }
  | { kind: "insert"; table: SQLiteTable; rows: readonly object[]; conflict: Conflict | undefined }
  | { kind: "own"; work: () => unknown }
  | { kind: "outcome"; token: string }
  | { kind: "lock"; name: string; shared: boolean }
  | { kind: "tell"; event: ServerEvent }
  | { kind: "transaction" | "snapshot" | "serially"; work: () => Statements<unknown> };

/*
 * Each of these hands a statement to the engine and gives back what the engine answers with, which is of the type that the
 * statement names: that is what the casts below say.
 */

/** Its rows. */
export function* all<T>(query: { all(): Promise<T[]> }): Statements<T[]> {
  return (yield { kind: "all", query }) as T[];
}

/** Its first row. */
export function* get<T>(query: { get(): Promise<T> }): Statements<T> {
  return (yield { kind: "get", query }) as T;
}

/** How many rows it changed. */
export function* write(query: { run(): Promise<unknown> }): Statements<number> {
  return (yield { kind: "write", query }) as number;
}

/** The rows of a query that is written out. Numbers for truth, and nothing is mapped. */
export function* raw<T>(sql: SQL): Statements<T[]> {
  return (yield { kind: "raw", sql }) as T[];
}

/**
 * What becomes of a row whose key is there already: it takes the place of the other, in these columns alone where they are
 * named, or is left out. Made once, for a statement is kept for each.
 */
export type Conflict = {
  key: SQLiteColumn | SQLiteColumn[];
  set: "all" | "nothing" | Record<string, SQL>;
};

/** Adds one row; what it leaves out is NULL. Gives its number. */
export function* insert<Table extends SQLiteTable>(
  table: Table,
  row: InferInsertModel<Table>,
  conflict?: Conflict,
): Statements<number> {
  const [number = 0] = yield* insertAll(table, [row], conflict);
  return number;
}

/** Adds rows, and gives the numbers of those that were added, in the same order. */
export function* insertAll<Table extends SQLiteTable>(
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  conflict?: Conflict,
): Statements<number[]> {
  if (rows.length === 0) return [];
  return (yield { kind: "insert", table, rows, conflict }) as number[];
}

/** What one database does by itself, without a statement of the kinds above. */
export function* own<T>(work: () => T): Statements<T> {
  return (yield { kind: "own", work }) as T;
}

/**
 * Until the transaction ends no other one, of whatever program, goes on that names the same. By this is decided once what is
 * decided by what stands in the database. `shared`: beside others that say so, too.
 */
export function* lock(name: string, how: { shared?: true } = {}): Statements<void> {
  yield { kind: "lock", name, shared: how.shared === true };
}

/** Other servers on the database hear of it once the transaction is committed. */
export function* tell(topic: EventTopic, id: string): Statements<void> {
  yield { kind: "tell", event: { topic, id } };
}

/** All of the work or none of it; within other such work it is undone by itself. It may be begun anew, so it changes only rows. */
export function* transaction<T>(work: () => Statements<T>): Statements<T> {
  return (yield { kind: "transaction", work }) as T;
}

/** Reads, of one moment. */
export function* snapshot<T>(work: () => Statements<T>): Statements<T> {
  return (yield { kind: "snapshot", work }) as T;
}

/** One after the other, of this program. */
export function* serially<T>(work: () => Statements<T>): Statements<T> {
  return (yield { kind: "serially", work }) as T;
}

/** Whether a transaction was committed of which that could not be known; not known still, it throws what says so. */
export function* outcome(token: string): Statements<boolean> {
  return (yield { kind: "outcome", token }) as boolean;
}

/** The work within failed, and with it all that it was within. `cause`: what the database said. */
export class TransactionEnded extends Error {
  constructor(cause: unknown) {
    super("the transaction has ended", { cause });
  }
}

/** The statement that adds rows, with what becomes of one whose key is there: both query builders say it alike. */
export function onConflict<
  Insert extends {
    onConflictDoNothing(of: { target: SQLiteColumn[] }): Insert;
    onConflictDoUpdate(of: { target: SQLiteColumn[]; set: Record<string, SQL> }): Insert;
  },
>(insert: Insert, table: SQLiteTable, conflict: Conflict | undefined): Insert {
  if (conflict === undefined) return insert;
  const target = [conflict.key].flat();
  if (conflict.set === "nothing") return insert.onConflictDoNothing({ target });
  const columns = Object.entries<SQLiteColumn>(getTableColumns(table));
  const told = ([name, column]: [string, SQLiteColumn]) =>
    [name, sql`excluded.${sql.identifier(column.name)}`] as const;
  const set = conflict.set === "all" ? Object.fromEntries(columns.map(told)) : conflict.set;
  return insert.onConflictDoUpdate({ target, set });
}
