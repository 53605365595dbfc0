import type { Clock } from "#lib/contracts/ports";
import type { KeptSink } from "#lib/contracts/store-ports";
import type { Logger } from "#lib/platform/logger";
import type { Engine } from "./engine.ts";
import { outcome, type Statements, serially, TransactionEnded, transaction } from "./statements.ts";
import { insertTraceRows, type TraceRow } from "./trace-rows.ts";

/** Rows are written once nothing more was told for so long, … */
const QUIET_MS = 50;
/** … at the latest after this, … */
const LATEST_MS = 1000;
/** … or once so many wait. */
const FLUSH_AT_ROWS = 1000;
const RETRY_AFTER_MS = 1000;
const KEPT_WHILE_FAILING = 10_000;
/** Reading goes on up to here: what is under way then still finds room. */
const ROOM_FOR_READS = KEPT_WHILE_FAILING / 2;

/**
 * What is stored with an answer, before it is told: the audit, and what a replay of it needs. Spans, envelopes and previews
 * follow once it is told, so that nobody waits for them; whoever reads a trace has them written first.
 */
const withAnswer = new Set<TraceRow["kind"]>(["read", "call", "connection", "reply"]);
/** With a result that may be found again: how it came about, too. */
const withResult = new Set<TraceRow["kind"]>([...withAnswer, "span"]);

type WithRows = (told: () => Statements<void>) => Statements<boolean>;
export type TraceWriter = ReturnType<typeof createTraceWriter>;

/**
 * A TraceSink that collects rows and writes them together. Telling it something never throws and never waits for the
 * disk. Rows that the database does not take now are kept and tried again every second; beyond a limit the oldest go,
 * and the log says how many. A row that no database would take is left out, so that it does not hold up the others.
 */
export function createTraceWriter(deps: { engine: Engine; clock: Clock; log: Logger }) {
  const { engine, clock, log } = deps;
  const { db } = engine;
  let waiting: TraceRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** When the timer was set first, by the monotonic clock. */
  let since = 0;
  /** Why the last try failed; undefined when it did not. */
  let problem: unknown;
  let lost = 0;
  /** Rows that went into a transaction of which it is not known whether it was stored. */
  let doubtful: { token: string; rows: readonly TraceRow[] } | undefined;

  function add(row: TraceRow): void {
    waiting.push(row);
    if (waiting.length > KEPT_WHILE_FAILING) {
      waiting.shift();
      lost += 1;
    }
    if (waiting.length >= FLUSH_AT_ROWS && waiting.length % FLUSH_AT_ROWS === 0) flushNow();
    else if (timer === undefined) later(QUIET_MS);
    else if (performance.now() - since < LATEST_MS) timer.refresh();
  }

  function later(ms: number): void {
    clearTimeout(timer);
    since = performance.now();
    timer = setTimeout(() => {
      timer = undefined;
      flushNow();
    }, ms).unref();
  }

  function flushNow(): void {
    engine.run(flush).catch(failed); // where there is no connection, for one
  }

  function* flush(): Statements<void> {
    if (waiting.length === 0) return;
    yield* serially(function* () {
      yield* settle();
      written(yield* write(waiting));
    });
  }

  /**
   * What is stored already is not written once more. Where that cannot be known yet, it throws why: of what was to come next
   * nothing was sent, so only the earlier transaction is in doubt.
   */
  function* settle(): Statements<void> {
    if (doubtful === undefined) return;
    const { token, rows } = doubtful;
    let stored: boolean;
    try {
      stored = yield* outcome(token);
    } catch (error) {
      const unknown = error instanceof Error && db.sqlDialect.doubtful(error) !== undefined;
      throw unknown ? error.cause : error;
    }
    doubtful = undefined;
    if (stored) written(rows);
  }

  function doubt(error: unknown, rows: readonly TraceRow[]): void {
    const token = db.sqlDialect.doubtful(error);
    if (token !== undefined) doubtful = { token, rows };
  }

  /**
   * Inserts rows and gives those that are in. Inside an open transaction a failure undoes only itself, or the database
   * undoes all of it, and then this throws. The rows wait until `written` says that they are stored.
   */
  function* write(rows: readonly TraceRow[]): Statements<readonly TraceRow[]> {
    if (rows.length === 0) return rows;
    const batch = [...rows];
    try {
      yield* transaction(() => insertTraceRows(db, batch));
      return batch;
    } catch (error) {
      if (db.sqlDialect.isOfRow(error)) return yield* writeEach(batch);
      doubt(error, batch);
      failed(error);
      if (error instanceof TransactionEnded) throw error;
      return [];
    }
  }

  function written(rows: readonly TraceRow[]): void {
    if (rows.length === 0) return;
    const stored = new Set(rows);
    waiting = waiting.filter((row) => !stored.has(row));
    if (problem !== undefined) log.info({ rows: rows.length }, "trace rows are stored again");
    problem = undefined;
    if (waiting.length > 0) return;
    clearTimeout(timer);
    timer = undefined;
  }

  /** One after the other until the database fails; a row that is at fault itself counts as done. */
  function* writeEach(rows: readonly TraceRow[]): Statements<readonly TraceRow[]> {
    for (const [done, row] of rows.entries()) {
      try {
        yield* transaction(() => insertTraceRows(db, [row]));
      } catch (error) {
        if (!db.sqlDialect.isOfRow(error)) {
          doubt(error, [row]);
          failed(error);
          if (error instanceof TransactionEnded) throw error;
          return rows.slice(0, done);
        }
        const fault = db.sqlDialect.faultName(error);
        log.error({ fault, kind: row.kind }, "a trace row cannot be stored");
      }
    }
    return rows;
  }

  function failed(error: unknown): void {
    if (problem === undefined || lost > 0) {
      const fault = db.sqlDialect.faultName(error);
      log.error({ fault, waiting: waiting.length, lost }, "trace rows could not be stored");
    }
    problem = error;
    lost = 0;
    later(RETRY_AFTER_MS);
  }

  /** What is told there is of the owner's work. */
  const sinkOf = (owner: string): KeptSink => ({
    connection: (connection) => {
      add({ owner, kind: "connection", connection });
      if (connection.state === "open") flushNow(); // what it reaches is known even if the program dies over it
    },
    preview: (preview) => add({ owner, kind: "preview", preview }),
    reply: (reply) => add({ owner, kind: "reply", reply }),
    span: (span) => add({ owner, kind: "span", span }),
    read: (read) => add({ owner, kind: "read", read }),
    call: (call) => add({ owner, kind: "call", call }),
    task: (request, result) =>
      add({ owner, kind: "task", request, result, stored_at: clock.now().toISOString() }),
  });

  /**
   * Work of all or nothing, with which the waiting rows of these kinds are stored where it calls `told`. Where it says that
   * it did nothing they go on waiting.
   */
  function* alongside(kinds: ReadonlySet<TraceRow["kind"]>, work: WithRows): Statements<boolean> {
    return yield* serially(function* () {
      yield* settle();
      let stored: readonly TraceRow[] = [];
      try {
        const done = yield* transaction(() =>
          work(function* () {
            stored = yield* write(waiting.filter(({ kind }) => kinds.has(kind)));
          }),
        );
        if (done) written(stored); // not before the commit, which may fail
        return done;
      } catch (error) {
        doubt(error, stored);
        throw error;
      }
    });
  }

  return {
    sinkOf,
    flush,
    /** The last flush of the program. */
    *end(): Statements<void> {
      try {
        yield* flush();
      } catch (error) {
        problem ??= error;
      }
      const rows = waiting.length;
      if (rows > 0) log.error({ rows }, "the program ends with trace rows that were not stored");
    },
    withResult: (work: WithRows) => alongside(withResult, work),
    withAnswer: (work: WithRows) => alongside(withAnswer, work),
    /**
     * What cannot be audited is not done. Throws what the database said: for an act unless all that was told is stored, for a
     * read once so much waits that more might be lost.
     */
    *require(what: "act" | "read"): Statements<void> {
      const most = what === "act" ? 0 : ROOM_FOR_READS;
      if (waiting.length <= most) return;
      const told = new Set(waiting); // what others tell meanwhile is theirs to wait for
      yield* flush();
      if (waiting.filter((row) => told.has(row)).length > most) throw problem;
    },
  };
}
