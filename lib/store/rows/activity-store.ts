import { and, asc, count, desc, eq, gte, ne, sql } from "drizzle-orm";
import type { TraceRead } from "#lib/contracts/activity";
import type {
  ActivityStore,
  AnswerOfTrace,
  KeptCase,
  StoredSpan,
} from "#lib/contracts/activity-store";
import type { Answer } from "#lib/contracts/answer";
import { TaskRequest } from "#lib/contracts/envelope";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { anchorOf, headOf } from "./audit-chain.ts";
import { exportAudit } from "./audit-lines.ts";
import { listAudit } from "./audit-trail.ts";
import { callsOfInvocation } from "./call-rows.ts";
import { beginPass, compactSome, lastCompaction, noteCompaction } from "./compaction.ts";
import type { Db } from "./dialect.ts";
import type { Beside, Engine } from "./engine.ts";
import { feedbackOfTrace } from "./feedback-rows.ts";
import { countFigures, isCounting, noteIndex, readFigures } from "./figure-rows.ts";
import type { Flushed } from "./flushed.ts";
import { interruptConnections, listConnections } from "./network-rows.ts";
import { mine, told } from "./owner.ts";
import { dropCase, keepCase, keptCases, previewsOf, repliesOf } from "./preview-rows.ts";
import { messages, reads, spans, tasks } from "./schema.ts";
import { all, get, type Statements } from "./statements.ts";
import { listTraceIndex, traceSummary } from "./trace-index.ts";
import { nodeOf } from "./trace-node.ts";
import type { TraceWriter } from "./trace-writer.ts";

/** The part of the store that shows what happened. */
export function createActivityStore(deps: {
  engine: Engine;
  flushed: Flushed;
  beside: Beside;
  writer: TraceWriter;
}): ActivityStore {
  const { engine, flushed, beside, writer } = deps;
  const { db, run, read, write } = engine;

  return {
    list: (query) => flushed.read(() => listTraceIndex(db, query)),
    summary: (trace_id) => flushed.read(() => traceSummary(db, trace_id)),
    spans: (trace_id, most) => flushed.read(() => spansOf(db, trace_id, most)),
    countSpans: (trace_id) => flushed.read(() => countSpans(db, trace_id)),
    span: (trace_id, span_id) => flushed.read(() => findSpan(db, trace_id, span_id)),
    reads: (trace_id) => flushed.read(() => readsOf(db, trace_id)),
    calls: (invocation_id) => flushed.read(() => callsOfInvocation(db, invocation_id)),
    envelope: (task_id) => flushed.read(() => envelopeOf(db, task_id)),
    previews: (trace_id, span_id) => flushed.read(() => previewsOf(db, trace_id, span_id)),
    replies: (trace_id) => flushed.read(() => repliesOf(db, trace_id)),
    answer: (trace_id) => flushed.read(() => answerOf(db, trace_id)),
    answeredSince: (since) => flushed.read(() => answeredSince(db, since)),
    audit: (query) => flushed.read(() => listAudit(db, query)),
    auditRows: () => flushed.read(() => countAudited(db)),
    checkAudit: async () => {
      await run(writer.flush);
      return beside.audit();
    },
    async *exportAudit(at) {
      await run(writer.flush);
      yield* exportAudit(engine, at);
    },
    network: (query) => flushed.read(() => listConnections(db, query)),
    interruptConnections: () => write(() => interruptConnections(db)),
    cases: {
      keep: (row) => flushed.write(() => keepThere(db, row)),
      drop: (trace_id) => write(() => dropCase(db, trace_id)),
      list: () => read(() => casesWithVerdicts(db)),
    },
    figures: (series, step, from, to) =>
      flushed.read(() => readFigures(db, series, step, from, to)),
    isCounting: () => read(() => isCounting(db)),
    count: (most) => write(() => countFigures(db, most)),
    noteIndex: (at, index) => write(() => noteIndex(at, index)),
    compaction: {
      begin: beginPass,
      some: (past, pass, most) => write(() => compactSome(db, past, pass, most)),
      release: (most) => run(() => db.sqlDialect.release(most)),
      note: (last) => write(() => noteCompaction(db, last)),
      last: () => read(() => lastCompaction(db)),
      checkpoint: async () => void (await run(() => db.sqlDialect.scrub())),
    },
    bytes: () => run(() => db.sqlDialect.bytes()),
    sizes: async () => {
      await run(writer.flush);
      return beside.sizes();
    },
  };
}

function* spansOf(db: Db, trace_id: string, most: number): Statements<StoredSpan[]> {
  const rows = yield* all(
    db
      .select()
      .from(spans)
      .where(and(mine(db, spans), eq(spans.trace_id, trace_id)))
      .orderBy(asc(spans.started_at), asc(sql`rowid`))
      .limit(most),
  );
  return rows.map(spanOf);
}

function* countSpans(db: Db, trace_id: string): Statements<number> {
  const its = and(mine(db, spans), eq(spans.trace_id, trace_id));
  return (yield* get(db.select({ n: count() }).from(spans).where(its)))?.n ?? 0;
}

function* findSpan(db: Db, trace_id: string, span_id: string): Statements<StoredSpan | undefined> {
  const which = and(mine(db, spans), eq(spans.span_id, span_id), eq(spans.trace_id, trace_id));
  const row = yield* get(db.select().from(spans).where(which));
  return row && spanOf(row);
}

function* readsOf(db: Db, trace_id: string): Statements<TraceRead[]> {
  const its = and(told(db, reads), eq(reads.trace_id, trace_id));
  const rows = yield* all(
    db.select().from(reads).where(its).orderBy(asc(reads.id)).limit(mostReads),
  );
  return rows.map(readOf);
}

function* envelopeOf(db: Db, task_id: string) {
  const { request, result } = tasks;
  const its = and(mine(db, tasks), eq(tasks.task_id, task_id));
  const row = yield* get(db.select({ request, result }).from(tasks).where(its));
  return row && { request: json(row.request), result: json(row.result) };
}

function* answerOf(db: Db, trace_id: string): Statements<AnswerOfTrace | undefined> {
  const row = yield* get(
    db
      .select({ id: messages.id, answer: messages.answer })
      .from(messages)
      .where(and(mine(db, messages), eq(messages.trace_id, trace_id)))
      .orderBy(desc(messages.id))
      .limit(1),
  );
  const parsed = row && StoredAnswer.safeParse(json(row.answer));
  if (row === undefined || parsed?.success !== true) return undefined;
  const answer = parsed.data;
  const put_to = answer.put_to ?? (yield* putToOf(db, trace_id));
  return { answer, message_id: row.id, ...(put_to === undefined ? {} : { put_to }) };
}

function* answeredSince(db: Db, since: string): Statements<string[]> {
  const which = and(mine(db, messages), gte(messages.asked_at, since), ne(messages.status, "chat"));
  const { trace_id, id } = messages;
  const rows = yield* all(db.select({ trace_id }).from(messages).where(which).orderBy(asc(id)));
  return rows.map((row) => row.trace_id);
}

function* countAudited(db: Db): Statements<number> {
  return ((yield* headOf(db))?.seq ?? 0) - ((yield* anchorOf(db))?.seq ?? 0);
}

function* keepThere(db: Db, row: KeptCase): Statements<boolean> {
  if ((yield* traceSummary(db, row.trace_id)) === undefined) return false;
  yield* keepCase(db, row);
  return true;
}

function* casesWithVerdicts(db: Db) {
  const cases: (KeptCase & { verdict?: "right" | "wrong" })[] = [];
  for (const row of yield* keptCases(db)) {
    const verdict = yield* feedbackOfTrace(db, row.trace_id);
    cases.push({ ...row, ...(verdict === undefined ? {} : { verdict }) });
  }
  return cases;
}

/** More than these are told by the list of the audit alone. */
const mostReads = 5000;

/** What was written by the store itself. */
const json = (text: string): unknown => JSON.parse(text);

function spanOf(row: typeof spans.$inferSelect): StoredSpan {
  const { children: _, ...node } = nodeOf(row);
  return row.parent_span_id === null ? node : { ...node, parent_span_id: row.parent_span_id };
}

function readOf({ at: _, trace_id: _t, person: _p, ...row }: typeof reads.$inferSelect): TraceRead {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(present) as TraceRead; // the columns are its fields; only optional ones may be null
}

/** As an envelope of that asking says, for an answer of before answers said it themselves. */
function* putToOf(db: Db, trace_id: string): Statements<Answer["put_to"]> {
  const { request } = tasks;
  const sent = yield* get(
    db
      .select({ request })
      .from(tasks)
      .where(and(mine(db, tasks), eq(tasks.trace_id, trace_id))),
  );
  const input = sent && TaskRequest.pick({ input: true }).safeParse(json(sent.request)).data?.input;
  if (input === undefined) return undefined;
  const { target_roots: roots, constraints: { pages } = {} } = input;
  return { roots, ...(pages === undefined ? {} : { pages }) };
}
