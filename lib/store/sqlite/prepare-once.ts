import type Database from "better-sqlite3";

/** The statement of this text, made once for each database: to make it anew takes longer than to run it. */
export function prepareOnce(client: Database.Database, text: string): Database.Statement {
  const known = statements.get(client) ?? new Map<string, Database.Statement>();
  statements.set(client, known);
  const statement = known.get(text) ?? client.prepare(text);
  known.set(text, statement);
  return statement;
}
const statements = new WeakMap<Database.Database, Map<string, Database.Statement>>();
