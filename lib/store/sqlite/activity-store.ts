import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type {
  AuditTrailPage,
  AuditTrailQuery,
  NetworkPage,
  NetworkQuery,
  Preview,
  TraceList,
  TraceListQuery,
  TraceRead,
  TraceSummary,
} from "#lib/contracts/activity";
import type { Answer } from "#lib/contracts/answer";
import { TaskRequest } from "#lib/contracts/envelope";
import type { CallRow, TraceNode } from "#lib/contracts/records";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { exportAudit } from "../audit-export.ts";
import { createReaderBeside } from "../read-beside.ts";
import type { AuditVerdict } from "../verify-audit.ts";
import { anchorOf } from "./audit-chain.ts";
import { listAudit } from "./audit-trail.ts";
import { callsOfInvocation } from "./call-rows.ts";
import {
  beginPass,
  type CompactionPass,
  compactSome,
  type LastCompaction,
  lastCompaction,
  noteCompaction,
  type PastTime,
  releasePages,
} from "./compaction.ts";
import { feedbackOfTrace } from "./feedback-rows.ts";
import {
  countFigures,
  type Figure,
  type FigureSeries,
  isCounting,
  noteIndex,
  readFigures,
} from "./figure-rows.ts";
import type { KeptKind } from "./kept-sizes.ts";
import { interruptConnections, listConnections } from "./network-rows.ts";
import { type Db, type OpenDatabase, sizeOf } from "./open-database.ts";
import {
  dropCase,
  type KeptCase,
  keepCase,
  keptCases,
  previewsOf,
  repliesOf,
} from "./preview-rows.ts";
import { messages, reads, spans, tasks } from "./schema.ts";
import { listTraceIndex, traceSummary } from "./trace-index.ts";
import { nodeOf } from "./trace-node.ts";

/** A span as it is kept, with the one it hangs below. */
export type StoredSpan = Omit<TraceNode, "children"> & { parent_span_id?: string };

/**
 * An answer with its place among the turns of its conversation. `put_to` is absent where nobody knows any more which folders
 * it was asked of: an earlier version answered, and its envelope is past its time.
 */
export type AnswerOfTrace = { answer: Answer; message_id: number; put_to?: Answer["put_to"] };

export type { Figure, FigureSeries, KeptCase, KeptKind, LastCompaction, PastTime };

/** As the store: synchronous but where it says otherwise, throws AppError when the database fails. */
export type ActivityStore = {
  /** Askings and tasks, newest first. Throws `validation` for a cursor it did not make, as every list here. */
  list(query: TraceListQuery): TraceList;
  summary(trace_id: string): TraceSummary | undefined;
  /** Of one trace, by their start and then as they were written; no more than so many. */
  spans(trace_id: string, most: number): StoredSpan[];
  countSpans(trace_id: string): number;
  span(trace_id: string, span_id: string): StoredSpan | undefined;
  reads(trace_id: string): TraceRead[];
  calls(invocation_id: string): CallRow[];
  envelope(task_id: string): { request: unknown; result: unknown } | undefined;
  previews(
    trace_id: string,
    span_id: string,
  ): Partial<Record<"arguments" | "result" | "reply", Preview>>;
  /** What models replied, in order; undefined where one reply is not whole or not there. */
  replies(trace_id: string): { span_id: string; agent_id: string; reply: unknown }[] | undefined;
  answer(trace_id: string): AnswerOfTrace | undefined;
  /** Traces that can be done again, oldest first: askings with an answer, begun since then. */
  answeredSince(since: string): string[];
  audit(query: AuditTrailQuery): AuditTrailPage;
  /** How many rows the chain has now, without a look at them. */
  auditRows(): number;
  /** Beside the program; undefined where nothing was audited yet. */
  checkAudit(): Promise<AuditVerdict | undefined>;
  /** A moment of it as text, a piece at a time. */
  exportAudit(now: Date): Generator<string, void>;
  network(query: NetworkQuery): NetworkPage;
  /** At the start of the program: none that stands as open can be. How many there were. */
  interruptConnections(): number;
  cases: {
    keep(row: KeptCase): void;
    drop(trace_id: string): boolean;
    list(): (KeptCase & { verdict?: "right" | "wrong" })[];
  };
  figures(series: FigureSeries, step: "hour" | "day", from: string, to: string): Figure[];
  /** Of before figures were kept: whether some are still to be counted, and counts so many more. */
  isCounting(): boolean;
  count(most: number): boolean;
  noteIndex(
    at: Date,
    index: { files: number; sections: number; skipped: number; age_s: number },
  ): void;
  compaction: {
    begin(): CompactionPass;
    /** One piece of the pass; undefined when it is done. */
    some(past: PastTime, pass: CompactionPass, most: number): CompactionPass | undefined;
    /** Gives free pages back to the disk, so many at a time; how many are left. */
    release(most: number): number;
    note(last: LastCompaction): void;
    last(): LastCompaction | undefined;
    /** The log goes into the file where nobody reads in it. */
    checkpoint(): void;
  };
  bytes(): { file: number; free: number };
  /** Beside the program. */
  sizes(): Promise<KeptKind[]>;
};

export function createActivityStore(deps: {
  opened: OpenDatabase;
  file: string;
  writer: { flush(): void };
  told: <T>(work: () => T) => T;
  together: (work: () => void) => void;
}): ActivityStore {
  const { opened, file, writer, told, together } = deps;
  const { db, client } = opened;
  const beside = createReaderBeside(file);
  /** With what was told until now. */
  const now = <T>(work: () => T): T =>
    told(() => {
      writer.flush();
      return work();
    });
  const within = <T>(work: () => T): T => told(() => client.transaction(work).immediate());

  return {
    list: (query) => now(() => listTraceIndex(db, query)),
    summary: (trace_id) => now(() => traceSummary(db, trace_id)),
    spans: (trace_id, most) =>
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
    countSpans: (trace_id) =>
      now(
        () =>
          db.select({ n: count() }).from(spans).where(eq(spans.trace_id, trace_id)).get()?.n ?? 0,
      ),
    span: (trace_id, span_id) =>
      now(() => {
        const which = and(eq(spans.span_id, span_id), eq(spans.trace_id, trace_id));
        const row = db.select().from(spans).where(which).get();
        return row && spanOf(row);
      }),
    reads: (trace_id) =>
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
    calls: (invocation_id) => now(() => callsOfInvocation(db, invocation_id)),
    envelope: (task_id) =>
      now(() => {
        const { request, result } = tasks;
        const which = eq(tasks.task_id, task_id);
        const row = db.select({ request, result }).from(tasks).where(which).get();
        return row && { request: json(row.request), result: json(row.result) };
      }),
    previews: (trace_id, span_id) => now(() => previewsOf(db, trace_id, span_id)),
    replies: (trace_id) => now(() => repliesOf(db, trace_id)),
    answer: (trace_id) =>
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
    answeredSince: (since) =>
      now(() =>
        db
          .select({ trace_id: messages.trace_id })
          .from(messages)
          .where(sql`${messages.asked_at} >= ${since} AND ${messages.status} <> 'chat'`)
          .orderBy(asc(messages.id))
          .all()
          .map(({ trace_id }) => trace_id),
      ),
    audit: (query) => now(() => listAudit(db, query)),
    auditRows: () =>
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
    exportAudit: (at) => now(() => exportAudit(client, at)),
    network: (query) => now(() => listConnections(db, query)),
    interruptConnections: () => told(() => interruptConnections(db)),
    cases: {
      keep: (row) => together(() => keepCase(db, row)),
      drop: (trace_id) => told(() => dropCase(db, trace_id)),
      list: () =>
        told(() =>
          keptCases(db).map((row) => {
            const verdict = feedbackOfTrace(db, row.trace_id);
            return { ...row, ...(verdict === undefined ? {} : { verdict }) };
          }),
        ),
    },
    figures: (series, step, from, to) => now(() => readFigures(db, series, step, from, to)),
    isCounting: () => told(() => isCounting(db)),
    count: (most) => within(() => countFigures(opened, most)),
    noteIndex: (at, index) => together(() => noteIndex(client, at, index)),
    compaction: {
      begin: beginPass,
      some: (past, pass, most) => within(() => compactSome(opened, past, pass, most)),
      release: (most) => told(() => releasePages(client, most)),
      note: (last) => together(() => noteCompaction(db, last)),
      last: () => told(() => lastCompaction(db)),
      checkpoint: () => told(() => void client.pragma("wal_checkpoint(TRUNCATE)")),
    },
    bytes: () =>
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
