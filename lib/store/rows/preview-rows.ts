import { and, asc, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Preview } from "#lib/contracts/activity";
import type { KeptCase } from "#lib/contracts/activity-store";
import type { CallPreview, ModelReplyKept } from "#lib/contracts/ports";
import type { Db } from "./dialect.ts";
import { mine, ownerOf } from "./owner.ts";
import { messages, previews, replay_cases, spans, traces } from "./schema.ts";
import { all, insert, type Statements, write } from "./statements.ts";

/** Of arguments and of a result, in characters. */
const mostShown = 4_000;
/** Of a reply, which is needed whole to be done again. */
const mostReply = 120_000;

export function* insertCallPreview(
  { arguments: args, ...told }: CallPreview,
  owner: string,
): Statements<void> {
  const { result, left_out: cutOff = 0, ...place } = told;
  const shown = { arguments: { text: args, cutOff: 0 }, result: { text: result, cutOff } };
  for (const kind of ["arguments", "result"] as const) {
    const { text, cutOff } = shown[kind];
    if (text === undefined || text === "") continue;
    const left_out = cutOff + beyond(text, mostShown);
    yield* insert(previews, { ...place, owner, kind, text: cut(text, mostShown), left_out });
  }
}

export function* insertReply(
  { span_id, trace_id, at, agent_id, reply }: ModelReplyKept,
  owner: string,
): Statements<void> {
  const text = JSON.stringify(reply);
  const left_out = beyond(text, mostReply);
  const row = { owner, span_id, trace_id, at, agent_id, kind: "reply" as const };
  yield* insert(previews, { ...row, text: cut(text, mostReply), left_out });
}

const beyond = (text: string, most: number): number => Math.max(0, text.length - most);
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

export function* previewsOf(
  db: Db,
  trace_id: string,
  span_id: string,
): Statements<Partial<Record<"arguments" | "result" | "reply", Preview>>> {
  const rows = yield* all(
    db
      .select({ kind: previews.kind, text: previews.text, left_out: previews.left_out })
      .from(previews)
      .where(
        and(mine(db, previews), eq(previews.span_id, span_id), eq(previews.trace_id, trace_id)),
      ),
  );
  return Object.fromEntries(rows.map(({ kind, ...preview }) => [kind, preview]));
}

/** What models replied in one trace, in order; undefined where one of them is not whole or is not there any more. */
export function* repliesOf(
  db: Db,
  trace_id: string,
): Statements<{ span_id: string; agent_id: string; reply: unknown }[] | undefined> {
  const rows = yield* all(
    db
      .select()
      .from(previews)
      .where(and(mine(db, previews), eq(previews.trace_id, trace_id), eq(previews.kind, "reply")))
      .orderBy(asc(previews.number)),
  );
  const there = new Set(rows.map(({ span_id }) => span_id));
  const turns = yield* all(
    db
      .select({ span_id: spans.span_id })
      .from(spans)
      .where(
        and(
          mine(db, spans),
          eq(spans.trace_id, trace_id),
          eq(spans.kind, "model"),
          eq(spans.status, "ok"),
        ),
      ),
  );
  if (turns.some(({ span_id }) => !there.has(span_id))) return undefined;
  if (rows.some(({ left_out }) => left_out > 0)) return undefined;
  return rows.map(({ span_id, agent_id, text }) => ({
    ...{ span_id, agent_id: agent_id ?? "" },
    reply: JSON.parse(text) as unknown, // written by `insertReply` alone
  }));
}

/** Previews and cases go with the asking or the task that they are of. */
export function* forgetPreviews(db: Db, trace_id: string): Statements<void> {
  yield* write(db.delete(previews).where(and(mine(db, previews), eq(previews.trace_id, trace_id))));
  yield* dropCase(db, trace_id);
}

/**
 * What is shown of a conversation, or of every one: its askings, and the calls that a person made in it. Those of tasks and
 * of calls outside of conversations stay.
 */
export function* forgetPreviewsOfThreads(db: Db, thread_id: string | undefined): Statements<void> {
  const its = thread_id === undefined ? isNotNull : (column: SQLiteColumn) => eq(column, thread_id);
  const asked = db
    .select({ trace_id: traces.trace_id })
    .from(traces)
    .where(
      and(
        mine(db, traces),
        eq(traces.kind, "ask"),
        thread_id === undefined ? undefined : its(traces.thread_id),
      ),
    )
    .union(
      db
        .select({ trace_id: messages.trace_id })
        .from(messages)
        .where(and(mine(db, messages), its(messages.thread_id))),
    );
  yield* write(
    db
      .delete(previews)
      .where(
        and(mine(db, previews), or(its(previews.thread_id), inArray(previews.trace_id, asked))),
      ),
  );
  yield* write(
    db
      .delete(replay_cases)
      .where(and(mine(db, replay_cases), inArray(replay_cases.trace_id, asked))),
  );
}

export function* keepCase(db: Db, kept: KeptCase): Statements<void> {
  const row = { ...kept, owner: ownerOf(db) };
  yield* write(
    db
      .insert(replay_cases)
      .values(row)
      .onConflictDoUpdate({ target: replay_cases.trace_id, set: row }),
  );
}

/** False when there is none. */
export function* dropCase(db: Db, trace_id: string): Statements<boolean> {
  return (
    (yield* write(
      db
        .delete(replay_cases)
        .where(and(mine(db, replay_cases), eq(replay_cases.trace_id, trace_id))),
    )) > 0
  );
}

/** Oldest first. */
export function* keptCases(db: Db): Statements<KeptCase[]> {
  const rows = db.select().from(replay_cases).where(mine(db, replay_cases));
  return (yield* all(rows.orderBy(asc(replay_cases.kept_at)))).map(({ owner: _, ...row }) => row);
}
