import { z } from "zod";
import { type Answer, AnswerStatus } from "./answer.ts";
import { ErrorCode } from "./errors.ts";
import { Connection, ConnectionPurpose } from "./network.ts";
import { AuditRow, CallRow, TraceNode } from "./records.ts";

/** What happened, and again: how the views of `/activity` ask, and what they are told. Pages are keyset pages, newest first. */
const when = z.iso.datetime({ offset: true });
const id = z.string().min(1).max(200);
/** `since` is inclusive, `until` exclusive. */
const page = {
  since: when.optional(),
  until: when.optional(),
  cursor: z.string().max(200).optional(),
};

// Traces

export const TraceKind = z.enum(["ask", "task"]);
export type TraceKind = z.infer<typeof TraceKind>;

/** Of an asking, what its answer says of itself (`toldStatus`), or `cancelled`, `running`, `interrupted`; of a task, its state. */
export const TraceStatus = z.enum([
  ...(["answered", "unsure"] as const),
  ...AnswerStatus.exclude(["answered"]).options,
  "pending",
  "running",
  "waiting_approval",
  "completed",
  "failed",
  "cancelled",
  "interrupted",
]);
export type TraceStatus = z.infer<typeof TraceStatus>;

/** In lists and figures an answer none of whose places is sure to answer is `unsure`, not `answered`. */
export function toldStatus({ status, outcome }: Pick<Answer, "status" | "outcome">): TraceStatus {
  return status === "answered" && outcome === "may_be" ? "unsure" : status;
}

export const TraceListQuery = z.strictObject({
  kind: TraceKind.optional(),
  status: TraceStatus.optional(),
  tool: z.string().min(1).max(300).optional(),
  rule: ErrorCode.optional(),
  agent: id.optional(),
  /** Of a folder of documents, its root id. */
  folder: id.optional(),
  /** Every word of it stands in the question, or in the name of the task's type. */
  text: z.string().trim().min(1).max(200).optional(),
  ...page,
});
export type TraceListQuery = z.infer<typeof TraceListQuery>;

export const TraceSummary = z.object({
  trace_id: z.string(),
  kind: TraceKind,
  run_id: z.string(),
  thread_id: z.string().optional(),
  task_id: z.string().optional(),
  /** The question, or the type of the task; absent where it was not to be stored or its conversation was deleted. */
  title: z.string().optional(),
  status: TraceStatus,
  deny_reason: ErrorCode.optional(),
  agent_id: z.string(),
  started_at: z.string(),
  /** Absent while it runs, and of one that never ended. */
  ms: z.number().optional(),
  tokens: z.number().int().min(0),
  /** In the currency of the configured prices, where there are any. */
  cost: z.number().min(0).optional(),
  model: z.string().optional(),
});
export type TraceSummary = z.infer<typeof TraceSummary>;
export const TraceList = z.object({
  rows: z.array(TraceSummary),
  next_cursor: z.string().optional(),
});
export type TraceList = z.infer<typeof TraceList>;

/**
 * One span in the order of the waterfall: parents before their children, these by their start. `open`: it never ended,
 * because the program was ended in the middle of it; such a span is known by what was done below it alone.
 */
export const WaterfallSpan = TraceNode.omit({ children: true }).extend({
  parent_span_id: z.string().optional(),
  depth: z.number().int().min(0),
  /** From the start of the trace; never below 0, and never before its parent's, whatever the clock did. */
  offset_ms: z.number().min(0),
  /** How many spans hang directly below it. */
  children: z.number().int().min(0),
  open: z.boolean(),
  /** The wall clock went back: by its own time it began before what it belongs to. */
  clock_back: z.boolean(),
});
export type WaterfallSpan = z.infer<typeof WaterfallSpan>;

/** Which lines were handed over, for the link from a citation to the call that read it. */
export const TraceRead = AuditRow.omit({ at: true, trace_id: true });
export type TraceRead = z.infer<typeof TraceRead>;

/** The end of the chain: what was said, and on which lines it rests. */
export const TraceOutcome = z.object({
  claims: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      support: z.string(),
      citations: z.array(z.number().int()),
    }),
  ),
  citations: z.array(
    z.object({
      id: z.number().int(),
      root_id: z.string(),
      relative_path: z.string(),
      display_path: z.string(),
      line_start: z.number().int(),
      line_end: z.number().int(),
      sha256: z.string(),
      /** Tool calls of this trace that handed over all of its lines: `span_id` of a tool call is its invocation id. */
      read_by: z.array(z.string()),
    }),
  ),
});
export type TraceOutcome = z.infer<typeof TraceOutcome>;

/**
 * `GET /api/traces/:trace_id`. `roots` is the whole tree up to 2,000 spans, else its first 2,000 in the order of the
 * waterfall; all of them come in pages from `GET /api/traces/:trace_id/spans`.
 */
export const TraceDetail = z.object({
  trace_id: z.string(),
  /** Absent of a trace that is neither an asking nor a task: a preview, a look at a folder. */
  trace: TraceSummary.optional(),
  roots: z.array(TraceNode),
  spans: z.number().int().min(0),
  left_out: z.number().int().min(0),
  /** What was read for it, the first 2,000 rows; the list of the audit has all. */
  reads: z.array(TraceRead),
  /** Spans that never ended. */
  open: z.number().int().min(0),
  outcome: TraceOutcome.optional(),
  /** Whether it can be done again, and with whose words; else why not, in one sentence. */
  replay: z.object({ recorded: z.boolean(), live: z.boolean(), why: z.string().optional() }),
  /** It is kept as a case for `npm run replay -- --all`. */
  kept_as_case: z.boolean(),
});
export type TraceDetail = z.infer<typeof TraceDetail>;

export const SpansQuery = z.strictObject({ cursor: z.string().max(200).optional() });
export type SpansQuery = z.infer<typeof SpansQuery>;
export const SpansPage = z.object({
  spans: z.array(WaterfallSpan),
  total: z.number().int().min(0),
  next_cursor: z.string().optional(),
});
export type SpansPage = z.infer<typeof SpansPage>;

/** A text as far as it is kept: cut, with secrets masked. */
export const Preview = z.object({ text: z.string(), left_out: z.number().int().min(0) });
export type Preview = z.infer<typeof Preview>;

/** `GET /api/traces/:trace_id/spans/:span_id`: what is one click deeper. Of each part only what there is. */
export const SpanDetail = z.object({
  span: WaterfallSpan.omit({ depth: true, offset_ms: true, children: true, clock_back: true }),
  /** Its rows of the audit: by which grant and approval, and what came of it. */
  calls: z.array(CallRow),
  reads: z.array(TraceRead),
  /** Envelope and result of a task of an agent: which lines were found, not what they say. */
  envelope: z.object({ request: z.unknown(), result: z.unknown() }).optional(),
  /** Of a tool call; a docs tool's result is told by its places, never by its text. */
  arguments: Preview.optional(),
  result: Preview.optional(),
  /** Of a turn of a model. */
  reply: Preview.optional(),
});
export type SpanDetail = z.infer<typeof SpanDetail>;

export const TraceExportQuery = z.strictObject({
  format: z.enum(["json", "otlp"]).default("json"),
});
export type TraceExportQuery = z.infer<typeof TraceExportQuery>;

// Audit

export const AuditTrailQuery = z.strictObject({
  /** `read`: reads, refusals and acts of persons. `call`: tool calls. Both where it is absent. */
  kind: z.enum(["read", "call"]).optional(),
  root: id.optional(),
  /** The whole path, as the row has it. */
  path: z.string().min(1).max(8192).optional(),
  rule: ErrorCode.optional(),
  agent: id.optional(),
  tool: z.string().min(1).max(300).optional(),
  /** Of tool calls. */
  status: z.string().min(1).max(20).optional(),
  trace: id.optional(),
  task: id.optional(),
  approval: id.optional(),
  ...page,
});
export type AuditTrailQuery = z.infer<typeof AuditTrailQuery>;

/** One row of the audit. A filter that a kind of row has no field for leaves that kind out. */
export const AuditEntry = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("read"), ...AuditRow.shape }),
  z.strictObject({ kind: z.literal("call"), ...CallRow.shape }),
]);
export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditTrailPage = z.object({
  rows: z.array(AuditEntry),
  next_cursor: z.string().optional(),
});
export type AuditTrailPage = z.infer<typeof AuditTrailPage>;

export const BrokenRow = z.object({
  table: z.enum(["reads", "tool_calls"]),
  row_id: z.number().int(),
  what: z.enum(["changed", "deleted", "added", "swapped", "cut"]),
});
export type BrokenRow = z.infer<typeof BrokenRow>;

/** `GET /api/audit/state`: whether the chain stands as it was written. */
export const AuditState = z.object({
  state: z.enum(["unbroken", "broken", "checking", "empty", "unknown"]),
  /** "12,431 rows, unbroken": for a person, in their language. */
  message: z.string(),
  rows: z.number().int().min(0),
  /** When all of it was last read through. */
  checked_at: z.string().optional(),
  /** The first twenty. */
  broken: z.array(BrokenRow),
  broken_count: z.number().int().min(0),
  /** Rows that retention took away, and up to when they were of. */
  removed: z.object({ rows: z.number().int(), until: z.string() }).optional(),
});
export type AuditState = z.infer<typeof AuditState>;

// Network

export const NetworkQuery = z.strictObject({
  purpose: ConnectionPurpose.optional(),
  host: z.string().min(1).max(300).optional(),
  rule: z.string().min(1).max(100).optional(),
  trace: id.optional(),
  task: id.optional(),
  ...page,
});
export type NetworkQuery = z.infer<typeof NetworkQuery>;
export const NetworkRow = Connection.extend({
  id: z.number().int().min(1),
  /** Whose work it was for; absent where nobody signs in. */
  person: z.string().optional(),
});
export type NetworkRow = z.infer<typeof NetworkRow>;
export const NetworkPage = z.object({
  rows: z.array(NetworkRow),
  next_cursor: z.string().optional(),
});
export type NetworkPage = z.infer<typeof NetworkPage>;

// Charts

export const SeriesKind = z.enum([
  /** Answers by status. */
  "answers",
  /** Milliseconds, keys `p50` and `p95`: an asking, a search of the documents, the first words of an answer. */
  "ask_ms",
  "search_ms",
  "first_ms",
  /** Of the questions that were put to the documents, 0 to 1, the part that was answered (`hit_rate`), and the part whose answer is told as unsure (`unsure`). */
  "hit_rate",
  "refusals",
  /** Askings (`ask`) and tool calls by tool that took too long. */
  "timeouts",
  /** Tool calls by provider. */
  "calls",
  /** By model. */
  "tokens",
  "cost",
  /** The last count of the step: keys `files`, `sections`, `skipped`. */
  "index_size",
  /** Seconds since the index last changed. */
  "index_age",
]);
export type SeriesKind = z.infer<typeof SeriesKind>;
export const SeriesStep = z.enum(["hour", "day", "week", "month"]);
export type SeriesStep = z.infer<typeof SeriesStep>;

/** Without `from` as much as fits a chart: 48 hours, 31 days, 26 weeks, 24 months. */
export const SeriesQuery = z.strictObject({
  kind: SeriesKind,
  from: when.optional(),
  to: when.optional(),
  step: SeriesStep.default("day"),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/** Days, weeks (from Monday) and months are those of the computer's own time zone. Steps in which nothing was are there, with no values. */
export const Series = z.object({
  kind: SeriesKind,
  step: SeriesStep,
  unit: z.enum(["count", "ms", "ratio", "tokens", "cost", "seconds"]),
  /** The most frequent first; at most twelve, then `other`. */
  keys: z.array(z.string()),
  points: z.array(z.object({ at: z.string(), values: z.record(z.string(), z.number()) })),
  /** How much there was in all of it, by key; of figures that cannot be added up, over the whole time. */
  total: z.record(z.string(), z.number()),
  /** A line above which it is too much. */
  warning: z.number().optional(),
  /** What `npm run bench` last measured on this machine. */
  measured: z.object({ at: z.string(), p95: z.number() }).optional(),
  /** Rows of before the figures were kept are still being counted. */
  counting: z.boolean(),
});
export type Series = z.infer<typeof Series>;

// Replay

export const ReplayBody = z.strictObject({
  model: z.enum(["recorded", "live"]).default("recorded"),
});
export type ReplayBody = z.infer<typeof ReplayBody>;

/** `moved`: the same words on other lines or another page. `changed`: other words on the same page. */
export const ReplayChange = z.enum(["same", "moved", "changed", "new", "gone"]);
export type ReplayChange = z.infer<typeof ReplayChange>;

const ReplayPlace = z.object({
  root_id: z.string(),
  relative_path: z.string(),
  line_start: z.number().int(),
  line_end: z.number().int(),
});
const ReplayedClaim = z.object({ text: z.string(), places: z.array(ReplayPlace) });

/** Body of `POST /api/traces/:trace_id/replay`: what came of doing it again. */
export const ReplayComparison = z.object({
  trace_id: z.string(),
  kind: TraceKind,
  model: z.enum(["recorded", "live", "none"]),
  /** `impossible`: it could not be done again, and `message` says why. */
  verdict: z.enum(["same", "different", "impossible"]),
  /** One sentence, in the reader's language. */
  message: z.string(),
  title: z.string().optional(),
  asked_at: z.string(),
  replayed_at: z.string(),
  ms: z.number(),
  /** Status of the answer or state of the task; `after` is absent where it could not be done again. */
  status: z.object({ before: z.string(), after: z.string().optional() }),
  claims: z.array(
    z.object({
      change: ReplayChange,
      before: ReplayedClaim.optional(),
      after: ReplayedClaim.optional(),
    }),
  ),
  /** Ranks are those of the citations in the answer, from 1. */
  citations: z.array(
    z.object({
      change: ReplayChange,
      before: ReplayPlace.extend({ rank: z.number().int() }).optional(),
      after: ReplayPlace.extend({ rank: z.number().int() }).optional(),
    }),
  ),
  /** Of a task: its artifacts by name. */
  artifacts: z.array(z.object({ name: z.string(), change: ReplayChange })),
  /** Where the two first part ways. */
  first_difference: z
    .object({ step: z.string(), before: z.string(), after: z.string(), message: z.string() })
    .optional(),
  /** Calls with an effect in whose place their recorded results stood, and how many were run again: none. */
  stood_in: z.number().int().min(0),
  effects: z.literal(0),
  /** What a reader should know: another version of a skill, a tool that is gone, no recorded reply for a turn. */
  notices: z.array(z.string()),
});
export type ReplayComparison = z.infer<typeof ReplayComparison>;

export const ReplayCaseBody = z.strictObject({
  trace_id: id,
  note: z.string().trim().max(500).optional(),
});
export type ReplayCaseBody = z.infer<typeof ReplayCaseBody>;
/** `GET /api/activity/cases`: what `npm run replay -- --all` runs beside the askings since a day. */
export const ReplayCase = z.object({
  trace_id: z.string(),
  note: z.string().optional(),
  kept_at: z.string(),
  /** What a person said of the answer. */
  verdict: z.enum(["right", "wrong"]).optional(),
  trace: TraceSummary.optional(),
});
export type ReplayCase = z.infer<typeof ReplayCase>;
export const ReplayCases = z.object({ cases: z.array(ReplayCase) });
export type ReplayCases = z.infer<typeof ReplayCases>;

// What is kept, and what leaves

/** `GET /api/activity/kept`: how much is kept of each kind, for how long, and whether anything is sent away. */
export const Kept = z.object({
  /** Of the database file, with its log. */
  bytes: z.number().int().min(0),
  /** Room in the file that is free again. */
  free_bytes: z.number().int().min(0),
  kinds: z.array(
    z.object({
      kind: z.enum(["conversations", "traces", "previews", "audit", "network", "figures"]),
      rows: z.number().int().min(0),
      bytes: z.number().int().min(0),
      oldest: z.string().optional(),
      /** After so many days they go; absent where they stay until a person deletes them. */
      days: z.number().int().optional(),
    }),
  ),
  last_compaction: z
    .object({ at: z.string(), rows: z.number().int(), freed_bytes: z.number().int() })
    .optional(),
  telemetry: z.object({
    state: z.enum(["off", "on", "failing"]),
    /** One sentence, in the reader's language. */
    message: z.string(),
    host: z.string().optional(),
    content: z.boolean(),
    sent: z.number().int().min(0),
    failed: z.number().int().min(0),
  }),
});
export type Kept = z.infer<typeof Kept>;

/** `POST /api/activity/compact`: what was past its time is gone. */
export const Compaction = z.object({
  rows: z.number().int().min(0),
  freed_bytes: z.number().int().min(0),
  message: z.string(),
});
export type Compaction = z.infer<typeof Compaction>;
