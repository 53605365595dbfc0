import Database from "better-sqlite3";
import type { Clock } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import type { KeptSink } from "./maskers.ts";
import type { OpenDatabase } from "./open-database.ts";
import { insertTraceRows, type TraceRow } from "./trace-rows.ts";

const FLUSH_AFTER_MS = 50;
const RETRY_AFTER_MS = 1000;
const FLUSH_AT_ROWS = 200;
const KEPT_WHILE_FAILING = 10_000;
/** Reading goes on up to here: what is under way then still finds room. */
const ROOM_FOR_READS = KEPT_WHILE_FAILING / 2;

/**
 * A TraceSink that collects rows and writes them together. Telling it something never throws and never waits for the
 * disk. Rows that the database does not take now are kept and tried again every second; beyond a limit the oldest go,
 * and the log says how many. A row that no database would take is left out, so that it does not hold up the others.
 */
export function createTraceWriter(deps: OpenDatabase & { clock: Clock; log: Logger }) {
  const { db, client, clock, log } = deps;
  const insert = client.transaction((rows: readonly TraceRow[]) =>
    insertTraceRows({ db, client }, rows),
  );
  let waiting: TraceRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Why the last try failed; undefined when it did not. */
  let problem: unknown;
  let lost = 0;

  function add(row: TraceRow): void {
    waiting.push(row);
    if (waiting.length > KEPT_WHILE_FAILING) {
      waiting.shift();
      lost += 1;
    }
    if (waiting.length >= FLUSH_AT_ROWS && waiting.length % FLUSH_AT_ROWS === 0) flush();
    else later(FLUSH_AFTER_MS);
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, ms).unref();
  }

  function flush(): void {
    written(write());
  }

  /**
   * Inserts what is waiting and tells how many rows that were. Inside an open transaction this is a savepoint: a failure
   * undoes only itself, or SQLite undoes all of it, and then it throws. The rows wait until `written` says that they are
   * stored.
   */
  function write(): number {
    const inside = client.inTransaction;
    if (waiting.length === 0) return 0;
    try {
      insert.immediate(waiting);
      return waiting.length;
    } catch (error) {
      if (isOfRow(error)) return writeEach();
      failed(error);
      if (inside && !client.inTransaction) throw error;
      return 0;
    }
  }

  function written(rows: number): void {
    if (rows === 0) return;
    waiting = waiting.slice(rows);
    if (problem !== undefined) log.info({ rows }, "trace rows are stored again");
    problem = undefined;
    if (waiting.length > 0) return;
    clearTimeout(timer);
    timer = undefined;
  }

  /** One after the other until the database fails; a row that is at fault itself counts as done. */
  function writeEach(): number {
    const inside = client.inTransaction;
    for (const [done, row] of waiting.entries()) {
      try {
        insert.immediate([row]);
      } catch (error) {
        if (!isOfRow(error)) {
          failed(error);
          if (inside && !client.inTransaction) throw error;
          return done;
        }
        log.error({ fault: faultName(error), kind: row.kind }, "a trace row cannot be stored");
      }
    }
    return waiting.length;
  }

  function failed(error: unknown): void {
    if (problem === undefined || lost > 0) {
      const fault = faultName(error);
      log.error({ fault, waiting: waiting.length, lost }, "trace rows could not be stored");
    }
    problem = error;
    lost = 0;
    later(RETRY_AFTER_MS);
  }

  const sink: KeptSink = {
    connection: (connection) => {
      add({ kind: "connection", connection });
      if (connection.state === "open") flush(); // what it reaches is known even if the program dies over it
    },
    preview: (preview) => add({ kind: "preview", preview }),
    reply: (reply) => add({ kind: "reply", reply }),
    span: (span) => add({ kind: "span", span }),
    read: (read) => add({ kind: "read", read }),
    call: (call) => add({ kind: "call", call }),
    task: (request, result) =>
      add({ kind: "task", request, result, stored_at: clock.now().toISOString() }),
  };
  return {
    sink,
    flush,
    /** For a transaction of the caller's, which calls `written` with the number once it has been committed. */
    write,
    written,
    /**
     * What cannot be audited is not done. Throws what SQLite said: for an act unless all that was told is stored, for a
     * read once so much waits that more might be lost.
     */
    require(what: "act" | "read"): void {
      const most = what === "act" ? 0 : ROOM_FOR_READS;
      if (waiting.length > most) flush();
      if (waiting.length > most) throw problem;
    },
  };
}

/** A value that fits no column, in any state of the database. */
function isOfRow(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return true;
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(error.code);
}

function faultName(error: unknown): string {
  return error instanceof Database.SqliteError ? error.code : "unforeseen";
}
