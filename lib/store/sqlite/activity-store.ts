import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { TraceRead } from "#lib/contracts/activity";
import type { ActivityStore, StoredSpan } from "#lib/contracts/activity-store";
import type { Answer } from "#lib/contracts/answer";
import { TaskRequest } from "#lib/contracts/envelope";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { exportAudit } from "../audit-export.ts";
import type { createReaderBeside } from "../read-beside.ts";
import { anchorOf } from "./audit-chain.ts";
import { listAudit } from "./audit-trail.ts";
import { callsOfInvocation } from "./call-rows.ts";
import {
  beginPass,
  compactSome,
  lastCompaction,
  noteCompaction,
  releasePages,
} from "./compaction.ts";
import { feedbackOfTrace } from "./feedback-rows.ts";
import { countFigures, isCounting, noteIndex, readFigures } from "./figure-rows.ts";
import { interruptConnections, listConnections } from "./network-rows.ts";
import { type Db, type OpenDatabase, sizeOf } from "./open-database.ts";
import { dropCase, keepCase, keptCases, previewsOf, repliesOf } from "./preview-rows.ts";
import { messages, reads, spans, tasks } from "./schema.ts";
import { listTraceIndex, traceSummary } from "./trace-index.ts";
import { nodeOf } from "./trace-node.ts";

export function createActivityStore(deps: {
  opened: OpenDatabase;
  beside: ReturnType<typeof createReaderBeside>;
  file: string;
  writer: { flush(): void };
  told: <T>(work: () => T) => T;
  together: (work: () => void) => void;
}): ActivityStore {
  const { opened, beside, file, writer, told, together } = deps;
  const { db, client } = opened;
  /** With what was told until now. */
  const now = <T>(work: () => T): T =>
    told(() => {
      writer.flush();
      return work();
    });
  const within = <T>(work: () => T): T => told(() => client.transaction(work).immediate());

  return {
    list: async (query) => now(() => listTraceIndex(db, query)),
    summary: async (trace_id) => now(() => traceSummary(db, trace_id)),
    spans: async (trace_id, most) =>
      now(() =>
        db
          .select()
          .from(spans)
          .where(eq(spans.trace_id, trace_id))
          .orderBy(asc(spans.started_at), asc(sql`rowid`))
          .limit(most)
          .all()
          .map(spanOf),
      ),
    countSpans: async (trace_id) =>
      now(
        () =>
          db.select({ n: count() }).from(spans).where(eq(spans.trace_id, trace_id)).get()?.n ?? 0,
      ),
    span: async (trace_id, span_id) =>
      now(() => {
        const which = and(eq(spans.span_id, span_id), eq(spans.trace_id, trace_id));
        const row = db.select().from(spans).where(which).get();
        return row && spanOf(row);
      }),
    reads: async (trace_id) =>
      now(() =>
        db
          .select()
          .from(reads)
          .where(eq(reads.trace_id, trace_id))
          .orderBy(asc(reads.id))
          .limit(mostReads)
          .all()
          .map(readOf),
      ),
    calls: async (invocation_id) => now(() => callsOfInvocation(db, invocation_id)),
    envelope: async (task_id) =>
      now(() => {
        const { request, result } = tasks;
        const which = eq(tasks.task_id, task_id);
        const row = db.select({ request, result }).from(tasks).where(which).get();
        return row && { request: json(row.request), result: json(row.result) };
      }),
    previews: async (trace_id, span_id) => now(() => previewsOf(db, trace_id, span_id)),
    replies: async (trace_id) => now(() => repliesOf(db, trace_id)),
    answer: async (trace_id) =>
      now(() => {
        const row = db
          .select({ id: messages.id, answer: messages.answer })
          .from(messages)
          .where(eq(messages.trace_id, trace_id))
          .orderBy(desc(messages.id))
          .get();
        const parsed = row && StoredAnswer.safeParse(json(row.answer));
        if (row === undefined || parsed?.success !== true) return undefined;
        const answer = parsed.data;
        const put_to = answer.put_to ?? putToOf(db, trace_id);
        return { answer, message_id: row.id, ...(put_to === undefined ? {} : { put_to }) };
      }),
    answeredSince: async (since) =>
      now(() =>
        db
          .select({ trace_id: messages.trace_id })
          .from(messages)
          .where(sql`${messages.asked_at} >= ${since} AND ${messages.status} <> 'chat'`)
          .orderBy(asc(messages.id))
          .all()
          .map(({ trace_id }) => trace_id),
      ),
    audit: async (query) => now(() => listAudit(db, query)),
    auditRows: async () =>
      now(() => {
        const head = client
          .prepare<[], number>("SELECT coalesce(max(seq), 0) FROM audit_head")
          .pluck()
          .get();
        return (head ?? 0) - (anchorOf(client)?.seq ?? 0);
      }),
    checkAudit: async () => {
      now(() => undefined);
      return beside.audit();
    },
    async *exportAudit(at) {
      now(() => undefined);
      yield* exportAudit(client, at);
    },
    network: async (query) => now(() => listConnections(db, query)),
    interruptConnections: async () => told(() => interruptConnections(db)),
    cases: {
      keep: async (row) =>
        now(() =>
          within(() => {
            if (traceSummary(db, row.trace_id) === undefined) return false;
            keepCase(db, row);
            return true;
          }),
        ),
      drop: async (trace_id) => told(() => dropCase(db, trace_id)),
      list: async () =>
        told(() =>
          keptCases(db).map((row) => {
            const verdict = feedbackOfTrace(db, row.trace_id);
            return { ...row, ...(verdict === undefined ? {} : { verdict }) };
          }),
        ),
    },
    figures: async (series, step, from, to) => now(() => readFigures(db, series, step, from, to)),
    isCounting: async () => told(() => isCounting(db)),
    count: async (most) => within(() => countFigures(opened, most)),
    noteIndex: async (at, index) => together(() => noteIndex(client, at, index)),
    compaction: {
      begin: beginPass,
      some: async (past, pass, most) => within(() => compactSome(opened, past, pass, most)),
      release: async (most) => told(() => releasePages(client, most)),
      note: async (last) => together(() => noteCompaction(db, last)),
      last: async () => told(() => lastCompaction(db)),
      checkpoint: async () => told(() => void client.pragma("wal_checkpoint(TRUNCATE)")),
    },
    bytes: async () =>
      told(() => {
        const pages = Number(client.pragma("freelist_count", { simple: true }));
        const size = Number(client.pragma("page_size", { simple: true }));
        const log = Math.max(0, sizeOf(`${file}-wal`));
        return { file: Math.max(0, sizeOf(file)) + log, free: pages * size };
      }),
    sizes: async () => {
      now(() => undefined);
      return beside.sizes();
    },
  };
}

/** More than these are told by the list of the audit alone. */
const mostReads = 5000;

/** What was written by the store itself. */
const json = (text: string): unknown => JSON.parse(text);

function spanOf(row: typeof spans.$inferSelect): StoredSpan {
  const { children: _, ...node } = nodeOf(row);
  return row.parent_span_id === null ? node : { ...node, parent_span_id: row.parent_span_id };
}

function readOf({ at: _, trace_id: _t, ...row }: typeof reads.$inferSelect): TraceRead {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(present) as TraceRead; // the columns are its fields; only optional ones may be null
}

/** As an envelope of that asking says, for an answer of before answers said it themselves. */
function putToOf(db: Db, trace_id: string): Answer["put_to"] {
  const sent = db
    .select({ request: tasks.request })
    .from(tasks)
    .where(eq(tasks.trace_id, trace_id))
    .get();
  const input = sent && TaskRequest.pick({ input: true }).safeParse(json(sent.request)).data?.input;
  if (input === undefined) return undefined;
  const { target_roots: roots, constraints: { pages } = {} } = input;
  return { roots, ...(pages === undefined ? {} : { pages }) };
}
