import type Database from "better-sqlite3";
import { z } from "zod";
import { addToChain, anchorOf, beginning, linkOf, rowOf, setAnchor } from "./audit-chain.ts";
import { dayOf, hourOf } from "./figure-rows.ts";
import type { Db, OpenDatabase } from "./open-database.ts";
import { getUpkeep, setUpkeep } from "./upkeep-rows.ts";

/**
 * What is past its time goes, a piece at a time and each piece whole or not at all, so that a program that dies in between
 * leaves nothing half. Answers with their claims and citations are of conversations and stay until a person deletes them.
 */
export type PastTime = {
  now: Date;
  traces_days: number;
  audit_days: number;
  /** Of previews, in characters. */
  preview_chars: number;
};

/** Where a pass is. */
export type CompactionPass = { kind: number; after: number; rows: number };

export const beginPass = (): CompactionPass => ({ kind: 0, after: 0, rows: 0 });

const DAY_MS = 24 * 60 * 60 * 1000;
/** Figures by hour are looked at of the last weeks; those by day stay as long as the audit. */
const HOURS_DAYS = 92;

type Work = (at: OpenDatabase, past: PastTime, after: number, most: number) => Done;
/** `after` is where to go on; absent when this kind is done. */
type Done = { rows: number; after?: number };

/** One piece. Undefined when there is nothing more to do in this pass. The caller holds the transaction. */
export function compactSome(
  at: OpenDatabase,
  past: PastTime,
  pass: CompactionPass,
  most: number,
): CompactionPass | undefined {
  const work = works[pass.kind];
  if (work === undefined) return undefined;
  const done = work(at, past, pass.after, most);
  const rows = pass.rows + done.rows;
  return done.after === undefined
    ? { kind: pass.kind + 1, after: 0, rows }
    : { kind: pass.kind, after: done.after, rows };
}

const works: readonly Work[] = [
  walk("spans", "started_at", "traces_days"),
  walk("tasks", "stored_at", "traces_days"),
  dropTraces,
  dropBefore("previews", "at", "traces_days"),
  dropLargest,
  dropBefore("connections", "at", "audit_days"),
  dropAudit,
  dropFigures,
];

function isoBefore({ now, ...past }: PastTime, days: "traces_days" | "audit_days"): string {
  return new Date(now.getTime() - past[days] * DAY_MS).toISOString();
}

/** By number, for there is no index of the time; it ends at the first piece in which nothing was past its time. */
function walk(table: "spans" | "tasks", time: string, days: "traces_days"): Work {
  return ({ client }, past, after, most) => {
    const found = client
      .prepare<[number, number], { at: number; time: string }>(
        `SELECT rowid AS at, ${time} AS time FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      )
      .all(after, most);
    const before = isoBefore(past, days);
    const old = found.filter((row) => row.time < before);
    const drop = client.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
    for (const { at } of old) drop.run(at);
    const last = found.at(-1)?.at;
    const over = old.length === 0 || found.length < most || last === undefined;
    return { rows: old.length, ...(over ? {} : { after: last }) };
  };
}

function dropBefore(
  table: "previews" | "connections",
  time: string,
  days: "traces_days" | "audit_days",
): Work {
  return ({ client }, past, after, most) => {
    const { changes } = client
      .prepare(
        `DELETE FROM ${table} WHERE rowid IN
          (SELECT rowid FROM ${table} WHERE ${time} < ? ORDER BY ${time} LIMIT ?)`,
      )
      .run(isoBefore(past, days), most);
    return { rows: changes, ...(changes < most ? {} : { after: after + 1 }) };
  };
}

/** One that still runs stays. */
function dropTraces({ client }: OpenDatabase, past: PastTime, after: number, most: number): Done {
  const before = past.now.getTime() - past.traces_days * DAY_MS;
  const numbers = client
    .prepare<[number, number], number>(
      `SELECT number FROM traces WHERE started_at < ? AND ms IS NOT NULL ORDER BY started_at LIMIT ?`,
    )
    .pluck()
    .all(before, most);
  const marks = client.prepare("DELETE FROM trace_marks WHERE number = ?");
  const cases = client.prepare(
    "DELETE FROM replay_cases WHERE trace_id = (SELECT trace_id FROM traces WHERE number = ?)",
  );
  const drop = client.prepare("DELETE FROM traces WHERE number = ?");
  for (const number of numbers) {
    marks.run(number);
    cases.run(number);
    drop.run(number);
  }
  return { rows: numbers.length, ...(numbers.length < most ? {} : { after: after + 1 }) };
}

/** The oldest, until the rest is no more than it may be. */
function dropLargest({ client }: OpenDatabase, past: PastTime, after: number, most: number): Done {
  const total = client
    .prepare<[], number>("SELECT coalesce(sum(length(text)), 0) FROM previews")
    .pluck()
    .get();
  let over = (total ?? 0) - past.preview_chars;
  if (over <= 0) return { rows: 0 };
  const oldest = client
    .prepare<[number], { number: number; size: number }>(
      "SELECT number, length(text) AS size FROM previews ORDER BY number LIMIT ?",
    )
    .all(most);
  const drop = client.prepare("DELETE FROM previews WHERE number = ?");
  let rows = 0;
  for (const { number, size } of oldest) {
    if (over <= 0) break;
    drop.run(number);
    over -= size;
    rows += 1;
  }
  return { rows, ...(over > 0 && rows > 0 ? { after: after + 1 } : {}) };
}

type ChainLink = { seq: number; audited: "reads" | "tool_calls"; row_id: number; hash: string };

/**
 * The oldest rows of the chain with their links. What is left begins at an anchor, the last link that went, and a row of
 * the audit tells of it, so that a chain whose beginning somebody else cut off is known. Where it is broken nothing goes:
 * that it is would go with it.
 */
function dropAudit(at: OpenDatabase, past: PastTime, after: number, most: number): Done {
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
  return { rows: gone.length, ...(gone.length < most ? {} : { after: after + 1 }) };
}

/** By what a row of the audit tells that older ones were past their time. */
export const anchorTool = "docent.retention";

function dropFigures({ client }: OpenDatabase, past: PastTime): Done {
  const hours = hourOf(new Date(past.now.getTime() - HOURS_DAYS * DAY_MS));
  const days = dayOf(new Date(past.now.getTime() - past.audit_days * DAY_MS));
  const drop = client.prepare("DELETE FROM figures WHERE step = ? AND at < ?");
  return { rows: drop.run("hour", hours).changes + drop.run("day", days).changes };
}

const LastCompaction = z.object({ at: z.string(), rows: z.number(), freed_bytes: z.number() });
export type LastCompaction = z.infer<typeof LastCompaction>;

export function lastCompaction(db: Db): LastCompaction | undefined {
  return LastCompaction.safeParse(getUpkeep(db, "compaction")).data;
}

export function noteCompaction(db: Db, last: LastCompaction): void {
  setUpkeep(db, "compaction", last);
}

/** Gives free pages back to the disk, so many at a time; says how many are left that can be. */
export function releasePages(client: Database.Database, most: number): number {
  if (client.pragma("auto_vacuum", { simple: true }) !== 2) return 0; // made by an older version: they are used again
  client.pragma(`incremental_vacuum(${most})`);
  return Number(client.pragma("freelist_count", { simple: true }));
}
