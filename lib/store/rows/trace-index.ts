import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type TraceList,
  type TraceListQuery,
  TraceStatus,
  TraceSummary,
  toldStatus,
} from "#lib/contracts/activity";
import type { Answer } from "#lib/contracts/answer";
import type { Span } from "#lib/contracts/ports";
import { TaskInfo } from "#lib/contracts/tasks";
import { saidError } from "#lib/platform/said-error";
import type { Db } from "./dialect.ts";
import { mine, mineIn, ownerOf, told } from "./owner.ts";
import { PAGE } from "./page-cursor.ts";
import { reads, spans, trace_marks, traces, work_tasks } from "./schema.ts";
import { all, type Conflict, get, insertAll, raw, type Statements, write } from "./statements.ts";

/**
 * The list of askings and tasks beside their spans: one row each, with what it is found by. It is kept up as they begin and
 * end.
 */
type NewTrace = typeof traces.$inferInsert;

/** It has begun; a second attempt at it takes the place of the first. */
export function* beginTrace(
  db: Db,
  row: Omit<NewTrace, "tokens" | "number" | "owner">,
): Statements<void> {
  const { trace_id, started_at: _, ...again } = row;
  yield* write(
    db
      .insert(traces)
      .values({ ...row, owner: ownerOf(db), tokens: 0 })
      .onConflictDoUpdate({ target: traces.trace_id, set: { ...again, ms: null } }),
  );
}

/** The span of a whole asking or task: what it was marked by stands in the spans below it. */
export function* endTrace(db: Db, span: Span): Statements<void> {
  const { trace_id, run_id, ms, deny_reason = null } = span;
  if (span.kind === "request" && span.name === "ask") {
    const status = String(span.attributes.answer ?? span.status);
    const known = { run_id, status, ms, deny_reason };
    // One that was never told as begun, as one that is not stored, is in the list from here on.
    const started_at = Date.parse(span.started_at);
    const row = { ...known, trace_id, kind: "ask" as const, agent_id: "primary", started_at };
    yield* putTrace(db, { ...row, owner: ownerOf(db), tokens: 0 }, known);
  }
  yield* markTrace(db, trace_id);
}

function* putTrace(db: Db, row: NewTrace, known: Partial<NewTrace> | Changes): Statements<void> {
  const target = traces.trace_id;
  yield* write(db.insert(traces).values(row).onConflictDoUpdate({ target, set: known }));
}
const { kind: mark, value, started_at: since, number: of } = trace_marks;
const markedBefore: Conflict = { key: [mark, value, since, of], set: "nothing" };
type Changes = { [Name in keyof NewTrace]?: NewTrace[Name] | SQL };

function* markTrace(db: Db, trace_id: string): Statements<void> {
  const which = and(mine(db, traces), eq(traces.trace_id, trace_id));
  const trace = yield* get(db.select().from(traces).where(which));
  if (trace === undefined) return;
  const { number, started_at } = trace;
  const below = yield* all(
    db
      .select({
        kind: spans.kind,
        name: spans.name,
        tool_id: spans.tool_id,
        agent_id: spans.agent_id,
        deny_reason: spans.deny_reason,
        attributes: spans.attributes,
      })
      .from(spans)
      .where(and(mine(db, spans), eq(spans.trace_id, trace_id)))
      .orderBy(sql`rowid`),
  );
  const { rule, root_id } = reads;
  const read = yield* all(
    db
      .selectDistinct({ rule, root_id })
      .from(reads)
      .where(and(told(db, reads), eq(reads.trace_id, trace_id))),
  );
  const found = new Map<string, typeof trace_marks.$inferInsert>();
  const add = (kind: Mark["kind"], value: string | null) => {
    if (value !== null) found.set(`${kind} ${value}`, { kind, value, started_at, number });
  };
  for (const span of below) {
    add("tool", span.tool_id);
    add("agent", span.agent_id);
    add("rule", span.deny_reason);
  }
  for (const { rule, root_id } of read) {
    add("rule", rule);
    add("folder", root_id);
  }
  const marks = [...found.values()];
  yield* insertAll(trace_marks, marks, markedBefore);
  const replies = below.filter(({ kind }) => kind === "model");
  if (replies.length === 0) return;
  const spent = replies.map(({ attributes }) => Spent.parse(JSON.parse(attributes)));
  const tokens = spent.reduce((sum, { input = 0, output = 0 }) => sum + input + output, 0);
  const costs = spent.flatMap(({ cost }) => cost ?? []);
  const cost = costs.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0);
  const model = replies.at(-1)?.name ?? trace.model;
  yield* write(db.update(traces).set({ tokens, cost, model }).where(which));
}

const Spent = z
  .object({ input: z.number(), output: z.number(), cost: z.number() })
  .partial()
  .catch({});

/** What its answer says. */
export function* traceAnswered(db: Db, answer: Answer): Statements<void> {
  const { trace_id, run_id, thread_id, question: title, metrics } = answer;
  const interrupted = answer.interrupted === true;
  const status = interrupted ? "interrupted" : toldStatus(answer);
  const known = { run_id, thread_id, title, status };
  const as = { kind: "ask", agent_id: "primary", started_at: Date.parse(answer.asked_at) } as const;
  const { latency_ms: ms, tokens } = metrics;
  const model = metrics.model?.name;
  yield* putTrace(
    db,
    { ...as, ...known, owner: ownerOf(db), trace_id, ms, tokens, model: model ?? null },
    { ...known, ...(model === undefined ? {} : { model }), ms: interrupted ? null : ms },
  );
}

/** The state of a task, and what it has spent. */
export function* traceOfTask(db: Db, task_id: string): Statements<void> {
  const { trace_id, run_id, state, started_at, ended_at, spent: told } = work_tasks;
  const row = yield* get(
    db
      .select({ trace_id, run_id, state, started_at, ended_at, told })
      .from(work_tasks)
      .where(and(mine(db, work_tasks), eq(work_tasks.task_id, task_id))),
  );
  if (row === undefined) return;
  const { started_at: from, ended_at: to } = row;
  const ms = from === null || to === null ? null : Date.parse(to) - Date.parse(from);
  const spent = TaskInfo.shape.spent.parse(JSON.parse(row.told));
  const its = and(mine(db, traces), eq(traces.trace_id, row.trace_id));
  const known = yield* get(db.select().from(traces).where(its));
  if (known === undefined) return;
  const tokens = Math.max(known.tokens, spent.tokens);
  const cost = spent.cost ?? known.cost;
  yield* write(
    db
      .update(traces)
      .set({ status: row.state, run_id: row.run_id, ms, tokens, cost })
      .where(and(mine(db, traces), eq(traces.number, known.number))),
  );
}

/** The words of an asking go; that it was stays. */
export function* forgetTitles(
  db: Db,
  of: { thread_id: string } | { trace_id: string } | "all",
): Statements<void> {
  const forget = function* (which: SQL | undefined): Statements<void> {
    yield* write(
      db
        .update(traces)
        .set({ title: null })
        .where(and(mine(db, traces), which)),
    );
  };
  if (of === "all") {
    yield* db.sqlDialect.titles.forgetLater(() => forget(eq(traces.kind, "ask")));
    yield* db.sqlDialect.titles.rebuild();
  } else if ("trace_id" in of) yield* forget(eq(traces.trace_id, of.trace_id));
  else yield* forget(and(eq(traces.kind, "ask"), eq(traces.thread_id, of.thread_id)));
}

export function* traceSummary(db: Db, trace_id: string): Statements<TraceSummary | undefined> {
  const its = and(mine(db, traces), eq(traces.trace_id, trace_id));
  const row = yield* get(db.select().from(traces).where(its));
  return row && shown(row);
}

/** Newest first, as far as the filters let them through. */
export function* listTraceIndex(db: Db, query: TraceListQuery): Statements<TraceList> {
  const found = yield* raw<TraceIndexRow>(db.sqlDialect.traceRows(query, [mineIn(db, "t")]));
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows: rows.map(shown),
    ...(found.length > PAGE && last ? { next_cursor: `${last.started_at}.${last.number}` } : {}),
  };
}

export type TraceIndexRow = typeof traces.$inferSelect;
export type Mark = { kind: "tool" | "agent" | "rule" | "folder"; value: string };

/** What a trace is to be marked by. */
export function marksOf({ tool, agent, rule, folder }: TraceListQuery): Mark[] {
  const given = { tool, agent, rule, folder };
  return (["tool", "agent", "rule", "folder"] as const).flatMap((kind) => {
    const value = given[kind];
    return value === undefined ? [] : [{ kind, value }];
  });
}

export function isMark({ kind, value }: Mark, table = "trace_marks"): SQL {
  const at = sql.raw(table);
  return sql`${at}.kind = ${kind} AND ${at}.value = ${value}`;
}

/**
 * What every trace of a list fulfils, as conditions on `traces t` joined with a table `at` that has its time and number, too.
 * `like`: a title against a pattern.
 */
export function traceFilters(
  query: TraceListQuery,
  marks: readonly Mark[],
  at: SQL,
  like: (pattern: string) => SQL,
): SQL[] {
  const { status, kind, since, until, cursor } = query;
  const after = cursor === undefined ? undefined : readTraceCursor(cursor);
  const words = wordsOf(query);
  return [
    ...marks.map(
      (mark) => sql`EXISTS (SELECT 1 FROM trace_marks x WHERE ${isMark(mark, "x")}
          AND x.started_at = t.started_at AND x.number = t.number)`,
    ),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    ...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
    ...(since === undefined ? [] : [sql`${at}.started_at >= ${Date.parse(since)}`]),
    ...(until === undefined ? [] : [sql`${at}.started_at < ${Date.parse(until)}`]),
    ...(after === undefined
      ? []
      : [sql`(${at}.started_at, ${at}.number) < (${after.started_at}, ${after.number})`]),
    ...(words.length === 0 ? [] : [sql`t.title IS NOT NULL`]),
    ...words.map((word) => like(`%${word.replace(/[\\%_]/g, "\\$&")}%`)),
  ];
}

export const wordsOf = ({ text }: TraceListQuery): string[] => text?.split(/\s+/u) ?? [];

function readTraceCursor(cursor: string): { started_at: number; number: number } {
  const found = /^(-?[0-9]{1,15})\.([0-9]{1,15})$/.exec(cursor);
  if (found === null) throw saidError("validation", "error.bad_cursor");
  return { started_at: Number(found[1]), number: Number(found[2]) };
}

/** What the database has as null is not there. */
function shown({ number: _, owner: _o, started_at, status, ...row }: TraceIndexRow): TraceSummary {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return TraceSummary.parse({
    ...Object.fromEntries(present),
    status: TraceStatus.safeParse(status).data ?? "error",
    started_at: new Date(started_at).toISOString(),
  });
}
