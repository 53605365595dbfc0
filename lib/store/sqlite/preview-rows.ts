import { and, asc, eq, inArray } from "drizzle-orm";
import type { Preview } from "#lib/contracts/activity";
import type { CallPreview, ModelReplyKept } from "#lib/contracts/ports";
import { insertRow } from "./insert-row.ts";
import type { Db } from "./open-database.ts";
import { messages, previews, replay_cases, runs } from "./schema.ts";

/** Of arguments and of a result, in characters. */
const mostShown = 4_000;
/** Of a reply, which is needed whole to be done again. */
const mostReply = 120_000;

export function insertCallPreview(db: Db, { span_id, trace_id, at, ...told }: CallPreview): void {
  for (const kind of ["arguments", "result"] as const) {
    const text = told[kind];
    if (text === undefined || text === "") continue;
    const left_out = (kind === "result" ? (told.left_out ?? 0) : 0) + beyond(text, mostShown);
    insertRow(db, previews, { span_id, trace_id, at, kind, text: cut(text, mostShown), left_out });
  }
}

export function insertReply(
  db: Db,
  { span_id, trace_id, at, agent_id, reply }: ModelReplyKept,
): void {
  const text = JSON.stringify(reply);
  const left_out = beyond(text, mostReply);
  const row = { span_id, trace_id, at, agent_id, kind: "reply" as const };
  insertRow(db, previews, { ...row, text: cut(text, mostReply), left_out });
}

const beyond = (text: string, most: number): number => Math.max(0, text.length - most);
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

export function previewsOf(
  db: Db,
  trace_id: string,
  span_id: string,
): Partial<Record<"arguments" | "result" | "reply", Preview>> {
  const rows = db
    .select({ kind: previews.kind, text: previews.text, left_out: previews.left_out })
    .from(previews)
    .where(and(eq(previews.span_id, span_id), eq(previews.trace_id, trace_id)))
    .all();
  return Object.fromEntries(rows.map(({ kind, ...preview }) => [kind, preview]));
}

/** What models replied in one trace, in order; undefined where one of them is not whole. */
export function repliesOf(
  db: Db,
  trace_id: string,
): { span_id: string; agent_id: string; reply: unknown }[] | undefined {
  const rows = db
    .select()
    .from(previews)
    .where(and(eq(previews.trace_id, trace_id), eq(previews.kind, "reply")))
    .orderBy(asc(previews.number))
    .all();
  if (rows.some(({ left_out }) => left_out > 0)) return undefined;
  return rows.map(({ span_id, agent_id, text }) => ({
    ...{ span_id, agent_id: agent_id ?? "" },
    reply: JSON.parse(text) as unknown, // written by `insertReply` alone
  }));
}

/** Previews and cases of traces go with the conversation, the task or the asking that they belong to. */
export function forgetPreviews(db: Db, of: readonly string[] | "all"): void {
  if (of === "all") {
    db.delete(previews).run();
    db.delete(replay_cases).run();
    return;
  }
  if (of.length === 0) return;
  db.delete(previews)
    .where(inArray(previews.trace_id, [...of]))
    .run();
  db.delete(replay_cases)
    .where(inArray(replay_cases.trace_id, [...of]))
    .run();
}

export function tracesOfThread(db: Db, thread_id: string): string[] {
  const found = [messages, runs].flatMap((table) =>
    db.select({ trace_id: table.trace_id }).from(table).where(eq(table.thread_id, thread_id)).all(),
  );
  return [...new Set(found.map(({ trace_id }) => trace_id))];
}

export type KeptCase = typeof replay_cases.$inferSelect;

export function keepCase(db: Db, row: KeptCase): void {
  db.insert(replay_cases)
    .values(row)
    .onConflictDoUpdate({ target: replay_cases.trace_id, set: row })
    .run();
}

/** False when there is none. */
export function dropCase(db: Db, trace_id: string): boolean {
  return db.delete(replay_cases).where(eq(replay_cases.trace_id, trace_id)).run().changes > 0;
}

/** Oldest first. */
export function keptCases(db: Db): KeptCase[] {
  return db.select().from(replay_cases).orderBy(asc(replay_cases.kept_at)).all();
}
