import type Database from "better-sqlite3";
import { getTableColumns, type InferInsertModel, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./open-database.ts";

/**
 * Adds one row. The statement is made once for each table and database: an answer writes some dozen rows, and making
 * their SQL anew each time takes longer than writing them. `replace` names the key by which a row that is told again
 * takes the place of the first. What a row leaves out is NULL. Gives the number of the row.
 */
export function insertRow<Table extends SQLiteTable>(
  db: Db,
  table: Table,
  row: InferInsertModel<Table>,
  replace?: SQLiteColumn,
): number {
  const known = statements.get(db) ?? new Map<SQLiteTable, Statement>();
  statements.set(db, known);
  let statement = known.get(table);
  if (statement === undefined) {
    statement = prepare(db, table, replace);
    known.set(table, statement);
  }
  const { insert, columns } = statement;
  const given: Record<string, unknown> = row;
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

const statements = new WeakMap<Db, Map<SQLiteTable, Statement>>();

function prepare(db: Db, table: SQLiteTable, replace: SQLiteColumn | undefined): Statement {
  const columns = Object.entries<SQLiteColumn>(getTableColumns(table));
  const places = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
  const insert = db.insert(table).values(places);
  if (replace !== undefined) {
    const set = Object.fromEntries(
      columns.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
    );
    insert.onConflictDoUpdate({ target: replace, set });
  }
  return { insert: db.$client.prepare(insert.toSQL().sql), columns };
}
