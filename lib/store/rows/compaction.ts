import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type CompactionPass,
  figureSeries,
  type LastCompaction as Last,
  type PastTime,
} from "#lib/contracts/activity-store";
import {
  addToChain,
  anchorOf,
  beginning,
  type ChainLink,
  dropLinks,
  linkOf,
  linksAfter,
  rowsOf,
  setAnchor,
} from "./audit-chain.ts";
import type { Db } from "./dialect.ts";
import { dropIn } from "./drop-in.ts";
import { dayOf, hourOf } from "./figure-rows.ts";
import { locks } from "./locks.ts";
import { raw, type Statements } from "./statements.ts";
import { getUpkeep, setUpkeep } from "./upkeep-rows.ts";

/*
 * What is past its time goes, a piece at a time and each piece whole or not at all, so that a program that dies in between
 * leaves nothing half. Answers with their claims and citations are of conversations and stay until a person deletes them.
 */

export const beginPass = (): CompactionPass => ({ kind: 0, after: 0, rows: 0 });

const DAY_MS = 24 * 60 * 60 * 1000;
/** Figures by hour are looked at of the last weeks; those by day stay as long as the audit. */
const HOURS_DAYS = 92;

type Work = (db: Db, past: PastTime, pass: CompactionPass, most: number) => Statements<Done>;
/** `after` is where to go on; absent when this kind is done. */
type Done = { rows: number; after?: number; over?: number };

/** One piece. Undefined when there is nothing more to do in this pass. The caller holds the transaction. */
export function* compactSome(
  db: Db,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): Statements<CompactionPass | undefined> {
  const work = works[pass.kind];
  if (work === undefined) return undefined;
  yield* locks.compaction();
  const { after, rows, ...next } = yield* work(db, past, pass, most);
  const total = pass.rows + rows;
  return after === undefined
    ? { kind: pass.kind + 1, after: 0, rows: total }
    : { ...next, kind: pass.kind, after, rows: total };
}

const works: readonly Work[] = [
  walk("spans", "started_at"),
  walk("tasks", "stored_at"),
  dropTraces,
  dropWords,
  dropPreviews,
  dropLargest,
  dropConnections,
  dropAudit,
  dropFigures,
];

function isoBefore({ now, ...past }: PastTime, days: "traces_days" | "audit_days"): string {
  return new Date(now.getTime() - past[days] * DAY_MS).toISOString();
}

/** A trace that a person keeps as a case stays, with everything that is needed to do it again. */
const kept = sql`trace_id IN (SELECT trace_id FROM replay_cases)`;

/** By number, for there is no index of the time; it ends at the first piece in which nothing was past its time. */
function walk(name: "spans" | "tasks", time: string): Work {
  const table = sql.identifier(name);
  return function* (_db, past, { after }, most) {
    const found = yield* raw<{ at: number; time: string; kept: 0 | 1 }>(
      sql`SELECT rowid AS at, ${sql.identifier(time)} AS time, CASE WHEN ${kept} THEN 1 ELSE 0 END AS kept
        FROM ${table} WHERE rowid > ${after} ORDER BY rowid LIMIT ${most}`,
    );
    const before = isoBefore(past, "traces_days");
    const past_time = found.filter((row) => row.time < before);
    const old = past_time.filter((row) => row.kept === 0).map(({ at }) => at);
    yield* dropIn(name, "rowid", old);
    const last = found.at(-1)?.at;
    const over = past_time.length === 0 || found.length < most || last === undefined;
    return { rows: old.length, ...(over ? {} : { after: last }) };
  };
}

/** One that still runs stays. Whether it does is known by its run or its task: the trace of one that died has no end. */
const running = sql`(kind = 'ask' AND EXISTS (SELECT 1 FROM runs r WHERE r.trace_id = traces.trace_id AND r.state = 'running'))
  OR (kind = 'task' AND EXISTS (SELECT 1 FROM work_tasks w WHERE w.task_id = traces.task_id AND w.ended_at IS NULL))`;

function* dropTraces(db: Db, past: PastTime, pass: CompactionPass, most: number): Statements<Done> {
  const before = past.now.getTime() - past.traces_days * DAY_MS;
  const found = yield* raw<{ number: number }>(
    sql`SELECT number FROM traces
      WHERE started_at < ${before} AND NOT ${kept} AND (ms IS NOT NULL OR NOT (${running}))
      ORDER BY started_at LIMIT ${most}`,
  );
  const numbers = found.map(({ number }) => number);
  yield* db.sqlDialect.titles.forgetLater(function* () {
    yield* dropIn("trace_marks", "number", numbers);
    yield* dropIn("traces", "number", numbers);
  });
  return { rows: numbers.length, ...(numbers.length < most ? {} : { after: pass.after + 1 }) };
}

/**
 * To take the words of each trace out of the index at once takes a hundred times as long as to merge it afterwards. That is
 * done in every pass: of one that was broken off nobody knows.
 */
function* dropWords(
  { sqlDialect }: Db,
  _past: PastTime,
  { after }: CompactionPass,
): Statements<Done> {
  return {
    rows: 0,
    ...((yield* sqlDialect.titles.merge(after === 0)) ? { after: after + 1 } : {}),
  };
}

/**
 * Replies are of use together alone, so the previews of a trace go at once: when the last of them is past its time, or the
 * first of them is the oldest of what is too much.
 */
function* dropPreviews(
  _: Db,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): Statements<Done> {
  const before = isoBefore(past, "traces_days");
  const traces = yield* raw<{ trace_id: string }>(
    sql`SELECT DISTINCT trace_id FROM previews p WHERE at < ${before} AND NOT ${kept}
        AND NOT EXISTS (SELECT 1 FROM previews n WHERE n.trace_id = p.trace_id AND n.at >= ${before})
      LIMIT ${tracesAtOnce(most)}`,
  );
  const ids = traces.map(({ trace_id }) => trace_id);
  const rows = yield* dropIn("previews", "trace_id", ids);
  return { rows, ...(traces.length < tracesAtOnce(most) ? {} : { after: pass.after + 1 }) };
}

/** A trace has some ten previews; of a long task there are more. */
const tracesAtOnce = (most: number): number => Math.max(1, Math.floor(most / 10));

function* dropLargest(_: Db, past: PastTime, pass: CompactionPass, most: number): Statements<Done> {
  const over_by = pass.over ?? (yield* bytesOf(sql`NOT ${kept}`)) - past.preview_bytes;
  let over = over_by;
  let rows = 0;
  let { after } = pass;
  while (over > 0 && rows < most) {
    const [oldest] = yield* raw<{ number: number; trace_id: string }>(
      sql`SELECT number, trace_id FROM previews WHERE number > ${after} AND NOT ${kept}
        ORDER BY number LIMIT 1`,
    );
    if (oldest === undefined) return { rows };
    over -= yield* bytesOf(sql`trace_id = ${oldest.trace_id}`);
    rows += yield* dropIn("previews", "trace_id", [oldest.trace_id]);
    after = oldest.number;
  }
  return { rows, ...(over > 0 ? { after, over } : {}) };
}

function* bytesOf(which: SQL): Statements<number> {
  const [found] = yield* raw<{ bytes: number }>(
    sql`SELECT coalesce(sum(octet_length(text)), 0) AS bytes FROM previews WHERE ${which}`,
  );
  return found?.bytes ?? 0;
}

function* dropConnections(
  _: Db,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): Statements<Done> {
  const gone = yield* raw(
    sql`DELETE FROM connections WHERE id IN
      (SELECT id FROM connections WHERE at < ${isoBefore(past, "audit_days")} ORDER BY at LIMIT ${most})
      RETURNING 1`,
  );
  return { rows: gone.length, ...(gone.length < most ? {} : { after: pass.after + 1 }) };
}

/**
 * The oldest rows of the chain with their links. What is left begins at an anchor, the last link that went, and a row of
 * the audit tells of it, so that a chain whose beginning somebody else cut off is known. Where it is broken nothing goes:
 * that it is would go with it.
 */
function* dropAudit(db: Db, past: PastTime, pass: CompactionPass, most: number): Statements<Done> {
  yield* locks.audit();
  const before = isoBefore(past, "audit_days");
  let link = (yield* anchorOf(db)) ?? { ...beginning, until: "" };
  const gone: ChainLink[] = [];
  let { until } = link;
  const links = yield* linksAfter(db, link.seq, most);
  const rowOf = yield* rowsOf(links);
  for (const next of links) {
    const row = rowOf(next);
    const time = String(row?.at ?? row?.started_at ?? "9");
    if (row === undefined || time >= before || next.seq !== link.seq + 1) break;
    if (linkOf(link.hash, next.audited, next.row_id, row) !== next.hash) break;
    gone.push(next);
    link = { seq: next.seq, hash: next.hash, until: time };
    if (time > until) until = time;
  }
  if (gone.length === 0) return { rows: 0 };
  yield* dropLinks(db, gone);
  yield* setAnchor({ seq: link.seq, hash: link.hash, until });
  const row = {
    at: past.now.toISOString(),
    trace_id: "retention",
    agent_id: "retention",
    tool_id: anchorTool,
    relative_path: `audit, rows 1 to ${link.seq}`,
    length: gone.length,
    sha256: link.hash,
  };
  yield* addToChain(db, [{ table: "reads", row }]);
  return { rows: gone.length, ...(gone.length < most ? {} : { after: pass.after + 1 }) };
}

/** By what a row of the audit tells that older ones were past their time. */
export const anchorTool = "docent.retention";

/** One series after the other, by the key of the table. */
function* dropFigures(
  _: Db,
  past: PastTime,
  { after }: CompactionPass,
  most: number,
): Statements<Done> {
  const series = figureSeries[Math.floor(after / 2)];
  if (series === undefined) return { rows: 0 };
  const step = after % 2 === 0 ? "hour" : "day";
  const before =
    step === "hour"
      ? hourOf(new Date(past.now.getTime() - HOURS_DAYS * DAY_MS))
      : dayOf(new Date(past.now.getTime() - past.audit_days * DAY_MS));
  const gone = yield* raw(
    sql`DELETE FROM figures WHERE rowid IN
      (SELECT rowid FROM figures
       WHERE series = ${series} AND step = ${step} AND at < ${before} LIMIT ${most})
      RETURNING 1`,
  );
  return { rows: gone.length, after: gone.length < most ? after + 1 : after };
}

const LastCompaction = z.object({ at: z.string(), rows: z.number(), freed_bytes: z.number() });

export function* lastCompaction(db: Db): Statements<Last | undefined> {
  return LastCompaction.safeParse(yield* getUpkeep(db, "compaction")).data;
}

export function* noteCompaction(db: Db, last: Last): Statements<void> {
  yield* setUpkeep(db, "compaction", last);
}
