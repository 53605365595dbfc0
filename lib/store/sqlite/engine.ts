import type { Engine } from "../rows/engine.ts";
import { transaction } from "../rows/statements.ts";
import { databaseError, type OpenDatabase } from "./open-database.ts";
import { runStatements } from "./run-statements.ts";

/** The last chance for what is waiting; the process does nothing else any more. */
const LAST_WAIT_MS = 2000;

/** Each method has done all of its work when it returns its promise: of two calls the first has its way. */
export function createSqliteEngine(opened: OpenDatabase, file: string): Engine {
  const { db, client } = opened;
  const run: Engine["run"] = async (work, { durable } = {}) => {
    try {
      if (durable === true) client.pragma("synchronous = FULL"); // a power cut, too; it is worth the wait for the disk
      return runStatements(opened, work);
    } catch (error) {
      throw databaseError(error, file);
    } finally {
      if (durable === true) client.pragma("synchronous = NORMAL");
    }
  };
  return {
    db,
    run,
    read: run,
    write: (work, how) => run(() => transaction(work), how),
    async close(work) {
      client.pragma(`busy_timeout = ${LAST_WAIT_MS}`);
      runStatements(opened, work);
      client.close();
    },
  };
}
