import type { Answer, Lang, ToolAction } from "./answer.ts";
import type { Approval, ApprovalState, StandingPermission } from "./approvals.ts";
import type { Citation, DocumentPlace } from "./citation.ts";
import type { Compaction } from "./compaction.ts";
import type { CitedLines } from "./docs-tools.ts";
import type { EmbeddingIdentity } from "./embedding.ts";
import type { TaskRequest, TaskResult } from "./envelope.ts";
import type { ErrorCode } from "./errors.ts";
import type { CapabilityGrant, CapabilityLevel, GrantResource } from "./grants.ts";
import type { AgentTurn } from "./http.ts";
import type {
  Concept,
  ConceptReading,
  Episode,
  EpisodeList,
  Fact,
  ForgetScope,
  MemoryKind,
} from "./memory.ts";
import type { QuestionText } from "./question.ts";
import type { SkillInfo } from "./skills.ts";
import type { AskEvent } from "./stream.ts";
import type { Artifact, TaskEventRow, TaskInfo, TaskList, TaskState, TaskStep } from "./tasks.ts";
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
  run_id?: string;
  task_id?: string;
  step_id?: string;
  /** The tool call that handed the lines over. */
  invocation_id?: string;
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

/**
 * Questions to a person and what was decided, kept over restarts. Of callers at the same moment one has its way, and the
 * others are told. Rejects with AppError when the database fails.
 */
export type ApprovalStore = {
  /** False, and nothing is kept, for one of the reasons of `unless`. */
  add(approval: Approval, unless?: AskedUnless): Promise<boolean>;
  find(id: string): Promise<Approval | undefined>;
  /** Oldest first. */
  inState(states: readonly ApprovalState[]): Promise<Approval[]>;
  /** The newest about this definition of a tool. */
  latest(tool_id: string, definition_hash: string): Promise<Approval | undefined>;
  /**
   * Only if it is in the state `from`: gives it as it is then, or undefined when it was in another. A permission that comes
   * with the change is kept with it, or neither is.
   */
  change(
    id: string,
    from: ApprovalState,
    to: ApprovalChange,
    permission?: StandingPermission,
  ): Promise<Approval | undefined>;
  /** Of these what was allowed or running is `interrupted`. Says how many there were. */
  interrupt(ids: readonly string[]): Promise<number>;
  permissions(): Promise<StandingPermission[]>;
  /** False when it is not there any more: it was taken back, and allows nothing. */
  permissionUsed(id: string, at: string): Promise<boolean>;
  removePermission(id: string): Promise<StandingPermission | undefined>;
};
export type AskedUnless = {
  /** So many are pending already. */
  pending?: number;
  /** One about this definition of the tool is pending, or a permission for it stands. */
  settled?: true;
};
export type ApprovalChange = { state: ApprovalState } & Partial<
  Pick<Approval, "decided_at" | "decision" | "note" | "result" | "rule">
>;

/** What a tool call was about, to be looked at later; of documents, which places, and never their text. */
export type CallPreview = {
  /** The invocation id. */
  span_id: string;
  trace_id: string;
  /** The conversation that the call was made in: what is shown of it goes with that. */
  thread_id?: string;
  at: string;
  arguments?: string;
  result?: string;
  /** Characters of the result that are not in it already. */
  left_out?: number;
};

/** What a model replied in one turn, so that the asking can be done again with the same words. */
export type ModelReplyKept = {
  span_id: string;
  trace_id: string;
  run_id: string;
  at: string;
  agent_id: string;
  reply: unknown;
};

/** Where spans, reads, tool calls and envelopes go. Writing never throws into the work it describes. */
export type TraceSink = {
  span(span: Span): void;
  read(row: ReadAudit): void;
  call(row: ToolCallAudit): void;
  task(request: TaskRequest, result: TaskResult): void;
  /** Absent where nothing of that kind is kept. */
  preview?(row: CallPreview): void;
  reply?(row: ModelReplyKept): void;
};

/**
 * What a sub-agent remembers: it reads the conversation it works for and writes to its own thread alone. Rejects with
 * AppError when the database fails.
 */
export type AgentThreads = {
  /** What was shown in the conversation before this asking. */
  memory(before: { thread_id: string; trace_id: string }): Promise<ConversationMemory>;
  /**
   * Every line of documents that was handed over for an asking, to whichever agent. Undefined where more was handed over
   * than lines with a hash: headings, names of files, files that are no documents.
   */
  linesRead(trace_id: string): Promise<CitedLines[] | undefined>;
  /** The last turns of an agent's own thread beside this conversation, oldest first. */
  turns(parent_thread_id: string, agent_id: string, limit: number): Promise<AgentTurn[]>;
  add(turn: AgentTurn): Promise<void>;
};

/** Stored results of envelopes, 24 h. Who works on a key is decided by whoever sends the envelope. */
export type IdempotencyStore = {
  get(key: string): Promise<{ fingerprint: string; result: TaskResult } | undefined>;
  put(key: string, fingerprint: string, result: TaskResult): Promise<void>;
};

/** Runs one tool call: grant, arguments, time-out, limits, trace. Refusals and failures are results, not exceptions. */
export type ToolRuntime = {
  invoke(toolId: string, args: unknown, context: ToolCallContext): Promise<ToolResult>;
};

/**
 * The skills as they are now. What was handed out stays as it was; whoever needs the newest asks again after `onChange`.
 */
export type SkillCatalogue = {
  /** Ours first, then the person's, each by name; those that cannot be loaded too. */
  list(): SkillInfo[];
  /** Whose task type it is; `skill.allowed_tools` is what a call within the task may use at most. */
  ofTaskType(type: string): SkillOfTaskType | undefined;
  /** Told after every change of what `list` gives; ends with the function that comes back. */
  onChange(listener: () => void): () => void;
};
export type SkillOfTaskType =
  | { kind: "ready"; skill: SkillInfo }
  /** Switched off, or new, changed or invalid: it starts nothing. */
  | { kind: "disabled" | "not_ready"; skill: SkillInfo };

/** Which bytes of a skill a person has read and accepted, kept over restarts. Rejects with AppError when the database fails. */
export type SkillStore = {
  accepted(): Promise<AcceptedSkill[]>;
  /** The newest acceptance of a name stands in place of an earlier one. */
  accept(skill: AcceptedSkill): Promise<void>;
};
export type AcceptedSkill = { name: string; hash: string; accepted_at: string };

/** A task and whose it is. */
export type TaskOfOwner = { task_id: string; owner: string };

/** A task as it is kept: what `GET /api/tasks/:id` shows, and what is needed to go on with it. */
export type StoredTask = Omit<TaskInfo, "ahead"> & {
  /** The person whose it is. */
  owner: string;
  lang: Lang;
  /** Whose rights bound it: `person`, or the agent that started it. */
  started_by: string;
  /** The tools that the skill at work left to who started it; absent where none narrowed them. */
  skill_tools?: readonly string[];
  /** Folders that stood in place of the configured ones; it works on no others. */
  roots?: readonly string[];
  /** Of the input as it was given: a masked one has another, and nothing can go on with that. */
  input_sha256: string;
  /** The Idempotency-Key it came with. */
  key?: string;
  fingerprint?: string;
};
export type NewTask = Pick<
  StoredTask,
  | "task_id"
  | "type"
  | "skill"
  | "input"
  | "trace_id"
  | "run_id"
  | "thread_id"
  | "created_at"
  | "budget"
  | "again"
  | "lang"
  | "started_by"
  | "skill_tools"
  | "roots"
  | "input_sha256"
  | "key"
  | "fingerprint"
> & { steps: NewStep[] };
export type NewStep = Pick<TaskStep, "step_id" | "name" | "plan" | "effect"> & { input?: unknown };

/** One change of a task, kept whole or not at all; each part of it that can be seen becomes an event. */
export type TaskChange = {
  /** Only if it is in one of these states; otherwise nothing is changed. */
  from: readonly TaskState[];
  task?: Partial<Pick<StoredTask, "state" | "started_at" | "ended_at" | "error" | "spent">>;
  steps_added?: readonly NewStep[];
  steps?: readonly StepChange[];
  artifact?: Artifact;
  /** What this step left, files apart, is taken away. */
  artifacts_of?: string;
  notice?: TaskInfo["notices"][number];
  /** On the disk before it returns, so that a power cut does not take it back either. */
  durable?: boolean;
};
export type StepChange = { step_id: string } & Partial<
  Pick<
    TaskStep,
    | "state"
    | "attempts"
    | "started_at"
    | "ended_at"
    | "progress"
    | "calls"
    | "tool_calls"
    | "approval_ids"
    | "error"
  >
> & {
    /** It may have changed something by now. */
    acted?: boolean;
    output?: unknown;
  };

/**
 * Tasks with their steps, artifacts and events, kept over restarts; secrets are masked. Each method is all or nothing, and
 * rejects with AppError when the database fails.
 */
export type TaskStore = {
  /** Undefined once it is kept; where one of the last day came with the same key, that one, and nothing is kept. */
  add(task: NewTask): Promise<TaskOfKey | undefined>;
  find(task_id: string): Promise<StoredTask | undefined>;
  /** Newest first. Throws `validation` for a cursor it did not make. */
  list(query: {
    states?: readonly TaskState[] | undefined;
    type?: string | undefined;
    thread_id?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<TaskList>;
  /** What those of a type were given, the newest first; a longer one is left out. */
  inputs(type: string, most: { tasks: number; chars: number }): Promise<TaskInput[]>;
  /** The newest of the last day that came with this key. */
  withKey(key: string): Promise<TaskOfKey | undefined>;
  /** In the order in which they were made. */
  live(): Promise<(TaskOfOwner & { type: string; state: TaskState })[]>;
  /** What was told by it; undefined when the task is not in a state to be changed so. */
  change(task_id: string, change: TaskChange): Promise<TaskEventRow[] | undefined>;
  /** By the names of the steps that are done, as they were kept; of those up to this plan, where it is given. */
  outputs(task_id: string, plan?: number): Promise<Record<string, unknown>>;
  acted(step_id: string): Promise<boolean>;
  events(task_id: string, after: number, limit: number): Promise<TaskEventRow[]>;
  patch(patch_id: string): Promise<{ task_id: string; artifact: Artifact } | undefined>;
  /** Only if it is in the state `from`. */
  changePatch(patch_id: string, from: readonly PatchState[], to: PatchState): Promise<boolean>;
  /** With everything that belongs to it but its files. False when there is none. */
  remove(task_id: string): Promise<boolean>;
  /** Those that ended before, and of the rest the oldest, until what is left has no more bytes of artifacts than this. */
  past(before: string, max_bytes: number): Promise<TaskOfOwner[]>;
  ids(): Promise<Set<string>>;
};
export type TaskOfKey = { task_id: string; fingerprint: string };
export type TaskInput = { task_id: string; input: Record<string, unknown> };
type PatchState = NonNullable<Artifact["patch"]>["state"];

/**
 * What a question is found again by. `made_by`: the table of word meanings; `asked`: what the question was completed to;
 * `reading`: the question taken apart, as whoever compares it keeps it; `embedded`: what the embedding model made of it,
 * where that is known already.
 */
export type EpisodeVector = {
  made_by: string;
  asked?: string;
  vector: Int8Array;
  reading: string;
  embedded?: EmbeddedText & { model: EmbeddingIdentity };
};
export type KeptEpisode = { message_id: number; episode: Episode } & Pick<
  EpisodeVector,
  "vector" | "reading"
>;
export type VectorRow = { message_id: number; vector: Int8Array };
export type StoredConcept = Omit<Concept, "contradicted_by">;

/** A forgetting that was begun, and whose. */
export type UnfinishedForgetting = { id: string; owner: string; scope?: ForgetScope };

/** What a forgetting took away so far. */
export type ForgottenRows = { conversations: number; turns: number; concepts: number };

/**
 * Earlier questions and facts, kept over restarts; secrets are masked. Each method is all or nothing, and rejects with
 * AppError when the database fails.
 */
export type MemoryStore = {
  /** Questions without a vector of this table, oldest first, and a place for it. */
  unread(
    made_by: string,
    limit: number,
  ): Promise<{ message_id: number; question: QuestionText; searched: QuestionText[] }[]>;
  putVectors(rows: readonly ({ message_id: number } & EpisodeVector)[]): Promise<void>;
  /** Vectors of this table behind a message, oldest first. */
  vectorsAfter(made_by: string, after: number, limit: number): Promise<VectorRow[]>;
  /** Of those messages that are still there, in no order. */
  episodes(message_ids: readonly number[]): Promise<KeptEpisode[]>;
  /** Newest first. Throws `validation` for a cursor it did not make. */
  listEpisodes(page: { limit: number; cursor?: string | undefined }): Promise<EpisodeList>;
  claimsOf(run_id: string): Promise<string[]>;
  /** Of the table, and of the configured embedding model. */
  vectors(): Promise<{ count: number; bytes: number }>;
  embedded: EmbeddedEpisodes;
  concepts: {
    /** Oldest first. */
    list(): Promise<StoredConcept[]>;
    /** False, and nothing is kept, where there are so many already. */
    add(concept: StoredConcept, most: number): Promise<boolean>;
    /** False when there is none. */
    change(
      concept_id: string,
      change: { text?: string; reading?: ConceptReading; shared?: true; at: string },
    ): Promise<boolean>;
    used(concept_ids: readonly string[], at: string): Promise<void>;
  };
  /**
   * Forgetting, step by step: `begin` writes down what is to go, before anything does; `rows` takes away what stands in the
   * database, once and for all; `end` empties the log of changes and then the note of what was begun. False while
   * another program reads in the log: what was begun stays written down.
   */
  forgetting: {
    begin(id: string, scope: ForgetScope): Promise<void>;
    /** Without a scope where only `end` is left to be done. */
    unfinished(): Promise<UnfinishedForgetting[]>;
    /** The conversations that go whole, and the tasks: their files are their owners' to remove. */
    names(
      scope: ForgetScope,
    ): Promise<{ threads: string[]; tasks: string[]; runs: ForgottenRun[] }>;
    rows(id: string, scope: ForgetScope): Promise<ForgottenRows>;
    end(id: string): Promise<boolean>;
  };
  /** Rows, bytes with indexes, and the oldest, by kind. Looks at every page of the file; done beside the program. */
  sizes(): Promise<{ kind: MemoryKind; count: number; bytes: number; oldest?: string }[]>;
};
/**
 * Vectors of questions by the configured embedding model: one a question, gone with it. Where SQLite cannot compare vectors
 * nothing is missing and nothing near.
 */
export type EmbeddedEpisodes = {
  /** Questions without a vector of this model, newest first, in the words they are found again by. */
  missing(
    model: EmbeddingIdentity,
    limit: number,
  ): Promise<{ message_id: number; text: QuestionText }[]>;
  /** Vectors that there are of these texts, by their hashes. */
  known(model: EmbeddingIdentity, hashes: readonly string[]): Promise<EmbeddedText[]>;
  /** Of those questions that are still there. A vector of another model gives way. */
  put(
    model: EmbeddingIdentity,
    rows: readonly ({ message_id: number } & EmbeddedText)[],
  ): Promise<void>;
  /** The nearest first; of those named alone where some are named. */
  nearest(
    model: EmbeddingIdentity,
    vector: readonly number[],
    which: { limit: number } | { among: readonly number[] },
  ): Promise<NearQuestion[]>;
  /** The same of the newest `limit`, in no order, each text once, with the language it is in. */
  background(
    model: EmbeddingIdentity,
    vector: readonly number[],
    limit: number,
  ): Promise<BackgroundCosine[]>;
  /** Whether there is one of this model, or any at all. */
  any(model?: EmbeddingIdentity): Promise<boolean>;
  /** Takes all of them away, and leaves no byte of them in the file. */
  forget(): Promise<void>;
};
/** How near one is to a vector: null where there is no angle between them. */
export type NearQuestion = { message_id: number; cosine: number | null };
export type BackgroundCosine = { lang: string; cosine: number };
/** A text by its hash, and its vector; null where the model takes this text never. */
export type EmbeddedText = { hash: string; vector: readonly number[] | null };

/** One turn that goes out of a conversation, with the calls that were made for it. */
export type ForgottenRun = { run_id: string; thread_id: string; invocation_ids: string[] };

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
  /** `number`: of the citation in that answer. */
  claims: { text: string; places: (CitedLines & { number?: number })[] }[];
  done: Pick<ToolAction, "tool_id" | "arguments" | "outcome">[];
};

/** An earlier part of a conversation, as it is told to a model. */
export type ConversationMemory = {
  /** Oldest first, without gaps; where the first of them stands changes seldom. */
  turns: readonly ShownTurn[];
  /** What the last of them rested on. */
  cited: readonly Citation[];
  /** A summary of the turns before these, all of which still stand in the conversation. */
  summary?: Compaction;
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
  /** What the person has stated: what a question leaves unsaid may stand there. No word of them is evidence. */
  facts?: readonly Fact[];
  /** Whose words the answer is made of; the configuration says so where this does not. */
  mode?: "quote" | "model";
  /** Which of the configured models, where it is put to one; the first of them where this does not say. */
  model?: string;
  /** Pages of the web are looked for too, within the grant of this question. */
  web?: boolean;
  /** Of a root that is named here these documents alone are searched. */
  pages?: readonly DocumentPlace[];
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

/**
 * That something is not as it was any more, and of what: how it is now stands in its rows. `everything`: some of this may
 * have been missed, so whoever waits for anything looks again.
 */
export type ServerEvent = { topic: EventTopic; id: string };
export type EventTopic =
  /** What a run told, or that it is over. */
  | "run"
  /** Somebody wants a run, what runs in a conversation, or all that runs, to end: `run ID`, `thread ID`, `all`. */
  | "stop"
  | "task"
  /** Somebody wants a task to end. */
  | "cancel"
  | "approval"
  | "permissions"
  | "config"
  | "skills"
  /** A person, by id: what they may do, or how they came in, is not as it was. */
  | "people"
  /** Rows that may be held in memory were taken away. */
  | "forgotten"
  /** Work that another server had is free. */
  | "work"
  | "everything";

/**
 * What the servers of one database tell each other. Each is told of what others published, once and in the order in which
 * it was; what it published itself it knows. A connection that is lost only delays. Where there is one server alone nothing
 * is ever told.
 */
export type Events = {
  listen(listener: (event: ServerEvent) => void): () => void;
  /** Rejects with AppError when the database fails. */
  publish(event: ServerEvent): Promise<void>;
};

/**
 * `run`: of an asking; `key`: an Idempotency-Key while it is worked on; `task`; `approval`: while its caller waits for it, or
 * makes the call; `alone`: what one server at a time does for all, as upkeep.
 */
export type WorkKind = "run" | "key" | "task" | "approval" | "alone";
export type Work = { kind: WorkKind; id: string };

/**
 * Which server does which piece of work, so that each is done by one. What a server has stays its own until it lets go of
 * it, or is gone: then it can change nothing any more, and what it left is settled before another has it. Where there is one
 * server alone everything is its own. Rejects with AppError when the database fails.
 */
export type Queue = {
  /** False where another server has it. Once more for what this one has already is no conflict. `part_of`: a conversation. */
  claim(work: Work, part_of?: string): Promise<boolean>;
  release(work: Work): Promise<void>;
  /** What other servers have of a kind, of a conversation where one is named. */
  elsewhere(kind: WorkKind, part_of?: string): Promise<string[]>;
  /** Resolves once no other server has it; rejects with the signal's reason. */
  free(work: Work, signal?: AbortSignal): Promise<void>;
  /**
   * How what servers left that are gone is settled: done for what there is now before this resolves, and from then on each
   * time that one is gone.
   */
  takeOver(settle: (left: LeftWork) => Promise<void>): Promise<void>;
  /** The others go on with what is left here, and are to know it at once; where there is nobody to, it waits for the next start. */
  leave(): Promise<void>;
  /** Whether a reader of what runs here reads on at another server when this one ends. */
  handsOver: boolean;
  /** What time it is by the one clock that all servers go by; undefined where a server has nothing but its own. */
  now(): Date | undefined;
  /** Every server that uses the database now, this one too; none where only one can. */
  servers(): Promise<ServerPresence[]>;
};

export type LeftWork = {
  /** No other server is there. */
  alone: boolean;
  /** Which of these pieces of work had an owner that is gone. */
  of(kind: WorkKind, ids: readonly string[]): Promise<string[]>;
};

/** `silent_ms`: since it last said that it is there, by the clock of the database. */
export type ServerPresence = {
  pid: string;
  host: string;
  version: string;
  started_at: string;
  silent_ms: number;
};
