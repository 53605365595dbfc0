import type Database from "better-sqlite3";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  type TraceList,
  type TraceListQuery,
  TraceStatus,
  TraceSummary,
} from "#lib/contracts/activity";
import type { Answer } from "#lib/contracts/answer";
import type { Span } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";
import type { Db, OpenDatabase } from "./open-database.ts";
import { few, PAGE } from "./page-cursor.ts";
import { prepareOnce } from "./prepare-once.ts";
import { messages, traces } from "./schema.ts";
import { rebuildWords, withoutSecureDelete } from "./trace-words.ts";
import { hasUpkeep, setUpkeep } from "./upkeep-rows.ts";

/**
 * The list of askings and tasks beside their spans: one row each, with what it is found by. It is kept up as they begin and
 * end, and made from the spans where it is not there yet.
 */
export function beginTraceIndex({ db, client }: OpenDatabase): void {
  if (hasUpkeep(db, "trace_index")) return;
  client.exec(fromAskings);
  client.exec(fromTasks);
  client.exec(markAll);
  setUpkeep(db, "trace_index", {});
}

const fromAskings = `
  INSERT OR IGNORE INTO traces (trace_id, kind, run_id, thread_id, title, status, deny_reason, agent_id, started_at, ms, tokens, cost, model)
  SELECT s.trace_id, 'ask', s.run_id, m.thread_id, m.question,
    coalesce(m.status, json_extract(s.attributes, '$.answer'), s.status), s.deny_reason, 'primary',
    CAST(unixepoch(s.started_at, 'subsec') * 1000 AS INTEGER), s.ms,
    coalesce(json_extract(m.answer, '$.metrics.tokens'), 0),
    json_extract(m.answer, '$.metrics.model.cost'), json_extract(m.answer, '$.metrics.model.name')
  FROM spans s LEFT JOIN messages m ON m.trace_id = s.trace_id
  WHERE s.kind = 'request' AND s.name = 'ask' ORDER BY s.rowid`;

const fromTasks = `
  INSERT OR IGNORE INTO traces (trace_id, kind, run_id, thread_id, task_id, title, status, agent_id, started_at, ms, tokens, cost)
  SELECT trace_id, 'task', run_id, thread_id, task_id, type, state, 'task.' || type,
    CAST(unixepoch(created_at, 'subsec') * 1000 AS INTEGER),
    (unixepoch(ended_at, 'subsec') - unixepoch(started_at, 'subsec')) * 1000,
    coalesce(json_extract(spent, '$.tokens'), 0), json_extract(spent, '$.cost')
  FROM work_tasks WHERE true ORDER BY number`;

/** Adds what traces are found by. */
const marked = (
  [
    ["tool", "tool_id", "spans"],
    ["agent", "agent_id", "spans"],
    ["rule", "deny_reason", "spans"],
    ["rule", "rule", "reads"],
    ["folder", "root_id", "reads"],
  ] as const
).map(
  ([kind, column, table]) => `SELECT trace_id, '${kind}' AS kind, ${column} AS value
    FROM ${table} WHERE ${column} IS NOT NULL`,
);
const markAll = `INSERT OR IGNORE INTO trace_marks
  SELECT f.kind, f.value, t.started_at, t.number
  FROM (${marked.join(" UNION ")}) f CROSS JOIN traces t ON t.trace_id = f.trace_id`;

type NewTrace = typeof traces.$inferInsert;

/** It has begun; a second attempt at it takes the place of the first. */
export function beginTrace(db: Db, row: Omit<NewTrace, "tokens" | "number">): void {
  const { trace_id, started_at: _, ...again } = row;
  db.insert(traces)
    .values({ ...row, tokens: 0 })
    .onConflictDoUpdate({ target: traces.trace_id, set: { ...again, ms: null } })
    .run();
}

/** The span of a whole asking or task: what it was marked by stands in the spans below it. */
export function endTrace(client: Database.Database, span: Span): void {
  const ask = span.kind === "request" && span.name === "ask";
  if (ask) {
    const { trace_id, run_id, ms, deny_reason = null } = span;
    const status = String(span.attributes.answer ?? span.status);
    const started_at = Date.parse(span.started_at);
    const row = { trace_id, run_id, status, ms, deny_reason, started_at };
    prepareOnce(client, ended).run(row);
  }
  markTrace(client, span.trace_id);
}

/** As `markAll` does it for all: the few rows of one are told apart here, which takes a third of the time. */
function markTrace(client: Database.Database, trace_id: string): void {
  const spans = prepareOnce(client, spansOfOne).all({ trace_id }) as SpanMarks[];
  const reads = prepareOnce(client, readsOfOne).all({ trace_id }) as ReadMarks[];
  const found = new Map<string, readonly [Mark["kind"], string]>();
  const add = (kind: Mark["kind"], value: string | null) => {
    if (value !== null) found.set(`${kind} ${value}`, [kind, value]);
  };
  for (const span of spans) {
    add("tool", span.tool_id);
    add("agent", span.agent_id);
    add("rule", span.deny_reason);
  }
  for (const read of reads) {
    add("rule", read.rule);
    add("folder", read.root_id);
  }
  const mark = prepareOnce(client, markOne);
  for (const [kind, value] of found.values()) mark.run({ kind, value, trace_id });
  if (spans.some(({ kind }) => kind === "model")) prepareOnce(client, sumOne).run({ trace_id });
}

type SpanMarks = Record<"tool_id" | "agent_id" | "deny_reason", string | null> & { kind: string };
type ReadMarks = Record<"rule" | "root_id", string | null>;
const spansOfOne =
  "SELECT kind, tool_id, agent_id, deny_reason FROM spans WHERE trace_id = @trace_id";
const readsOfOne = "SELECT DISTINCT rule, root_id FROM reads WHERE trace_id = @trace_id";
const markOne = `INSERT OR IGNORE INTO trace_marks
  SELECT @kind, @value, started_at, number FROM traces WHERE trace_id = @trace_id`;
const sumOne = `UPDATE traces
  SET tokens = m.tokens, cost = m.cost, model = coalesce(m.model, traces.model)
  FROM (SELECT name AS model, max(rowid), sum(json_extract(attributes, '$.cost')) AS cost,
      total(json_extract(attributes, '$.input')) + total(json_extract(attributes, '$.output')) AS tokens
    FROM spans WHERE trace_id = @trace_id AND kind = 'model') AS m
  WHERE trace_id = @trace_id`;

/** What its answer says. */
export function traceAnswered(client: Database.Database, answer: Answer): void {
  const { trace_id, run_id, thread_id, question, asked_at, metrics } = answer;
  const interrupted = answer.interrupted === true;
  prepareOnce(client, answered).run({
    ...{ trace_id, run_id, thread_id, title: question, ms: metrics.latency_ms },
    ...{ tokens: metrics.tokens, model: metrics.model?.name ?? null },
    ...{ status: interrupted ? "interrupted" : answer.status, interrupted: Number(interrupted) },
    started_at: Date.parse(asked_at),
  });
}

/** An asking that was never told as begun, as one that is not stored, is in the list from here on. */
const ended = `INSERT INTO traces
    (trace_id, kind, agent_id, run_id, status, started_at, ms, tokens, deny_reason)
  VALUES (@trace_id, 'ask', 'primary', @run_id, @status, @started_at, @ms, 0, @deny_reason)
  ON CONFLICT (trace_id) DO UPDATE SET run_id = excluded.run_id, status = excluded.status,
    ms = excluded.ms, deny_reason = excluded.deny_reason`;
const answered = `INSERT INTO traces
    (trace_id, kind, agent_id, run_id, status, started_at, ms, tokens, thread_id, title, model)
  VALUES (@trace_id, 'ask', 'primary', @run_id, @status, @started_at, @ms, @tokens, @thread_id,
    @title, @model)
  ON CONFLICT (trace_id) DO UPDATE SET run_id = excluded.run_id, thread_id = excluded.thread_id,
    title = excluded.title, status = excluded.status, model = coalesce(excluded.model, model),
    ms = CASE WHEN @interrupted THEN NULL ELSE excluded.ms END`;

/** The state of a task, and what it has spent. */
export function traceOfTask(client: Database.Database, task_id: string): void {
  prepareOnce(client, ofTask).run(task_id);
}
const ofTask = `UPDATE traces SET status = w.state, run_id = w.run_id,
    ms = (unixepoch(w.ended_at, 'subsec') - unixepoch(w.started_at, 'subsec')) * 1000,
    tokens = max(traces.tokens, coalesce(json_extract(w.spent, '$.tokens'), 0)),
    cost = coalesce(json_extract(w.spent, '$.cost'), traces.cost)
  FROM work_tasks w WHERE w.task_id = ? AND traces.trace_id = w.trace_id`;

/** The words of an asking go; that it was stays. */
export function forgetTitles(
  { db, client }: OpenDatabase,
  of: { thread_id: string } | { trace_id: string } | "all",
): void {
  const forget = (which: SQL | undefined) =>
    void db.update(traces).set({ title: null }).where(which).run();
  if (of === "all") {
    withoutSecureDelete(client, () => forget(eq(traces.kind, "ask")));
    rebuildWords(client);
  } else if ("trace_id" in of) forget(eq(traces.trace_id, of.trace_id));
  else forget(and(eq(traces.kind, "ask"), eq(traces.thread_id, of.thread_id)));
}

export function traceSummary(db: Db, trace_id: string): TraceSummary | undefined {
  const row = db.select().from(traces).where(eq(traces.trace_id, trace_id)).get();
  return row && shown(row, outcomesOf(db, [row]));
}

/** Newest first, as far as the filters let them through. */
export function listTraceIndex(db: Db, query: TraceListQuery): TraceList {
  const found = db.all<TraceIndexRow>(traceRows(db, query));
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  const outcomes = outcomesOf(db, rows);
  return {
    rows: rows.map((row) => shown(row, outcomes)),
    ...(found.length > PAGE && last ? { next_cursor: `${last.started_at}.${last.number}` } : {}),
  };
}

type TraceIndexRow = typeof traces.$inferSelect;
type Mark = { kind: "tool" | "agent" | "rule" | "folder"; value: string };

/** Where rows are looked up: how many there are, as far as they are counted, and the condition that this place answers. */
type Lead = { n: number; from: SQL; where: SQL; of: "t" | "m"; mark?: Mark };

/**
 * One row more than a page. What the fewest have is looked up, and the rest is held against that: a filter that lets few
 * rows or none through costs no look at the others. Where all let many through, they are found soon in the order of time.
 */
export function traceRows(db: Db, query: TraceListQuery): SQL {
  const { tool, agent, rule, folder, status, kind, text, since, until, cursor } = query;
  const given = { tool, agent, rule, folder };
  const marks = (["tool", "agent", "rule", "folder"] as const).flatMap((kind) => {
    const value = given[kind];
    return value === undefined ? [] : [{ kind, value }];
  });
  const words = text?.split(/\s+/u) ?? [];
  const leads = [
    ...marks.map((mark) => markLead(db, mark)),
    ...(status === undefined ? [] : [columnLead(db, "status", status)]),
    ...(kind === undefined ? [] : [columnLead(db, "kind", kind)]),
    ...wordsLead(db, words),
  ];
  const [rarest] = leads.toSorted((a, b) => a.n - b.n);
  const lead =
    rarest !== undefined && (rarest.n < enough || words.length === 0) ? rarest : byTime(words);
  const at = sql.raw(lead.of);
  const after = cursor === undefined ? undefined : readTraceCursor(cursor);
  const filters: SQL[] = [
    lead.where,
    ...marks
      .filter((mark) => mark !== lead.mark)
      .map(
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
    ...words.map((word) => sql`t.title LIKE ${`%${word.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`),
  ];
  return sql`SELECT t.* FROM ${lead.from} WHERE ${sql.join(filters, sql` AND `)}
    ORDER BY ${at}.started_at DESC, ${at}.number DESC LIMIT ${PAGE + 1}`;
}

/** Of all; where words are looked for, without a look at anything but the titles. */
function byTime(words: readonly string[]): Lead {
  const by = words.length === 0 ? "traces_started" : "traces_title";
  return { n: enough, from: sql.raw(`traces t INDEXED BY ${by}`), where: sql`true`, of: "t" };
}

function markLead(db: Db, mark: Mark): Lead {
  return {
    n: few(db, sql`trace_marks WHERE ${isMark(mark)}`, enough),
    from: sql`trace_marks m CROSS JOIN traces t ON t.number = m.number`,
    where: isMark(mark, "m"),
    ...{ of: "m", mark },
  };
}

function columnLead(db: Db, column: "status" | "kind", value: string): Lead {
  const from = sql.raw(`traces t INDEXED BY traces_${column}`);
  const where = sql`t.${sql.raw(column)} = ${value}`;
  return { n: few(db, sql`${from} WHERE ${where}`, enough), from, where, of: "t" };
}

/** The full-text table knows every three letters in a row. It does not go by time: of words that many have it is no lead. */
function wordsLead(db: Db, words: readonly string[]): Lead[] {
  // Any letter may stand for a sign of the pattern: the titles themselves are held against the words afterwards.
  const long = words
    .map((word) => word.replaceAll("%", "_"))
    .filter((word) => /[^_]{3}/u.test(word));
  if (long.length === 0) return [];
  const where = sql.join(
    long.map((word) => sql`f.title LIKE ${`%${word}%`}`),
    sql` AND `,
  );
  const n = few(db, sql`trace_words f WHERE ${where}`, enoughWords);
  if (n === enoughWords) return [];
  const from = sql`trace_words f CROSS JOIN traces t ON t.number = f.rowid`;
  return [{ n, from, where, of: "t" }];
}

function isMark({ kind, value }: Mark, table = "trace_marks"): SQL {
  const at = sql.raw(table);
  return sql`${at}.kind = ${kind} AND ${at}.value = ${value}`;
}

/** More than these are counted as many. */
const enough = 20_000;
/** Each of these has its title looked at, and they are sorted by time. */
const enoughWords = 2000;

function readTraceCursor(cursor: string): { started_at: number; number: number } {
  const found = /^(-?[0-9]{1,15})\.([0-9]{1,15})$/.exec(cursor);
  if (found === null) throw saidError("validation", "error.bad_cursor");
  return { started_at: Number(found[1]), number: Number(found[2]) };
}

/** Those of a page whose answer is kept and only may be one. */
function outcomesOf(db: Db, rows: readonly TraceIndexRow[]): ReadonlySet<string> {
  const asked = rows.filter(({ kind, status }) => kind === "ask" && status === "answered");
  if (asked.length === 0) return new Set();
  const ids = asked.map(({ trace_id }) => trace_id);
  const found = db
    .select({ trace_id: messages.trace_id })
    .from(messages)
    .where(
      and(
        inArray(messages.trace_id, ids),
        sql`json_extract(${messages.answer}, '$.outcome') = 'may_be'`,
      ),
    )
    .all();
  return new Set(found.map(({ trace_id }) => trace_id));
}

/** What the database has as null is not there. */
function shown(
  { number: _, started_at, status, ...row }: TraceIndexRow,
  unsure: ReadonlySet<string>,
): TraceSummary {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return TraceSummary.parse({
    ...Object.fromEntries(present),
    status: TraceStatus.safeParse(status).data ?? "error",
    ...(unsure.has(row.trace_id) ? { unsure: true } : {}),
    started_at: new Date(started_at).toISOString(),
  });
}
