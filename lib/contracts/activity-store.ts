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
} from "./activity.ts";
import type { Answer } from "./answer.ts";
import type { CallRow, TraceNode } from "./records.ts";

/**
 * What happened, for whoever looks at it: lists, figures, previews, and what is past its time. Part of the store, and like
 * it: asynchronous, each method all or nothing, and rejecting with AppError when the database fails.
 */
export type ActivityStore = {
  /** Askings and tasks, newest first. Throws `validation` for a cursor it did not make, as every list here. */
  list(query: TraceListQuery): Promise<TraceList>;
  summary(trace_id: string): Promise<TraceSummary | undefined>;
  /** Of one trace, by their start and then as they were written; no more than so many. */
  spans(trace_id: string, most: number): Promise<StoredSpan[]>;
  countSpans(trace_id: string): Promise<number>;
  span(trace_id: string, span_id: string): Promise<StoredSpan | undefined>;
  reads(trace_id: string): Promise<TraceRead[]>;
  calls(invocation_id: string): Promise<CallRow[]>;
  envelope(task_id: string): Promise<{ request: unknown; result: unknown } | undefined>;
  previews(
    trace_id: string,
    span_id: string,
  ): Promise<Partial<Record<"arguments" | "result" | "reply", Preview>>>;
  /** What models replied, in order; undefined where one reply is not whole or not there. */
  replies(
    trace_id: string,
  ): Promise<{ span_id: string; agent_id: string; reply: unknown }[] | undefined>;
  answer(trace_id: string): Promise<AnswerOfTrace | undefined>;
  /** Traces that can be done again, oldest first: askings with an answer, begun since then. */
  answeredSince(since: string): Promise<string[]>;
  audit(query: AuditTrailQuery): Promise<AuditTrailPage>;
  /** How many rows the chain has now, without a look at them. */
  auditRows(): Promise<number>;
  /** Beside the program; undefined where nothing was audited yet. */
  checkAudit(): Promise<AuditVerdict | undefined>;
  /** A moment of it as text, a piece at a time. */
  exportAudit(now: Date): AsyncGenerator<string, void>;
  network(query: NetworkQuery): Promise<NetworkPage>;
  /** At the start of the program: none that stands as open can be. How many there were. */
  interruptConnections(): Promise<number>;
  cases: {
    /** False when there is no such trace. */
    keep(row: KeptCase): Promise<boolean>;
    drop(trace_id: string): Promise<boolean>;
    list(): Promise<(KeptCase & { verdict?: "right" | "wrong" })[]>;
  };
  figures(series: FigureSeries, step: "hour" | "day", from: string, to: string): Promise<Figure[]>;
  /** Of before figures were kept: whether some are still to be counted, and counts so many more. */
  isCounting(): Promise<boolean>;
  count(most: number): Promise<boolean>;
  noteIndex(
    at: Date,
    index: { files: number; sections: number; skipped: number; age_s: number },
  ): Promise<void>;
  compaction: {
    begin(): CompactionPass;
    /** One piece of the pass; undefined when it is done. */
    some(past: PastTime, pass: CompactionPass, most: number): Promise<CompactionPass | undefined>;
    /** Gives free pages back to the disk, so many at a time; how many are left. */
    release(most: number): Promise<number>;
    note(last: LastCompaction): Promise<void>;
    last(): Promise<LastCompaction | undefined>;
    /** The log goes into the file where nobody reads in it. */
    checkpoint(): Promise<void>;
  };
  bytes(): Promise<{ file: number; free: number }>;
  /** Beside the program. */
  sizes(): Promise<KeptKind[]>;
};

/** A span as it is kept, with the one it hangs below. */
export type StoredSpan = Omit<TraceNode, "children"> & { parent_span_id?: string };

/**
 * An answer with its place among the turns of its conversation. `put_to` is absent where nobody knows any more which folders
 * it was asked of: an earlier version answered, and its envelope is past its time.
 */
export type AnswerOfTrace = { answer: Answer; message_id: number; put_to?: Answer["put_to"] };

/** A trace that a person keeps to do it again. */
export type KeptCase = { trace_id: string; note: string | null; kept_at: string };

export const figureSeries = [
  ...(["answers", "ask_ms", "first_ms", "search_ms", "refusals"] as const),
  ...(["timeouts", "calls", "tokens", "cost", "index"] as const),
] as const;
export type FigureSeries = (typeof figureSeries)[number];
export type Figure = { at: string; key: string; n: number; sum: number };

export type PastTime = {
  now: Date;
  traces_days: number;
  audit_days: number;
  /** Of previews, those of cases apart. */
  preview_bytes: number;
};
/** Where a pass is. `over`: by how many bytes there is still too much of this kind. */
export type CompactionPass = { kind: number; after: number; rows: number; over?: number };
export type LastCompaction = { at: string; rows: number; freed_bytes: number };

export type KeptKind = {
  kind:
    | "conversations"
    | "concepts"
    | "tasks"
    | "traces"
    | "previews"
    | "audit"
    | "network"
    | "figures";
  rows: number;
  bytes: number;
  oldest?: string;
};

/** Whether the audit stands as it was written: every place where it does not, in the order of the chain. */
export type AuditVerdict = {
  rows: number;
  broken: BrokenAudit[];
  /** Rows that were past their time, and until when they were. */
  removed?: { rows: number; until: string };
};
export type BrokenAudit = {
  table: "reads" | "tool_calls";
  /** Its number in the table. */
  row_id: number;
  /**
   * `cut`: what came behind it is gone, or before it, where it is the first. `deleted`: it was there, or something between
   * it and the row before. `swapped`: it stands in the place of another.
   */
  what: "changed" | "deleted" | "added" | "swapped" | "cut";
};
