import path from "node:path";
import type { Clock } from "#lib/contracts/ports";
import type { Rebuilt, Store } from "#lib/contracts/store-ports";
import type { Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { nobodyElse, ownQueue } from "./one-server.ts";
import { createReaderBeside } from "./read-beside.ts";
import { beginStore, createStore } from "./rows/create-store.ts";
import { beginTraceIndex } from "./sqlite/begin-trace-index.ts";
import { createSqliteEngine } from "./sqlite/engine.ts";
import {
  databaseError,
  isDamaged,
  openDatabase,
  rebuildError,
  versionOf,
} from "./sqlite/open-database.ts";
import { finishRebuild, rebuildDatabase } from "./sqlite/rebuild-database.ts";
import { runTransaction } from "./sqlite/run-statements.ts";
import { sizeOf } from "./sqlite/size-of.ts";

/**
 * Waiting for a lock stops the whole process, health included. Whoever can wait longer tries again, with the process free
 * in between.
 */
const LOCK_WAIT_MS = 100;

export { isRebuildFailed } from "./sqlite/open-database.ts";

/** The store in a SQLite file. */
export function openStore(deps: {
  file: string;
  clock: Clock;
  log: Logger;
  /** How long a statement waits for another process that holds the file, and this process with it. */
  lock_wait_ms?: number;
  /**
   * Whether a damaged database may be set aside and made anew: only by a process that nobody shares the file with.
   * Without it a damaged database is refused and left as it is.
   */
  rebuild?: boolean;
}): Store {
  const { file, clock, log, lock_wait_ms = LOCK_WAIT_MS, rebuild = false } = deps;
  const migrations = path.join(projectDir(), "lib/store/migrations");
  if (rebuild) told(() => finishRebuild(file));
  if (sizeOf(file) === 0 && sizeOf(`${file}-wal`) <= 0) {
    log.warn({ file }, "the database file was empty and is begun anew; what it held is gone");
  }
  const open = (at: string) => openDatabase(at, migrations, lock_wait_ms);
  let rebuilt: Rebuilt | undefined;
  const opened = told(() => {
    try {
      return open(file);
    } catch (error) {
      if (!rebuild || !isDamaged(error)) throw error;
      rebuilt = renew();
      log.error(
        rebuilt,
        "the database was damaged: a copy is kept, and what could be read goes on",
      );
      return open(file);
    }
  });
  told(() =>
    runTransaction(opened, function* () {
      yield* beginStore(opened.db, clock);
      yield* beginTraceIndex(opened);
    }),
  );

  function renew(): Rebuilt {
    try {
      return rebuildDatabase(file, clock.now(), open);
    } catch (error) {
      throw rebuildError(error, file);
    }
  }

  function told<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw databaseError(error, file);
    }
  }

  const engine = createSqliteEngine(opened, file);
  const step = versionOf(opened.client); // it stays as long as the file is open
  return createStore({
    ...{ engine, beside: createReaderBeside(file), clock, log, rebuilt },
    ...{ events: nobodyElse, queue: ownQueue },
    check: async () => ({ database: "sqlite", step }),
  });
}
