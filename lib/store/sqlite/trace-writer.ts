import Database from "better-sqlite3";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import type { OpenDatabase } from "./open-database.ts";
import { insertTraceRows, type TraceRow } from "./trace-rows.ts";

const FLUSH_AFTER_MS = 50;
const RETRY_AFTER_MS = 1000;
const FLUSH_AT_ROWS = 200;
const KEPT_WHILE_FAILING = 10_000;

/**
 * A TraceSink that collects rows and writes them together. Telling it something never throws and never waits for the
 * disk. Rows that cannot be written are kept for the next try; beyond a limit the oldest go, and the log says how many.
 */
export function createTraceWriter(deps: OpenDatabase & { clock: Clock; log: Logger }) {
  const { db, client, clock, log } = deps;
  const write = client.transaction((rows: readonly TraceRow[]) => insertTraceRows(db, rows));
  let waiting: TraceRow[] = [];
  let timer: NodeJS.Timeout | undefined;

  function add(row: TraceRow): void {
    waiting.push(row);
    if (waiting.length >= FLUSH_AT_ROWS && waiting.length % FLUSH_AT_ROWS === 0) flush();
    else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    try {
      write.immediate(waiting); // inside an open transaction this is a savepoint: a failure here undoes only itself
      waiting = [];
    } catch (error) {
      const lost = Math.max(0, waiting.length - KEPT_WHILE_FAILING);
      waiting = waiting.slice(lost);
      const fault = error instanceof Database.SqliteError ? error.code : "unforeseen";
      if (fault.startsWith("SQLITE_BUSY")) timer = setTimeout(flush, RETRY_AFTER_MS).unref();
      log.error({ fault, waiting: waiting.length, lost }, "trace rows could not be stored");
    }
  }

  const sink: TraceSink = {
    span: (span) => add({ kind: "span", span }),
    read: (read) => add({ kind: "read", read }),
    task: (request, result) =>
      add({ kind: "task", request, result, stored_at: clock.now().toISOString() }),
  };
  return { sink, flush };
}
