import type { Engine } from "../rows/engine.ts";
import { transaction } from "../rows/statements.ts";
import { createLogOnDisk } from "./log-on-disk.ts";
import { createLogMover } from "./move-log.ts";
import { databaseError, type OpenDatabase } from "./open-database.ts";
import { runStatements } from "./run-statements.ts";

/** The last chance for what is waiting; the process does nothing else any more. */
const LAST_WAIT_MS = 2000;

/** Each method has done all of its work when it returns its promise: of two calls the first has its way. */
export function createSqliteEngine(opened: OpenDatabase, file: string): Engine {
  const { db, client } = opened;
  const log = createLogOnDisk(client.name);
  const mover = createLogMover(client.name);
  const run: Engine["run"] = async (work, { durable } = {}) => {
    try {
      const done = runStatements(opened, work);
      mover.wrote();
      if (durable === true) await log.flushed(); // a power cut, too; it is worth the wait for the disk
      return done;
    } catch (error) {
      throw databaseError(error, file);
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
      log.close();
      mover.close();
      client.close();
    },
  };
}
