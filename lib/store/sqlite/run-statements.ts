import type Database from "better-sqlite3";
import { type Statement, type Statements, TransactionEnded } from "../rows/statements.ts";
import { insertRow } from "./insert-row.ts";
import type { OpenDatabase } from "./open-database.ts";

/** Runs the work from its first statement to its last without a pause: SQLite answers while it is asked. */
export function runStatements<T>(opened: OpenDatabase, work: () => Statements<T>): T {
  const rows = work();
  let step = rows.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = perform(opened, step.value);
    } catch (error) {
      step = rows.throw(error);
      continue;
    }
    step = rows.next(answer);
  }
  return step.value;
}

/** What `work` does, with the lock for writing from the start. */
export function runTransaction<T>(opened: OpenDatabase, work: () => Statements<T>): T {
  return opened.client.transaction(() => runStatements(opened, work)).immediate();
}

function perform(opened: OpenDatabase, statement: Statement): unknown {
  switch (statement.kind) {
    case "all":
      return statement.query.all();
    case "get":
      return statement.query.get();
    case "write":
      return (statement.query.run() as Database.RunResult).changes; // as the builder of SQLite answers
    case "raw":
      return opened.builder.all(statement.sql);
    case "insert": {
      const { table, rows, conflict } = statement;
      return rows.map((row) => insertRow(opened.builder, table, row, conflict));
    }
    case "own":
      return statement.work();
    case "outcome":
      return false; // it always knows
    case "lock":
      return undefined; // who writes has the whole file
    case "tell":
      return undefined; // one server has it, and told its own
    case "transaction":
      return nested(opened, statement.work);
    case "snapshot":
    case "serially":
      return runStatements(opened, statement.work);
  }
}

/** A savepoint where a transaction is open. Some failures of the disk end that, too. */
function nested(opened: OpenDatabase, work: () => Statements<unknown>): unknown {
  const inside = opened.client.inTransaction;
  try {
    return runTransaction(opened, work);
  } catch (error) {
    throw inside && !opened.client.inTransaction ? new TransactionEnded(error) : error;
  }
}
