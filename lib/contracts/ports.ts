import type { Answer, Lang, ToolAction } from "./answer.ts";
import type { Approval, ApprovalState, StandingPermission } from "./approvals.ts";
import type { Citation, DocumentPlace } from "./citation.ts";
import type { CitedLines } from "./docs-tools.ts";
import type { TaskRequest, TaskResult } from "./envelope.ts";
import type { ErrorCode } from "./errors.ts";
import type { CapabilityGrant, CapabilityLevel, GrantResource } from "./grants.ts";
import type { AgentTurn } from "./http.ts";
import type { QuestionText } from "./question.ts";
import type { AskEvent } from "./stream.ts";
import type { ToolCallContext, ToolResult, ToolRisk } from "./tools.ts";

/** Seams between rooms: each is implemented in one room and handed to another by `lib/assembly.ts`. */

/** Wall clock for what people read, monotonic milliseconds for deadlines and durations. */
export type Clock = { now(): Date; monotonic(): number };

/** One interval of work in a trace. Times are wall clock; `ms` is measured monotonically. */
export type Span = {
  span_id: string;
  trace_id: string;
  run_id: string;
  /** Of a sub-agent's work: the run of the agent that started it. */
  parent_run_id?: string;
  parent_span_id?: string;
  task_id?: string;
  kind: "request" | "agent" | "task" | "tool_call" | "compose" | "gate" | "model";
  name: string;
  agent_id?: string;
  tool_id?: string;
  started_at: string;
  ms: number;
  status: "ok" | "error" | "denied" | "timeout" | "cancelled" | "no_hit";
  deny_reason?: ErrorCode;
  /** Sizes, counts, ids; never text of a file or of a question. */
  attributes: Record<string, unknown>;
};

/**
 * One read of a document, one refusal, or one act of a person in Settings (a look at a folder, a save). `sha256` and
 * `length` describe the lines; the text itself is never kept.
 */
export type ReadAudit = {
  at: string;
  trace_id: string;
  task_id?: string;
  agent_id: string;
  tool_id: string;
  root_id?: string;
  relative_path: string;
  line_start?: number;
  line_end?: number;
  length?: number;
  sha256?: string;
  rule?: ErrorCode;
};

/**
 * One tool call, as it is audited: who asked for what by which right, and what came of it. Sizes and hashes stand for
 * arguments and results. A call that may change something is told twice under one `invocation_id`: `unknown` before it
 * begins, and as it ended; where only the first is found, the program died in between.
 */
export type ToolCallAudit = {
  invocation_id: string;
  trace_id: string;
  run_id: string;
  parent_run_id?: string;
  task_id: string;
  step_id?: string;
  agent_id: string;
  tool_id: string;
  /** Absent when no tool was found. */
  provider_id?: string;
  requested?: { level: CapabilityLevel; risk: ToolRisk; resource: GrantResource | null };
  granted: Pick<CapabilityGrant, "grant_id" | "level" | "resources" | "expires_at">;
  approval_required: boolean;
  approval_id?: string;
  /** A decision of a person on this very call, `standing` for an earlier one that covers it, `expired`, or `absent`. */
  approval_result?: string;
  started_at: string;
  ended_at: string;
  status: Span["status"] | "unknown";
  deny_reason?: ErrorCode;
  error_class?: ErrorCode;
  arguments_bytes: number;
  arguments_sha256: string;
  result_bytes: number;
  result_sha256: string;
  redacted: boolean;
};

/** Questions to a person and what was decided, kept over restarts. Throws AppError when the database fails. */
export type ApprovalStore = {
  add(approval: Approval): void;
  find(id: string): Approval | undefined;
  /** Oldest first. */
  inState(states: readonly ApprovalState[]): Approval[];
  /** The newest about this definition of a tool. */
  latest(tool_id: string, definition_hash: string): Approval | undefined;
  /**
   * Only if it is in the state `from`; false when it is not. A permission that comes with the change is kept with it, or
   * neither is.
   */
  change(
    id: string,
    from: ApprovalState,
    to: ApprovalChange,
    permission?: StandingPermission,
  ): boolean;
  /** What was allowed or running is `interrupted`. Says how many there were. */
  interrupt(): number;
  permissions(): StandingPermission[];
  permissionUsed(id: string, at: string): void;
  removePermission(id: string): StandingPermission | undefined;
};
export type ApprovalChange = { state: ApprovalState } & Partial<
  Pick<Approval, "decided_at" | "decision" | "note" | "result" | "rule">
>;

/** Where spans, reads, tool calls and envelopes go. Writing never throws into the work it describes. */
export type TraceSink = {
  span(span: Span): void;
  read(row: ReadAudit): void;
  call(row: ToolCallAudit): void;
  task(request: TaskRequest, result: TaskResult): void;
};

/**
 * What a sub-agent remembers: it reads the conversation it works for and writes to its own thread alone. Throws AppError
 * when the database fails.
 */
export type AgentThreads = {
  /** What was shown in the conversation before this asking. */
  memory(before: { thread_id: string; trace_id: string }): ConversationMemory;
  /**
   * Every line of documents that was handed over for an asking, to whichever agent. Undefined where more was handed over
   * than lines with a hash: headings, names of files, files that are no documents.
   */
  linesRead(trace_id: string): CitedLines[] | undefined;
  /** The last turns of an agent's own thread beside this conversation, oldest first. */
  turns(parent_thread_id: string, agent_id: string, limit: number): AgentTurn[];
  add(turn: AgentTurn): void;
};

/** Stored results of envelopes, 24 h. `begin` decides who works: the first caller; later ones wait for its result. */
export type IdempotencyStore = {
  get(key: string): { fingerprint: string; result: TaskResult } | undefined;
  put(key: string, fingerprint: string, result: TaskResult): void;
};

/** Runs one tool call: grant, arguments, time-out, limits, trace. Refusals and failures are results, not exceptions. */
export type ToolRuntime = {
  invoke(toolId: string, args: unknown, context: ToolCallContext): Promise<ToolResult>;
};

/** A question that was put to the documents before, how it was read then, and the pages that its claims cite. */
export type EarlierTurn = {
  question: QuestionText;
  searched: readonly QuestionText[];
  cited?: readonly DocumentPlace[];
};

/** What was shown for an earlier question: sentences that their lines bore, with where these stand, and calls that were made. */
export type ShownTurn = {
  run_id: string;
  question: QuestionText;
  claims: { text: string; places: CitedLines[] }[];
  done: Pick<ToolAction, "tool_id" | "arguments" | "outcome">[];
};

/** An earlier part of a conversation, as it is told to a model. */
export type ConversationMemory = {
  /** Oldest first, without gaps; where the first of them stands changes seldom. */
  turns: readonly ShownTurn[];
  /** What the last of them rested on. */
  cited: readonly Citation[];
};

export type AskRequest = {
  question: QuestionText;
  thread_id: string;
  trace_id: string;
  run_id: string;
  /** Root ids to search; empty means every root. */
  roots: string[];
  lang?: Lang;
  deadline_ms: number;
  /** The span of the request this question came with; the agent's span hangs below it. */
  parent_span_id?: string;
  /** Earlier questions of the same conversation, oldest first: what a follow-up leaves unsaid stands there. */
  earlier?: readonly EarlierTurn[];
  /** Where the question is put to a model. */
  memory?: ConversationMemory;
  /** Whose words the answer is made of; the configuration says so where this does not. */
  mode?: "quote" | "model";
  /** Which of the configured models, where it is put to one; the first of them where this does not say. */
  model?: string;
  /** Whether somebody is there to be asked about a call that asks. Nobody is unless it says so. */
  asking?: "refuse" | "wait";
  /** False: neither the question nor its evidence is written anywhere; spans and the audit of reads, without text, are. */
  store?: boolean;
};

export type PrimaryAgent = {
  /**
   * Answers one question. Resolves with an Answer whatever happened below (its `status` tells); rejects only with
   * `cancelled` when `signal` fires before an answer exists.
   */
  ask(request: AskRequest, emit: (event: AskEvent) => void, signal: AbortSignal): Promise<Answer>;
};
