import { sql } from "drizzle-orm";
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** Whose row it is: see `owner.ts`. */
const owner = () => text().notNull();

/**
 * Tables of `docent.db`. `messages.answer` is the whole Answer as it was given, the truth for showing it again; the
 * other columns and tables of an answer repeat parts of it for asking questions of the history in SQL.
 * Times are ISO 8601 in UTC. Text of documents stands in answers, in what sub-agents replied (`agent_turns`) and, for 24 hours, in `kept_results` and `run_events`; nowhere else.
 */
export const threads = sqliteTable(
  "threads",
  {
    owner: owner(),
    id: text().primaryKey(),
    title: text().notNull(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
    turns: integer().notNull(),
    last_status: text().notNull(),
    /** The id of its newest message: a total order of threads by activity, and the page cursor. */
    last_message_id: integer().notNull(),
  },
  (t) => [index("threads_newest").on(t.owner, t.last_message_id)],
);

export const messages = sqliteTable(
  "messages",
  {
    owner: owner(),
    id: integer().primaryKey({ autoIncrement: true }),
    thread_id: text()
      .notNull()
      .references(() => threads.id, { onDelete: "cascade" }),
    trace_id: text().notNull(),
    run_id: text().notNull().unique(),
    asked_at: text().notNull(),
    question: text().notNull(),
    lang: text().notNull(),
    status: text().notNull(),
    mode: text().notNull(),
    confidence: real().notNull(),
    latency_ms: real().notNull(),
    answer: text().notNull(),
  },
  (t) => [
    index("messages_thread").on(t.thread_id, t.id),
    index("messages_trace").on(t.trace_id),
    index("messages_owner").on(t.owner, t.id),
  ],
);

/** What a person said of an answer. It goes with the answer. */
export const feedback = sqliteTable("feedback", {
  run_id: text()
    .primaryKey()
    .references(() => messages.run_id, { onDelete: "cascade" }),
  verdict: text({ enum: ["right", "wrong"] }).notNull(),
  why: text(),
  at: text().notNull(),
});

/**
 * What a question is found again by: its direction in the space of word meanings, eight bits a number. It goes with its
 * message. `asked`: the question with the one before it, where it points back to that. `made_by`: the table that the
 * vector was made by; one of another table is made anew. `reading`: the question taken apart, to be compared word by word.
 */
export const episodes = sqliteTable(
  "episodes",
  {
    owner: owner(),
    message_id: integer()
      .primaryKey()
      .references(() => messages.id, { onDelete: "cascade" }),
    made_by: text().notNull(),
    asked: text(),
    vector: blob({ mode: "buffer" }).notNull(),
    reading: text().notNull(),
  },
  (t) => [
    index("episodes_made_by").on(t.made_by),
    index("episodes_owner").on(t.owner, t.message_id),
  ],
);

/** Of a question a vector by the configured embedding model; none in it where the model takes that text never. */
export const episode_embeddings = sqliteTable(
  "episode_embeddings",
  {
    owner: owner(),
    message_id: integer()
      .primaryKey()
      .references(() => messages.id, { onDelete: "cascade" }),
    model: text().notNull(),
    hash: text().notNull(),
    vector: blob({ mode: "buffer" }),
  },
  (t) => [index("episode_embeddings_of").on(t.model, t.hash)],
);

/** Short facts that a person stated, or accepted when an agent proposed them. */
export const concepts = sqliteTable("concepts", {
  owner: owner(),
  concept_id: text().primaryKey(),
  kind: text({ enum: ["means", "folder", "language", "note"] }).notNull(),
  text: text().notNull(),
  term: text(),
  value: text(),
  origin: text({ enum: ["stated", "accepted"] }).notNull(),
  /** Of one that an agent proposed; and the agent in whose partition it stands. */
  agent_id: text(),
  trace_id: text(),
  approval_id: text(),
  partition: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  uses: integer().notNull(),
  used_at: text(),
});

/** Forgettings that were begun: what is named in `scope` is gone before the row is. It holds ids and times, never a word. */
export const forgettings = sqliteTable("forgettings", {
  owner: owner(),
  id: text().primaryKey(),
  scope: text().notNull(),
  begun_at: text().notNull(),
});

const messageId = () =>
  integer()
    .notNull()
    .references(() => messages.id, { onDelete: "cascade" });

export const claims = sqliteTable(
  "claims",
  {
    message_id: messageId(),
    claim_id: text().notNull(),
    position: integer().notNull(),
    kind: text().notNull(),
    support: text().notNull(),
    text: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.message_id, t.claim_id] })],
);

export const citations = sqliteTable(
  "citations",
  {
    message_id: messageId(),
    number: integer().notNull(),
    root_id: text().notNull(),
    relative_path: text().notNull(),
    line_start: integer().notNull(),
    line_end: integer().notNull(),
    sha256: text().notNull(),
    file_sha256: text().notNull(),
    score: real().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.message_id, t.number] }),
    index("citations_file").on(t.root_id, t.relative_path),
  ],
);

export const claim_citations = sqliteTable(
  "claim_citations",
  { message_id: messageId(), claim_id: text().notNull(), number: integer().notNull() },
  (t) => [primaryKey({ columns: [t.message_id, t.claim_id, t.number] })],
);

export const gaps = sqliteTable(
  "gaps",
  {
    message_id: messageId(),
    position: integer().notNull(),
    about: text().notNull(),
    cause: text().notNull(),
    rule: text(),
    message: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.message_id, t.position] })],
);

/** Envelopes. `result` has its citations without their text: which lines were found, not what they say. */
export const tasks = sqliteTable(
  "tasks",
  {
    owner: owner(),
    task_id: text().primaryKey(),
    trace_id: text().notNull(),
    run_id: text().notNull(),
    parent_task_id: text(),
    status: text().notNull(),
    stored_at: text().notNull(),
    request: text().notNull(),
    result: text().notNull(),
  },
  (t) => [index("tasks_trace").on(t.trace_id)],
);

/** Results kept under an idempotency key until they expire. `scope` tells whose key it is. */
export const kept_results = sqliteTable(
  "kept_results",
  {
    owner: owner(),
    scope: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    body: text().notNull(),
    expires_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.owner, t.scope, t.key] }),
    index("kept_results_expiry").on(t.expires_at),
  ],
);

/**
 * Attempts to answer a question that are under way, and for a day those that are over: what a reader who lost the
 * connection is given again, and what is left of an attempt whose server died.
 */
export const runs = sqliteTable(
  "runs",
  {
    owner: owner(),
    run_id: text().primaryKey(),
    trace_id: text().notNull(),
    thread_id: text().notNull(),
    question: text().notNull(),
    lang: text(),
    asked_at: text().notNull(),
    state: text({ enum: ["running", "done", "interrupted"] }).notNull(),
    /** The Idempotency-Key it came with. */
    key: text(),
    fingerprint: text(),
    expires_at: text().notNull(),
  },
  (t) => [
    index("runs_thread").on(t.thread_id),
    index("runs_key").on(t.key),
    index("runs_expiry").on(t.expires_at),
  ],
);

/** What a run told, in order, but for the answer: that stands in `messages`. */
export const run_events = sqliteTable(
  "run_events",
  {
    run_id: text()
      .notNull()
      .references(() => runs.run_id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    event: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.seq] })],
);

/** Threads of sub-agents, one beside each conversation in which an agent worked; they go with the conversation. */
export const agent_turns = sqliteTable(
  "agent_turns",
  {
    owner: owner(),
    id: integer().primaryKey({ autoIncrement: true }),
    thread_id: text().notNull(),
    /** The conversation; it may not be written yet, for it begins with its first answer. */
    parent_thread_id: text().notNull(),
    agent_id: text().notNull(),
    trace_id: text().notNull(),
    run_id: text().notNull(),
    parent_run_id: text().notNull(),
    asked_at: text().notNull(),
    task: text().notNull(),
    reply: text().notNull(),
    end: text().notNull(),
  },
  (t) => [
    index("agent_turns_parent").on(t.parent_thread_id, t.agent_id, t.id),
    index("agent_turns_trace").on(t.trace_id),
  ],
);

export const spans = sqliteTable(
  "spans",
  {
    owner: owner(),
    span_id: text().primaryKey(),
    trace_id: text().notNull(),
    run_id: text().notNull(),
    /** Of a sub-agent's work: the run of the agent that started it. */
    parent_run_id: text(),
    parent_span_id: text(),
    task_id: text(),
    kind: text().notNull(),
    name: text().notNull(),
    agent_id: text(),
    tool_id: text(),
    started_at: text().notNull(),
    ms: real().notNull(),
    status: text().notNull(),
    deny_reason: text(),
    attributes: text().notNull(),
  },
  (t) => [index("spans_trace").on(t.trace_id)],
);

/** Work with steps and artifacts. `number` is the order in which tasks were made, and the page cursor. */
export const work_tasks = sqliteTable(
  "work_tasks",
  {
    owner: owner(),
    number: integer().primaryKey({ autoIncrement: true }),
    task_id: text().notNull().unique(),
    type: text().notNull(),
    skill: text().notNull(),
    state: text().notNull(),
    input: text().notNull(),
    input_sha256: text().notNull(),
    lang: text().notNull(),
    started_by: text().notNull(),
    /** The tools of the skill under which it was started, and the folders that stood in place of the configured ones: lists. */
    skill_tools: text(),
    roots: text(),
    trace_id: text().notNull(),
    run_id: text().notNull(),
    thread_id: text(),
    created_at: text().notNull(),
    started_at: text(),
    ended_at: text(),
    budget: text().notNull(),
    spent: text().notNull(),
    notices: text().notNull(),
    error: text(),
    again: text(),
    /** The Idempotency-Key it came with. */
    key: text(),
    fingerprint: text(),
  },
  (t) => [
    index("work_tasks_state").on(t.state, t.number),
    index("work_tasks_thread").on(t.thread_id),
    index("work_tasks_key").on(t.key),
    index("work_tasks_ended").on(t.ended_at),
    index("work_tasks_owner").on(t.owner, t.number),
  ],
);

const workTask = () =>
  text()
    .notNull()
    .references(() => work_tasks.task_id, { onDelete: "cascade" });

/** `output` is whole, as later steps read it. */
export const work_steps = sqliteTable(
  "work_steps",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    step_id: text().notNull().unique(),
    task_id: workTask(),
    plan: integer().notNull(),
    name: text().notNull(),
    state: text().notNull(),
    effect: integer({ mode: "boolean" }).notNull(),
    acted: integer({ mode: "boolean" }).notNull(),
    attempts: integer().notNull(),
    started_at: text(),
    ended_at: text(),
    input: text(),
    output: text(),
    progress: text(),
    calls: integer().notNull(),
    tool_calls: text().notNull(),
    approval_ids: text().notNull(),
    error: text(),
  },
  (t) => [index("work_steps_task").on(t.task_id, t.number)],
);

/** Files of tasks; the bytes lie in the state folder. `folded`: no two names of a task differ in case alone. */
export const work_artifacts = sqliteTable(
  "work_artifacts",
  {
    task_id: workTask(),
    name: text().notNull(),
    folded: text().notNull(),
    media_type: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    step_id: text().notNull(),
    created_at: text().notNull(),
    patch_id: text().unique(),
    patch_state: text({ enum: ["open", "applied", "undone", "conflict"] }),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.folded] })],
);

/** What a task told, in order. Of the progress of one step the newest alone is kept. */
export const work_events = sqliteTable(
  "work_events",
  {
    task_id: workTask(),
    id: integer().notNull(),
    at: text().notNull(),
    event: text().notNull(),
    progress_of: text(),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.id] })],
);

/** Every call of a tool, by whom and by which right: sizes and hashes of its arguments and result, never a word of them. */
export const tool_calls = sqliteTable(
  "tool_calls",
  {
    /** Whose work it was; null where it was that of the one person of a Docent without sign-in. */
    person: text(),
    id: integer().primaryKey({ autoIncrement: true }),
    invocation_id: text().notNull(),
    trace_id: text().notNull(),
    run_id: text().notNull(),
    parent_run_id: text(),
    task_id: text().notNull(),
    step_id: text(),
    agent_id: text().notNull(),
    tool_id: text().notNull(),
    provider_id: text(),
    requested: text(),
    granted: text().notNull(),
    approval_required: integer({ mode: "boolean" }).notNull(),
    approval_id: text(),
    approval_result: text(),
    started_at: text().notNull(),
    ended_at: text().notNull(),
    status: text().notNull(),
    deny_reason: text(),
    error_class: text(),
    arguments_bytes: integer().notNull(),
    arguments_sha256: text().notNull(),
    result_bytes: integer().notNull(),
    result_sha256: text().notNull(),
    redacted: integer({ mode: "boolean" }).notNull(),
  },
  (t) => [
    index("tool_calls_invocation").on(t.invocation_id),
    index("tool_calls_trace").on(t.trace_id),
    index("tool_calls_started").on(t.started_at),
    index("tool_calls_agent").on(t.agent_id, t.started_at),
    index("tool_calls_tool").on(t.tool_id, t.started_at),
    index("tool_calls_status").on(t.status, t.started_at),
    index("tool_calls_rule").on(t.deny_reason, t.started_at).where(sql`deny_reason IS NOT NULL`),
    index("tool_calls_task").on(t.task_id),
    index("tool_calls_approval").on(t.approval_id).where(sql`approval_id IS NOT NULL`),
  ],
);

/**
 * Questions to a person. `asked` is the Approval as it was asked, which nothing changes; the other columns are what
 * became of it. Secrets are masked. A result is dropped after a day, the rest of an ended one with the old spans.
 */
export const approvals = sqliteTable(
  "approvals",
  {
    owner: owner(),
    id: text().primaryKey(),
    state: text({
      enum: ["pending", "allowed", "running", "done", "failed", "denied", "expired", "interrupted"],
    }).notNull(),
    tool_id: text().notNull(),
    definition_hash: text().notNull(),
    thread_id: text(),
    created_at: text().notNull(),
    asked: text().notNull(),
    decided_at: text(),
    decision: text({ enum: ["allow_once", "allow_session", "allow_always", "deny"] }),
    note: text(),
    rule: text(),
    result: text(),
  },
  (t) => [
    index("approvals_state").on(t.state, t.created_at),
    index("approvals_tool").on(t.tool_id, t.definition_hash, t.created_at),
    index("approvals_thread").on(t.thread_id),
  ],
);

/** What a person allowed for a conversation or for good. */
export const standing_permissions = sqliteTable(
  "standing_permissions",
  {
    owner: owner(),
    id: text().primaryKey(),
    kind: text({ enum: ["session", "always"] }).notNull(),
    thread_id: text(),
    agent_id: text(),
    tool_id: text().notNull(),
    definition_hash: text().notNull(),
    resource: text(),
    level: text({ enum: ["L0", "L1", "L2"] }).notNull(),
    granted_at: text().notNull(),
    used_at: text(),
  },
  (t) => [index("standing_permissions_thread").on(t.thread_id)],
);
/** The links of the audit's rows in the order in which they were written; see audit-chain.ts. */
export const audit_chain = sqliteTable("audit_chain", {
  seq: integer().primaryKey(),
  audited: text({ enum: ["reads", "tool_calls"] }).notNull(),
  row_id: integer().notNull(),
  hash: text().notNull(),
});

/** The last link, in its only row. */
export const audit_head = sqliteTable("audit_head", {
  id: integer().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
});

export const reads = sqliteTable(
  "reads",
  {
    /** Whose work it was; null where it was that of the one person of a Docent without sign-in. */
    person: text(),
    id: integer().primaryKey({ autoIncrement: true }),
    at: text().notNull(),
    trace_id: text().notNull(),
    task_id: text(),
    agent_id: text().notNull(),
    tool_id: text().notNull(),
    root_id: text(),
    relative_path: text().notNull(),
    line_start: integer(),
    line_end: integer(),
    length: integer(),
    sha256: text(),
    rule: text(),
    run_id: text(),
    step_id: text(),
    /** The tool call that handed the lines over. */
    invocation_id: text(),
  },
  (t) => [
    index("reads_at").on(t.at),
    index("reads_trace").on(t.trace_id),
    index("reads_agent").on(t.agent_id, t.at),
    index("reads_tool").on(t.tool_id, t.at),
    index("reads_root").on(t.root_id, t.at),
    index("reads_path").on(t.relative_path, t.at),
    index("reads_rule").on(t.rule, t.at).where(sql`rule IS NOT NULL`),
    index("reads_task").on(t.task_id).where(sql`task_id IS NOT NULL`),
  ],
);

/** Where the chain begins once its oldest rows are past their time: the last link that went with them. One row, if any. */
export const audit_anchor = sqliteTable("audit_anchor", {
  id: integer().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
  /** Until when the rows were that went. */
  until: text().notNull(),
});

/**
 * One row for each asking and each task, kept up beside the spans, so that a list of many needs no look at them. Times are
 * milliseconds. `title`: the question, which goes with its conversation, or the type of the task; the full-text table
 * `trace_words` is kept up beside it by triggers, which the migration made.
 */
export const traces = sqliteTable(
  "traces",
  {
    owner: owner(),
    number: integer().primaryKey({ autoIncrement: true }),
    trace_id: text().notNull().unique(),
    kind: text({ enum: ["ask", "task"] }).notNull(),
    run_id: text().notNull(),
    thread_id: text(),
    task_id: text(),
    title: text(),
    status: text().notNull(),
    deny_reason: text(),
    agent_id: text().notNull(),
    started_at: integer().notNull(),
    ms: real(),
    tokens: integer().notNull(),
    cost: real(),
    model: text(),
  },
  (t) => [
    index("traces_started").on(t.started_at),
    index("traces_status").on(t.status, t.started_at),
    index("traces_kind").on(t.kind, t.started_at),
    index("traces_thread").on(t.thread_id),
    index("traces_owner").on(t.owner, t.started_at),
    index("traces_title").on(t.started_at, t.title).where(sql`title IS NOT NULL`),
  ],
);

/** What a trace is found by: a tool that was called in it, an agent, a rule, a folder. */
export const trace_marks = sqliteTable(
  "trace_marks",
  {
    kind: text({ enum: ["tool", "agent", "rule", "folder"] }).notNull(),
    value: text().notNull(),
    started_at: integer().notNull(),
    number: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.value, t.started_at, t.number] }),
    index("trace_marks_number").on(t.number),
  ],
);

/**
 * Arguments and results of tool calls and replies of models, as far as they are kept to be looked at and to be done again:
 * cut, secrets masked, of documents their places alone. Nothing of an asking that was not to be stored.
 */
export const previews = sqliteTable(
  "previews",
  {
    owner: owner(),
    number: integer().primaryKey({ autoIncrement: true }),
    span_id: text().notNull(),
    trace_id: text().notNull(),
    /** Of a tool call: the conversation that it was made in. */
    thread_id: text(),
    at: text().notNull(),
    kind: text({ enum: ["arguments", "result", "reply"] }).notNull(),
    agent_id: text(),
    text: text().notNull(),
    left_out: integer().notNull(),
  },
  (t) => [
    index("previews_span").on(t.span_id),
    index("previews_trace").on(t.trace_id),
    index("previews_at").on(t.at),
    index("previews_thread").on(t.thread_id).where(sql`thread_id IS NOT NULL`),
  ],
);

/** What a person keeps to have it done again after a change. */
export const replay_cases = sqliteTable("replay_cases", {
  owner: owner(),
  trace_id: text().primaryKey(),
  note: text(),
  kept_at: text().notNull(),
});

/**
 * Every connection that the program opened or was kept from opening, from its opening on; never a word of what went over
 * it. Of one that is `open`, and of one whose end nobody saw, bytes and time are 0.
 */
export const connections = sqliteTable(
  "connections",
  {
    /** Whose work it was; null where it was that of the one person of a Docent without sign-in. */
    person: text(),
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null in rows of before connections were told of when they open. */
    connection_id: text().unique(),
    state: text({ enum: ["open", "ended", "interrupted"] })
      .notNull()
      .default("ended"),
    at: text().notNull(),
    purpose: text().notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    address: text(),
    method: text(),
    trace_id: text(),
    task_id: text(),
    status: integer(),
    rule: text(),
    bytes_sent: integer().notNull(),
    bytes_received: integer().notNull(),
    ms: real().notNull(),
  },
  (t) => [
    index("connections_at").on(t.at),
    index("connections_host").on(t.host, t.at),
    index("connections_purpose").on(t.purpose, t.at),
    index("connections_trace").on(t.trace_id).where(sql`trace_id IS NOT NULL`),
  ],
);

/**
 * Figures by hour (its start in UTC) and by day (its date where the program runs): `n` counted or `sum` added up, by key.
 * Of times the key is a bucket.
 */
export const figures = sqliteTable(
  "figures",
  {
    owner: owner(),
    series: text().notNull(),
    step: text({ enum: ["hour", "day"] }).notNull(),
    at: text().notNull(),
    key: text().notNull(),
    n: integer().notNull(),
    sum: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.series, t.step, t.at, t.key] })],
);

/** Single things to remember of this store's own upkeep, as JSON. */
export const upkeep = sqliteTable("upkeep", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** People who have signed in. `groups`: what their provider said of them last, a list; `confirmed_at`: when it did. */
export const people = sqliteTable(
  "people",
  {
    id: text().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    name: text().notNull(),
    groups: text().notNull(),
    created_at: text().notNull(),
    confirmed_at: text().notNull(),
    /** Refused since then, whatever the provider says. */
    removed_at: text(),
    /** What the newest sign-in gave to be asked again with, sealed. */
    kept: text(),
    /** The provider refused them then: their tokens are of no use until they sign in again. */
    refused_at: text(),
    /** Until then one server asks the provider about them, and no other does. */
    asking_until: text(),
  },
  (t) => [uniqueIndex("people_subject").on(t.issuer, t.subject)],
);

/** Browsers that are signed in, by the hash of what their cookie says. `kept`: what the provider gave, sealed. */
export const sessions = sqliteTable(
  "sessions",
  {
    hash: text().primaryKey(),
    person_id: text()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    /** When the provider was asked last whether the person may still come in. */
    checked_at: text().notNull(),
    kept: text(),
  },
  (t) => [index("sessions_person").on(t.person_id), index("sessions_expiry").on(t.expires_at)],
);

/** Tokens that people made for their programs, by hash. */
export const access_tokens = sqliteTable(
  "access_tokens",
  {
    id: text().primaryKey(),
    hash: text().notNull().unique(),
    person_id: text()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    name: text().notNull(),
    scope: text({ enum: ["read", "all"] }).notNull(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    used_at: text(),
  },
  (t) => [index("access_tokens_person").on(t.person_id)],
);

/** Sign-ins that came back from the provider, so that none does twice. Those on their way are in a cookie of their browser. */
export const sign_ins = sqliteTable(
  "sign_ins",
  {
    /** Of the state that the provider handed back. */
    hash: text().primaryKey(),
    expires_at: text().notNull(),
  },
  (t) => [index("sign_ins_expiry").on(t.expires_at)],
);
