import { and, asc, desc, eq, like, lte, ne } from "drizzle-orm";
import type { NewRun, StoredRun } from "#lib/contracts/store-ports";
import type { RunEvent } from "#lib/contracts/stream";
import { insertRow } from "./insert-row.ts";
import type { Db } from "./open-database.ts";
import { kept_results, messages, run_events, runs, tasks } from "./schema.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The caller holds the transaction. The run `before` of the same key gives way: it was interrupted, and this is the next
 * attempt. False where the key has gone to another meanwhile.
 */
export function beginRun(db: Db, run: NewRun, before: string | undefined, now: Date): boolean {
  dropPastRuns(db, now);
  if (run.key !== null && findRun(db, { key: run.key })?.run_id !== before) return false;
  if (run.key !== null) db.update(runs).set({ key: null }).where(eq(runs.key, run.key)).run();
  const expires_at = new Date(now.getTime() + KEPT_MS).toISOString();
  db.insert(runs)
    .values({ ...run, state: "running", expires_at })
    .run();
  return true;
}

/** Attempts that were over a day ago, with what they told. */
export function dropPastRuns(db: Db, now: Date): void {
  const past = and(ne(runs.state, "running"), lte(runs.expires_at, now.toISOString()));
  db.delete(runs).where(past).run();
}

export function appendEvents(
  db: Db,
  run_id: string,
  first: number,
  events: readonly RunEvent[],
): void {
  if (findRun(db, { run_id }) === undefined) return; // given up meanwhile
  events.forEach((event, i) => {
    if (event.kind === "answer") return;
    insertRow(db, run_events, { run_id, seq: first + i, event: JSON.stringify(event) });
  });
}

export function endRun(db: Db, run_id: string, state: "done" | "interrupted"): void {
  db.update(runs).set({ state }).where(eq(runs.run_id, run_id)).run();
}

/** A run that was given up, with every word it left: its question stands in envelopes, what it read in their results. */
export function dropRun(db: Db, run: { run_id: string; trace_id: string }): void {
  db.delete(runs).where(eq(runs.run_id, run.run_id)).run();
  db.delete(tasks).where(eq(tasks.run_id, run.run_id)).run();
  dropEnvelopes(db, run.trace_id);
}

/** The results of envelopes kept for a second try. */
export function dropEnvelopes(db: Db, trace_id: string): void {
  const ofTrace = and(eq(kept_results.scope, "task"), like(kept_results.key, `${trace_id}:%`));
  db.delete(kept_results).where(ofTrace).run();
}

export function findRun(db: Db, by: { run_id: string } | { key: string }): StoredRun | undefined {
  const where = "key" in by ? eq(runs.key, by.key) : eq(runs.run_id, by.run_id);
  return db.select().from(runs).where(where).orderBy(desc(runs.asked_at)).get();
}

export function runningRuns(db: Db): StoredRun[] {
  return db.select().from(runs).where(eq(runs.state, "running")).all();
}

/** Whether it is there and has no answer yet. */
export function isOpenRun(db: Db, run_id: string): boolean {
  const run = findRun(db, { run_id });
  return run !== undefined && run.state !== "done";
}

/** Everything a run told, its answer last where it has one. */
export function readEvents(db: Db, run_id: string): RunEvent[] {
  const told = db
    .select({ event: run_events.event })
    .from(run_events)
    .where(eq(run_events.run_id, run_id))
    .orderBy(asc(run_events.seq))
    .all()
    .map((row) => JSON.parse(row.event) as RunEvent); // written by `appendEvents` alone
  const found = db
    .select({ answer: messages.answer })
    .from(messages)
    .where(eq(messages.run_id, run_id))
    .get();
  if (found === undefined) return told;
  const data = JSON.parse(found.answer) as Extract<RunEvent, { kind: "answer" }>["data"]; // written by `insertAnswer` alone
  return [...told, { kind: "answer", data }];
}
