import type Database from "better-sqlite3";

/** So many statements are kept at most; what was not run for longest goes. */
const most = 300;

/**
 * The same database for the query builder, which has the same text prepared anew each time it runs a query: SQLite reads it
 * once, and the statement is kept. The builder runs no statement twice at a time, and asks for rows as lists where it wants
 * them so.
 */
export function preparesOnce(client: Database.Database): Database.Database {
  const statements = new Map<string, Database.Statement>();
  const prepare = (text: string): Database.Statement => {
    const statement = statements.get(text) ?? client.prepare(text);
    statements.delete(text); // to come last
    statements.set(text, statement);
    for (const oldest of statements.keys()) {
      if (statements.size <= most) break;
      statements.delete(oldest);
    }
    return statement.reader ? statement.raw(false) : statement;
  };
  // It stands before the database as an object does before its prototype, so that all else is the database's own.
  const kept: Database.Database = Object.create(client, { prepare: { value: prepare } });
  return kept;
}
