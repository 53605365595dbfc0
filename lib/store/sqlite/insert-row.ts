import type Database from "better-sqlite3";
import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Conflict, onConflict } from "../rows/statements.ts";
import type { Builder } from "./open-database.ts";

/**
 * Adds one row. The statement is made once for each table and database: an answer writes some dozen rows, and making their
 * SQL anew each time takes longer than writing them. Gives the number of the row.
 */
export function insertRow(
  db: Builder,
  table: SQLiteTable,
  row: object,
  conflict: Conflict | undefined,
): number {
  const { insert, columns } = statementFor(db, table, conflict);
  const given: Record<string, unknown> = { ...row };
  const values = columns.map(([name, column]) => {
    const value = given[name];
    return value === undefined || value === null ? null : column.mapToDriverValue(value);
  });
  return Number(insert.run(values).lastInsertRowid);
}

/** Run on the database itself: the query builder's own way takes as long again as the row. */
type Statement = {
  insert: Database.Statement<unknown[][]>;
  columns: [name: string, column: SQLiteColumn][];
};

const statements = new WeakMap<Builder, Map<SQLiteTable | Conflict, Statement>>();

function statementFor(db: Builder, table: SQLiteTable, conflict: Conflict | undefined): Statement {
  const known = statements.get(db) ?? new Map<SQLiteTable | Conflict, Statement>();
  statements.set(db, known);
  const of = conflict ?? table; // each conflict is of one table
  const statement = known.get(of) ?? prepare(db, table, conflict);
  known.set(of, statement);
  return statement;
}

function prepare(db: Builder, table: SQLiteTable, conflict: Conflict | undefined): Statement {
  const columns = Object.entries<SQLiteColumn>(getTableColumns(table));
  const places = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
  const insert = onConflict(db.insert(table).values(places), table, conflict);
  return { insert: db.$client.prepare(insert.toSQL().sql), columns };
}
