import type Database from "better-sqlite3";
import { z } from "zod";
import {
  type CompactionPass,
  figureSeries,
  type LastCompaction as Last,
  type PastTime,
} from "#lib/contracts/activity-store";
import { addToChain, anchorOf, beginning, linkOf, rowOf, setAnchor } from "./audit-chain.ts";
import { dayOf, hourOf } from "./figure-rows.ts";
import type { Db, OpenDatabase } from "./open-database.ts";
import { mergeWords, withoutSecureDelete } from "./trace-words.ts";
import { getUpkeep, setUpkeep } from "./upkeep-rows.ts";

/*
 * What is past its time goes, a piece at a time and each piece whole or not at all, so that a program that dies in between
 * leaves nothing half. Answers with their claims and citations are of conversations and stay until a person deletes them.
 */

export const beginPass = (): CompactionPass => ({ kind: 0, after: 0, rows: 0 });

const DAY_MS = 24 * 60 * 60 * 1000;
/** Figures by hour are looked at of the last weeks; those by day stay as long as the audit. */
const HOURS_DAYS = 92;

type Work = (at: OpenDatabase, past: PastTime, pass: CompactionPass, most: number) => Done;
/** `after` is where to go on; absent when this kind is done. */
type Done = { rows: number; after?: number; over?: number };

/** One piece. Undefined when there is nothing more to do in this pass. The caller holds the transaction. */
export function compactSome(
  at: OpenDatabase,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): CompactionPass | undefined {
  const work = works[pass.kind];
  if (work === undefined) return undefined;
  const { after, rows, ...next } = work(at, past, pass, most);
  const total = pass.rows + rows;
  return after === undefined
    ? { kind: pass.kind + 1, after: 0, rows: total }
    : { ...next, kind: pass.kind, after, rows: total };
}

const works: readonly Work[] = [
  walk("spans", "started_at", "traces_days"),
  walk("tasks", "stored_at", "traces_days"),
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
const kept = (trace_id: string) => `${trace_id} IN (SELECT trace_id FROM replay_cases)`;

/** By number, for there is no index of the time; it ends at the first piece in which nothing was past its time. */
function walk(table: "spans" | "tasks", time: string, days: "traces_days"): Work {
  return ({ client }, past, { after }, most) => {
    const found = client
      .prepare<[number, number], { at: number; time: string; kept: 0 | 1 }>(
        `SELECT rowid AS at, ${time} AS time, ${kept("trace_id")} AS kept
         FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      )
      .all(after, most);
    const before = isoBefore(past, days);
    const past_time = found.filter((row) => row.time < before);
    const old = past_time.filter((row) => row.kept === 0);
    const drop = client.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
    for (const { at } of old) drop.run(at);
    const last = found.at(-1)?.at;
    const over = past_time.length === 0 || found.length < most || last === undefined;
    return { rows: old.length, ...(over ? {} : { after: last }) };
  };
}

/** One that still runs stays. Whether it does is known by its run or its task: the trace of one that died has no end. */
const running = `(kind = 'ask' AND EXISTS (SELECT 1 FROM runs r WHERE r.trace_id = traces.trace_id AND r.state = 'running'))
  OR (kind = 'task' AND EXISTS (SELECT 1 FROM work_tasks w WHERE w.task_id = traces.task_id AND w.ended_at IS NULL))`;

function dropTraces(
  { client }: OpenDatabase,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): Done {
  const before = past.now.getTime() - past.traces_days * DAY_MS;
  const numbers = client
    .prepare<[number, number], number>(
      `SELECT number FROM traces
       WHERE started_at < ? AND NOT ${kept("trace_id")} AND (ms IS NOT NULL OR NOT (${running}))
       ORDER BY started_at LIMIT ?`,
    )
    .pluck()
    .all(before, most);
  const marks = client.prepare("DELETE FROM trace_marks WHERE number = ?");
  const drop = client.prepare("DELETE FROM traces WHERE number = ?");
  withoutSecureDelete(client, () => {
    for (const number of numbers) {
      marks.run(number);
      drop.run(number);
    }
  });
  return { rows: numbers.length, ...(numbers.length < most ? {} : { after: pass.after + 1 }) };
}

/**
 * To take the words of each trace out of the full-text table at once takes a hundred times as long as to merge it afterwards.
 * That is done in every pass: of one that was broken off nobody knows.
 */
function dropWords({ client }: OpenDatabase, _past: PastTime, { after }: CompactionPass): Done {
  return { rows: 0, ...(mergeWords(client, after === 0) ? { after: after + 1 } : {}) };
}

/**
 * Replies are of use together alone, so the previews of a trace go at once: when the last of them is past its time, or the
 * first of them is the oldest of what is too much.
 */
function dropPreviews(
  { client }: OpenDatabase,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): Done {
  const before = isoBefore(past, "traces_days");
  const traces = client
    .prepare<[string, string, number], string>(
      `SELECT DISTINCT trace_id FROM previews p WHERE at < ? AND NOT ${kept("trace_id")}
         AND NOT EXISTS (SELECT 1 FROM previews n WHERE n.trace_id = p.trace_id AND n.at >= ?)
       LIMIT ?`,
    )
    .pluck()
    .all(before, before, tracesAtOnce(most));
  const drop = client.prepare("DELETE FROM previews WHERE trace_id = ?");
  const rows = traces.reduce((sum, trace_id) => sum + drop.run(trace_id).changes, 0);
  return { rows, ...(traces.length < tracesAtOnce(most) ? {} : { after: pass.after + 1 }) };
}

/** A trace has some ten previews; of a long task there are more. */
const tracesAtOnce = (most: number): number => Math.max(1, Math.floor(most / 10));

function dropLargest(
  { client }: OpenDatabase,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): Done {
  const total = client.prepare<[], number | null>(
    `SELECT sum(octet_length(text)) FROM previews WHERE NOT ${kept("trace_id")}`,
  );
  let over = pass.over ?? Number(total.pluck().get() ?? 0) - past.preview_bytes;
  const next = client.prepare<[number], { number: number; trace_id: string }>(
    `SELECT number, trace_id FROM previews WHERE number > ? AND NOT ${kept("trace_id")}
     ORDER BY number LIMIT 1`,
  );
  const size = client
    .prepare<[string], number>("SELECT sum(octet_length(text)) FROM previews WHERE trace_id = ?")
    .pluck();
  const drop = client.prepare("DELETE FROM previews WHERE trace_id = ?");
  let rows = 0;
  let { after } = pass;
  while (over > 0 && rows < most) {
    const oldest = next.get(after);
    if (oldest === undefined) return { rows };
    over -= size.get(oldest.trace_id) ?? 0;
    rows += drop.run(oldest.trace_id).changes;
    after = oldest.number;
  }
  return { rows, ...(over > 0 ? { after, over } : {}) };
}

function dropConnections(
  { client }: OpenDatabase,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): Done {
  const { changes } = client
    .prepare(
      `DELETE FROM connections WHERE id IN
        (SELECT id FROM connections WHERE at < ? ORDER BY at LIMIT ?)`,
    )
    .run(isoBefore(past, "audit_days"), most);
  return { rows: changes, ...(changes < most ? {} : { after: pass.after + 1 }) };
}

type ChainLink = { seq: number; audited: "reads" | "tool_calls"; row_id: number; hash: string };

/**
 * The oldest rows of the chain with their links. What is left begins at an anchor, the last link that went, and a row of
 * the audit tells of it, so that a chain whose beginning somebody else cut off is known. Where it is broken nothing goes:
 * that it is would go with it.
 */
function dropAudit(at: OpenDatabase, past: PastTime, pass: CompactionPass, most: number): Done {
  const { db, client } = at;
  const before = isoBefore(past, "audit_days");
  let link = anchorOf(client) ?? { ...beginning, until: "" };
  const links = client
    .prepare<[number, number], ChainLink>(
      "SELECT seq, audited, row_id, hash FROM audit_chain WHERE seq > ? ORDER BY seq LIMIT ?",
    )
    .all(link.seq, most);
  const gone: ChainLink[] = [];
  let until = link.until;
  for (const next of links) {
    const row = rowOf(client, next.audited, next.row_id);
    const time = String(row?.at ?? row?.started_at ?? "9");
    if (row === undefined || time >= before || next.seq !== link.seq + 1) break;
    if (linkOf(link.hash, next.audited, next.row_id, row) !== next.hash) break;
    gone.push(next);
    link = { seq: next.seq, hash: next.hash, until: time };
    if (time > until) until = time;
  }
  if (gone.length === 0) return { rows: 0 };
  const drop = {
    reads: client.prepare("DELETE FROM reads WHERE id = ?"),
    tool_calls: client.prepare("DELETE FROM tool_calls WHERE id = ?"),
  };
  for (const { audited, row_id } of gone) drop[audited].run(row_id);
  client.prepare("DELETE FROM audit_chain WHERE seq <= ?").run(link.seq);
  setAnchor(db, { seq: link.seq, hash: link.hash, until });
  addToChain(db, {
    at: past.now.toISOString(),
    trace_id: "retention",
    agent_id: "retention",
    tool_id: anchorTool,
    relative_path: `audit, rows 1 to ${link.seq}`,
    length: gone.length,
    sha256: link.hash,
  });
  return { rows: gone.length, ...(gone.length < most ? {} : { after: pass.after + 1 }) };
}

/** By what a row of the audit tells that older ones were past their time. */
export const anchorTool = "docent.retention";

/** One series after the other, by the key of the table. */
function dropFigures(
  { client }: OpenDatabase,
  past: PastTime,
  { after }: CompactionPass,
  most: number,
): Done {
  const series = figureSeries[Math.floor(after / 2)];
  if (series === undefined) return { rows: 0 };
  const step = after % 2 === 0 ? "hour" : "day";
  const before =
    step === "hour"
      ? hourOf(new Date(past.now.getTime() - HOURS_DAYS * DAY_MS))
      : dayOf(new Date(past.now.getTime() - past.audit_days * DAY_MS));
  const { changes } = client
    .prepare(
      `DELETE FROM figures WHERE rowid IN
        (SELECT rowid FROM figures WHERE series = ? AND step = ? AND at < ? LIMIT ?)`,
    )
    .run(series, step, before, most);
  return { rows: changes, after: changes < most ? after + 1 : after };
}

const LastCompaction = z.object({ at: z.string(), rows: z.number(), freed_bytes: z.number() });

export function lastCompaction(db: Db): Last | undefined {
  return LastCompaction.safeParse(getUpkeep(db, "compaction")).data;
}

export function noteCompaction(db: Db, last: Last): void {
  setUpkeep(db, "compaction", last);
}

/** Gives free pages back to the disk, so many at a time; says how many are left that can be. */
export function releasePages(client: Database.Database, most: number): number {
  if (client.pragma("auto_vacuum", { simple: true }) !== 2) return 0; // made by an older version: they are used again
  client.pragma(`incremental_vacuum(${most})`);
  return Number(client.pragma("freelist_count", { simple: true }));
}
