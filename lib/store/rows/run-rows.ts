import { and, asc, desc, eq, like, lte, ne, sql } from "drizzle-orm";
import type { NewRun, StoredRun } from "#lib/contracts/store-ports";
import type { RunEvent } from "#lib/contracts/stream";
import type { Db } from "./dialect.ts";
import { locks } from "./locks.ts";
import { mine, ownerOf } from "./owner.ts";
import { kept_results, messages, run_events, runs, tasks } from "./schema.ts";
import { all, get, insertAll, type Statements, tell, write } from "./statements.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The caller holds the transaction. The run `before` of the same key gives way: it was interrupted, and this is the next
 * attempt. False where the key has gone to another meanwhile.
 */
export function* beginRun(
  db: Db,
  run: NewRun,
  before: string | undefined,
  now: Date,
): Statements<boolean> {
  yield* dropPastRuns(db, now);
  if (run.key !== null && (yield* findRun(db, { key: run.key }))?.run_id !== before) return false;
  if (run.key !== null)
    yield* write(
      db
        .update(runs)
        .set({ key: null })
        .where(and(mine(db, runs), eq(runs.key, run.key))),
    );
  const expires_at = new Date(now.getTime() + KEPT_MS).toISOString();
  yield* write(
    db.insert(runs).values({ ...run, owner: ownerOf(db), state: "running", expires_at }),
  );
  return true;
}

/** Attempts that were over a day ago, with what they told. */
export function* dropPastRuns(db: Db, now: Date): Statements<void> {
  const past = and(ne(runs.state, "running"), lte(runs.expires_at, now.toISOString()));
  yield* write(db.delete(runs).where(past));
}

export function* appendEvents(
  db: Db,
  run_id: string,
  first: number,
  events: readonly RunEvent[],
): Statements<void> {
  yield* locks.run(run_id);
  if ((yield* findRun(db, { run_id })) === undefined) return; // given up meanwhile
  const told = events.flatMap((event, i) =>
    event.kind === "answer" ? [] : [{ run_id, seq: first + i, event: JSON.stringify(event) }],
  );
  yield* insertAll(run_events, told);
  yield* tell("run", run_id);
}

export function* endRun(db: Db, run_id: string, state: "done" | "interrupted"): Statements<void> {
  yield* write(
    db
      .update(runs)
      .set({ state })
      .where(and(mine(db, runs), eq(runs.run_id, run_id))),
  );
  yield* tell("run", run_id);
}

/** A run that was given up, with every word it left: its question stands in envelopes, what it read in their results. */
export function* dropRun(db: Db, run: { run_id: string; trace_id: string }): Statements<void> {
  yield* write(db.delete(runs).where(and(mine(db, runs), eq(runs.run_id, run.run_id))));
  yield* write(db.delete(tasks).where(and(mine(db, tasks), eq(tasks.run_id, run.run_id))));
  yield* dropEnvelopes(db, run.trace_id);
  yield* tell("run", run.run_id);
}

/** What an asking left besides its answer: envelopes, and answers and results kept for a second try. */
export function* dropAsking(db: Db, trace_id: string): Statements<void> {
  yield* write(db.delete(tasks).where(and(mine(db, tasks), eq(tasks.trace_id, trace_id))));
  yield* dropEnvelopes(db, trace_id);
  const answers = and(
    mine(db, kept_results),
    eq(kept_results.scope, "answer"),
    sql`${db.sqlDialect.jsonText(kept_results.body, "trace_id")} = ${trace_id}`,
  );
  yield* write(db.delete(kept_results).where(answers));
}

/** The results of envelopes kept for a second try. */
export function* dropEnvelopes(db: Db, trace_id: string): Statements<void> {
  const ofTrace = and(
    mine(db, kept_results),
    eq(kept_results.scope, "task"),
    like(kept_results.key, `${trace_id}:%`),
  );
  yield* write(db.delete(kept_results).where(ofTrace));
}

export function* findRun(
  db: Db,
  by: { run_id: string } | { key: string },
): Statements<StoredRun | undefined> {
  const where = "key" in by ? eq(runs.key, by.key) : eq(runs.run_id, by.run_id);
  return yield* get(
    db
      .select()
      .from(runs)
      .where(and(mine(db, runs), where))
      .orderBy(desc(runs.asked_at)),
  );
}

export function* runningRuns(db: Db): Statements<StoredRun[]> {
  return yield* all(
    db
      .select()
      .from(runs)
      .where(and(mine(db, runs), eq(runs.state, "running"))),
  );
}

/** Whether it is there and has no turn yet. */
export function* isOpenRun(db: Db, run_id: string): Statements<boolean> {
  return (yield* findRun(db, { run_id }))?.state === "running";
}

/** Everything a run told, its answer last where it has one. */
export function* readEvents(db: Db, run_id: string): Statements<RunEvent[]> {
  if ((yield* findRun(db, { run_id })) === undefined) return [];
  const told = (yield* all(
    db
      .select({ event: run_events.event })
      .from(run_events)
      .where(eq(run_events.run_id, run_id))
      .orderBy(asc(run_events.seq)),
  )).map((row) => JSON.parse(row.event) as RunEvent); // written by `appendEvents` alone
  const found = yield* get(
    db
      .select({ answer: messages.answer })
      .from(messages)
      .where(and(mine(db, messages), eq(messages.run_id, run_id))),
  );
  if (found === undefined) return told;
  const data = JSON.parse(found.answer) as Extract<RunEvent, { kind: "answer" }>["data"]; // written by `insertAnswer` alone
  return [...told, { kind: "answer", data }];
}
