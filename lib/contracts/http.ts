import { z } from "zod";
import { Answer, Lang } from "./answer.ts";
import { FileVersion } from "./citation.ts";
import {
  AgentConfig,
  Config,
  EmbeddingProviderId,
  Limits,
  ModelProviderId,
  RootConfig,
} from "./config.ts";
import {
  asksSomething,
  DocsListOutput,
  DocsSuggestOutput,
  nothingAsked,
  OutlineHeading,
  RootStatus,
} from "./docs-tools.ts";
import { ErrorCode, PathRule } from "./errors.ts";
import { CapabilityLevel } from "./grants.ts";
import { SandboxBackendId, SandboxLanguage } from "./sandbox.ts";

/** Bodies and queries of the HTTP surface. Unknown keys in a request body are refused, so that a typo is not ignored. */
export const AskBody = z
  .strictObject({
    question: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .refine(asksSomething, nothingAsked)
      .brand<"QuestionText">(),
    thread_id: z.string().min(1).max(100).optional(),
    roots: z.array(z.string().min(1).max(200)).max(200).optional(),
    mode: z.enum(["quote", "model"]).optional(),
    /** Which of the configured models writes; without `mode` it says that one does. */
    model: z.string().trim().min(1).max(200).optional(),
    lang: Lang.optional(),
    deadline_ms: z.number().int().min(1).max(3_600_000).optional(),
    store: z.boolean().default(true),
    /** Pages of the web are searched and read too. They are saved, so it goes with `store` alone. */
    web: z.boolean().optional(),
    /** Facts by their ids that this question is understood without. */
    without: z.array(z.string().min(1).max(100)).max(100).optional(),
  })
  .refine(({ web, store }) => web !== true || store, {
    path: ["store"],
    error: "what is read on the web is saved, so web does not go with store set to false",
  });
export type AskBody = z.infer<typeof AskBody>;

export const ServerStatus = z.object({
  name: z.string(),
  /** `waiting` is for a person to allow its start: `approval_id` names the question while it can be answered. */
  state: z.enum(["starting", "ready", "down", "disabled", "waiting"]),
  message: z.string().optional(),
  source: z.enum(["built_in", "configuration", "environment"]),
  transport: z.enum(["stdio", "http"]),
  approval_id: z.string().optional(),
  tools: z.number().int().min(0),
  pid: z.number().int().optional(),
  restarts: z.number().int().min(0),
  /** What the server says of itself: untrusted text, cut and made visible. */
  instructions: z.string().optional(),
  /** What it offers and is not taken, and why. */
  refused_tools: z.array(z.object({ name: z.string(), reason: z.string() })).optional(),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

/** Whether a model can be asked, and what each provider needs; of a key, only whether it is set. */
export const ModelReport = z.object({
  state: z.enum(["ready", "unavailable"]),
  /** Why it cannot be asked. */
  message: z.string().optional(),
  provider: ModelProviderId.nullable(),
  name: z.string().nullable(),
  /** Every model that a question may name, `name` first. */
  models: z.array(z.string()),
  /** Who receives what is asked. */
  host: z.string().optional(),
  providers: z.array(
    z.object({
      id: ModelProviderId,
      key_variable: z.string(),
      key_needed: z.boolean(),
      key_set: z.boolean(),
      base_url: z.string().nullable(),
    }),
  ),
});
export type ModelReport = z.infer<typeof ModelReport>;

export const ModelTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  /** Of what kind the failure is: `refused_key`, `unreachable`, `stalled` … */
  kind: z.string().optional(),
  /** What the endpoint tells of; empty where it tells nothing. */
  models: z.array(z.string()),
  latency_ms: z.number(),
});
export type ModelTest = z.infer<typeof ModelTest>;

/** How far the passages have vectors, what was sent for it and what would be. */
export const EmbeddingReport = z.object({
  /**
   * `asks`: a model is set up, and nobody has agreed yet that it is sent the text of these folders. `waiting`: it failed,
   * and is tried again at `retry_at`, or where that is absent once a person asks for it.
   */
  state: z.enum(["off", "unavailable", "asks", "working", "paused", "waiting", "done"]),
  message: z.string().optional(),
  retry_at: z.string().optional(),
  /** Whether there may be vectors to take away. */
  forgettable: z.boolean(),
  provider: EmbeddingProviderId.nullable(),
  name: z.string().nullable(),
  /** Who receives the text, the whole address of it, and whether that is this computer. */
  host: z.string().optional(),
  address: z.string().optional(),
  local: z.boolean().optional(),
  providers: z.array(
    z.object({
      id: EmbeddingProviderId,
      /** It runs on this computer. */
      here: z.boolean(),
      key_variable: z.string(),
      key_needed: z.boolean(),
      key_set: z.boolean(),
      base_url: z.string().nullable(),
    }),
  ),
  /** The folders whose text is sent; `digest` is of the folder on the disk and of the rules by which it is read. */
  roots: z.array(z.object({ id: z.string(), label: z.string(), digest: z.string() })),
  /** Absent while the documents server does not tell. `left_out` hold a secret, or the model does not take them. */
  passages: z
    .object({
      total: z.number().int().min(0),
      done: z.number().int().min(0),
      left_out: z.number().int().min(0),
      /** About how much text has no vector yet. */
      bytes_left: z.number().int().min(0),
    })
    .optional(),
  /** By this program to this model so far. */
  sent: z.object({
    requests: z.number().int().min(0),
    passages: z.number().int().min(0),
    characters: z.number().int().min(0),
    /** As the provider counts them; 0 where it does not. */
    tokens: z.number().min(0),
    cost: z.number().min(0).optional(),
  }),
});
export type EmbeddingReport = z.infer<typeof EmbeddingReport>;

/**
 * `start` agrees that this provider at this address is sent the text of these folders, as `GET /api/embedding` tells them by
 * their digests; when one of them is another by now it is refused. `forget` takes the agreement and all vectors away.
 */
export const EmbeddingBody = z.strictObject({
  action: z.enum(["start", "pause", "resume", "forget"]),
  provider: EmbeddingProviderId.optional(),
  address: z.string().max(2000).optional(),
  roots: z.array(z.string().min(1).max(200)).max(200).optional(),
});
export type EmbeddingBody = z.infer<typeof EmbeddingBody>;

export const EmbeddingTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  /** Of what kind the failure is: `refused_key`, `unreachable`, `vectors` … */
  kind: z.string().optional(),
  /** What the endpoint tells of, language models among them; empty where it tells nothing. */
  models: z.array(z.string()),
  dimensions: z.number().int().optional(),
  latency_ms: z.number(),
});
export type EmbeddingTest = z.infer<typeof EmbeddingTest>;

/** One server of a database that several share. `silent_ms`: since it last said that it is there, by the clock of the database. */
export const ServerShared = z.object({
  pid: z.string(),
  host: z.string(),
  version: z.string(),
  started_at: z.string(),
  silent_ms: z.number().int(),
});
/** Whether requests are to be sent to this server; it answers 503 where they are not. */
export const Readiness = z.strictObject({ ready: z.boolean() });
export type Readiness = z.infer<typeof Readiness>;
export const Health = z.object({
  status: z.enum(["ok", "degraded"]),
  version: z.string(),
  config: z.enum(["ok", "error"]),
  config_message: z.string().optional(),
  /** Whether conversations, traces and audit can be kept; without that no question is answered. */
  store: z.enum(["ok", "error"]),
  store_message: z.string().optional(),
  /** In which database they are kept, and at which step its tables are, as last seen; absent until it could be opened. */
  database: z
    .object({ kind: z.enum(["sqlite", "postgresql"]), step: z.number().int().min(0) })
    .optional(),
  /** Every server that shares it, this one too; absent where none can. */
  servers: z.array(ServerShared).optional(),
  index: z.object({
    state: z.enum(["building", "ready", "degraded", "unknown"]),
    /** What is wrong with the folders that cannot be read or cannot be watched for changes. */
    message: z.string().optional(),
    files: z.number().int().min(0),
    sections: z.number().int().min(0),
    generation: z.number().int().min(0),
    skipped: z.number().int().min(0),
  }),
  mcp: z.object({ servers: z.array(ServerStatus) }),
  /** The table of word meanings; where it cannot be used everything goes on by words, and `message` says why. */
  meaning: z
    .object({
      state: z.enum(["on", "off", "unusable"]),
      message: z.string().optional(),
    })
    .optional(),
  /** Absent where no embedding model is set up. */
  embedding: EmbeddingReport.pick({ state: true, message: true }).optional(),
  /**
   * Of each sandbox for code the languages that were run in it since the start and could reach nothing outside. A language
   * is tried when it is first needed or asked about, so that one which is not here may be as good.
   */
  sandbox: z
    .array(z.object({ backend: SandboxBackendId, languages: z.array(SandboxLanguage) }))
    .optional(),
});
export type Health = z.infer<typeof Health>;

export const ThreadSummary = z.object({
  id: z.string(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  turns: z.number().int().min(0),
  last_status: z.string(),
});
export type ThreadSummary = z.infer<typeof ThreadSummary>;
export const ThreadList = z.object({
  threads: z.array(ThreadSummary),
  total: z.number().int().min(0),
  next_cursor: z.string().optional(),
});
export type ThreadList = z.infer<typeof ThreadList>;
/** What a person said of an answer, and why. */
export const Feedback = z.object({
  run_id: z.string(),
  verdict: z.enum(["right", "wrong"]),
  why: z.string().optional(),
  at: z.string(),
});
export type Feedback = z.infer<typeof Feedback>;
/** `null` takes back what was said. */
export const FeedbackBody = z.strictObject({
  run_id: z.string().min(1).max(100),
  verdict: Feedback.shape.verdict.nullable(),
  why: z.string().trim().max(2000).optional(),
});
export type FeedbackBody = z.infer<typeof FeedbackBody>;
/** `queries`: a set of questions for `npm run eval`, one JSON object a line; `json`: everything that was said. */
export const FeedbackQuery = z.strictObject({
  format: z.enum(["queries", "json"]).default("queries"),
});
export type FeedbackQuery = z.infer<typeof FeedbackQuery>;

/** One task of a sub-agent that has a thread of its own beside a conversation, and what it replied: words of a model. */
export const AgentTurn = z.object({
  thread_id: z.string(),
  /** The conversation in which it was asked. */
  parent_thread_id: z.string(),
  agent_id: z.string(),
  trace_id: z.string(),
  run_id: z.string(),
  parent_run_id: z.string(),
  asked_at: z.string(),
  task: z.string(),
  reply: z.string(),
  /** How its loop ended. */
  end: z.string(),
});
export type AgentTurn = z.infer<typeof AgentTurn>;

export const Thread = ThreadSummary.extend({
  /** The newest turns, oldest first; `turns` counts all of them. */
  messages: z.array(Answer),
  /** There are earlier turns: `before` of the next call. */
  earlier_cursor: z.string().optional(),
  feedback: z.array(Feedback).optional(),
  /** The threads of the sub-agents that worked for this conversation: their last turns, oldest first. */
  agent_turns: z.array(AgentTurn).optional(),
  /** A question of this conversation that is being answered: its stream can be read on. */
  running: z
    .object({
      run_id: z.string(),
      question: z.string(),
      asked_at: z.string(),
      roots: z.array(z.string()),
      mode: AskBody.shape.mode,
      model: AskBody.shape.model,
      web: AskBody.shape.web,
    })
    .optional(),
});
export type Thread = z.infer<typeof Thread>;

/** `q`: only conversations whose name or questions hold every word of it. */
export const ThreadsQuery = z.strictObject({
  q: z.string().trim().max(400).default(""),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ThreadsQuery = z.infer<typeof ThreadsQuery>;

export const ThreadQuery = z.strictObject({
  turns: z.coerce.number().int().min(1).max(200).default(100),
  before: z.string().max(100).optional(),
});
export type ThreadQuery = z.infer<typeof ThreadQuery>;

export const RenameBody = z.strictObject({ title: z.string().trim().min(1).max(200) });
export type RenameBody = z.infer<typeof RenameBody>;
/** How many conversations are gone. */
export const Deleted = z.object({ deleted: z.number().int().min(0) });
export const ExportQuery = z.strictObject({ format: z.enum(["md", "json"]).default("md") });
export type ExportQuery = z.infer<typeof ExportQuery>;

/** One answer of a conversation, by its run. */
export const RunQuery = z.strictObject({ run_id: z.string().min(1).max(100) });
export type RunQuery = z.infer<typeof RunQuery>;
/** With footnotes that name file and lines. */
export const AnswerMarkdown = z.object({ markdown: z.string() });
export type AnswerMarkdown = z.infer<typeof AnswerMarkdown>;
/** Headings near what an answer cites: asked as they stand, each is found again in its own section. */
export const FollowUps = z.object({
  follow_ups: z
    .array(
      z.object({
        text: z.string(),
        root_id: z.string(),
        relative_path: z.string(),
        line: z.number().int().min(1),
      }),
    )
    .max(3),
});
export type FollowUps = z.infer<typeof FollowUps>;

/** False when nothing was under way. */
export const Stopped = z.object({ stopped: z.boolean() });

export const PreviewQuery = z.object({
  path: z.string().min(1).max(8192),
  root: z.string().min(1).max(200).optional(),
  line_start: z.coerce.number().int().min(1).optional(),
  line_end: z.coerce.number().int().min(1).optional(),
  sha256: z.string().max(128).optional(),
});
export type PreviewQuery = z.infer<typeof PreviewQuery>;
export const Preview = z.object({
  state: z.enum(["verified", "moved", "changed", "missing", "current"]),
  root_id: z.string(),
  relative_path: z.string(),
  display_path: z.string(),
  encoding: z.string(),
  file: FileVersion.nullable(),
  total_lines: z.number().int().min(0),
  /** Number of the first entry of `lines`. */
  line_start: z.number().int().min(1),
  lines: z.array(z.string()),
  /** Where the cited text stands now; absent when it is changed or missing. */
  cited: z.object({ line_start: z.number().int(), line_end: z.number().int() }).optional(),
  previous: z.number().int().optional(),
  next: z.number().int().optional(),
  html: z.string().optional(),
  headings: z.array(OutlineHeading),
});
export type Preview = z.infer<typeof Preview>;

/** One thing that a save did. A folder, server or agent has a name; of any other setting `path` is all there is. */
export const ConfigChange = z.object({
  kind: z.enum(["folder", "server", "agent", "setting"]),
  what: z.enum(["added", "removed", "changed"]),
  /** Of the setting within the configuration, such as `answer.mode`. */
  path: z.string(),
  name: z.string().optional(),
});
export type ConfigChange = z.infer<typeof ConfigChange>;

export const ConfigDocument = z.object({
  config: Config,
  etag: z.string(),
  /** Which file each top-level section comes from. */
  sources: z.record(z.string(), z.enum(["tracked", "saved", "default"])),
  saved_to: z.string(),
  error: z.string().optional(),
  /** Whether the newest save can be taken back: it is the last thing that happened to the file. */
  undoable: z.boolean(),
  /** What that save did, and when: what taking it back would take back. */
  last_save: z
    .object({ at: z.iso.datetime().optional(), changes: z.array(ConfigChange) })
    .optional(),
  roots: z.array(RootStatus),
  /** What is never read on this system, whatever `doc_access.deny` holds. */
  built_in_deny: z.object({
    folders: z.array(z.object({ path: z.string(), except: z.array(z.string()) })),
    /** `*` stands for any letters. */
    names: z.array(z.string()),
    /** Names in a row, wherever they stand. */
    places: z.array(z.string()),
  }),
});
export type ConfigDocument = z.infer<typeof ConfigDocument>;
export const ConfigProblems = z.object({
  error: z.object({
    code: z.literal("config_invalid"),
    message: z.string(),
    trace_id: z.string().optional(),
  }),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type ConfigProblems = z.infer<typeof ConfigProblems>;

export const AccessCheckBody = z.strictObject({
  path: z.string().max(8192),
  root: z.string().min(1).max(200).optional(),
});
export type AccessCheckBody = z.infer<typeof AccessCheckBody>;
export const AccessCheck = z.object({
  allowed: z.boolean(),
  rule: ErrorCode.nullable(),
  message: z.string(),
  /** As it was given. */
  path: z.string(),
  /** The setting that governs the rule, where one does. */
  setting: z.string().optional(),
  root_id: z.string().optional(),
  real_path: z.string().optional(),
});
export type AccessCheck = z.infer<typeof AccessCheck>;

export const SignInBody = z.strictObject({ token: z.string().min(1).max(4096) });
export type SignInBody = z.infer<typeof SignInBody>;
/** Health as somebody sees it who has not shown the access token. */
export const HealthOutside = Health.pick({ status: true }).strict();
export type HealthOutside = z.infer<typeof HealthOutside>;

const rootPath = z.string().trim().min(1).max(4096);
/** The folder as it would stand in `doc_access.roots`: without `patterns` the document patterns of the configuration. */
export const InspectBody = z.strictObject({
  path: rootPath,
  patterns: RootConfig.shape.patterns,
  hidden: RootConfig.shape.hidden,
  include_dependencies: RootConfig.shape.include_dependencies,
});
export type InspectBody = z.infer<typeof InspectBody>;
export const inspectWarnings = [
  "home_folder",
  "holds_state",
  "same_folder",
  "inside_root",
  "holds_root",
  "many_files",
  "no_files",
  "outside_project",
] as const;
export const Inspection = z.object({
  real_path: z.string(),
  /** What would become readable, names and sizes alone. */
  files: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sample: z.array(z.object({ relative_path: z.string(), bytes: z.number().int().min(0) })),
  /** What stays closed, by rule: a folder that is not entered counts as one. `hidden` of them are closed as hidden. */
  denied: z.array(
    z.object({
      rule: PathRule,
      count: z.number().int().min(0),
      hidden: z.number().int().min(0),
      examples: z.array(z.string()),
    }),
  ),
  warnings: z.array(z.object({ code: z.enum(inspectWarnings), message: z.string() })),
  /** False when the time or the number of names ran out: there is more than is counted here. */
  complete: z.boolean(),
});
export type Inspection = z.infer<typeof Inspection>;

export const CompleteQuery = z.strictObject({ prefix: z.string().max(4096) });
export type CompleteQuery = z.infer<typeof CompleteQuery>;
export const Completion = z.object({
  /** Whole paths in the form of the prefix: relative to the project when it was. */
  folders: z.array(z.string()),
  more: z.boolean(),
  /** Of an empty prefix: where to begin, each with a separator at its end, and what `~` stands for. */
  starts: z.array(z.string()).optional(),
  home: z.string().optional(),
});
export type Completion = z.infer<typeof Completion>;

export const IndexReport = z.object({
  state: z.enum(["building", "ready", "degraded"]),
  generation: z.number().int().min(0),
  roots: z.array(RootStatus),
});
export type IndexReport = z.infer<typeof IndexReport>;
export const IndexBody = z.strictObject({
  action: z.enum(["pause", "resume", "rescan"]),
  /** Without it every folder is meant. */
  root_id: z.string().min(1).max(200).optional(),
});
export type IndexBody = z.infer<typeof IndexBody>;
export const SkippedQuery = z.strictObject({
  root: z.string().min(1).max(200),
  cursor: z.string().max(9000).optional(),
});
export type SkippedQuery = z.infer<typeof SkippedQuery>;
export const SkippedFiles = DocsListOutput.pick({ skipped: true, total: true, next_cursor: true });
export type SkippedFiles = z.infer<typeof SkippedFiles>;

export const SuggestQuery = z.strictObject({
  q: z.string().max(400).default(""),
  limit: z.coerce.number().int().min(1).max(20).optional(),
  lang: Lang.optional(),
});
export type SuggestQuery = z.infer<typeof SuggestQuery>;
export const Suggestions = DocsSuggestOutput;
export type Suggestions = z.infer<typeof Suggestions>;

export const McpStatus = z.object({ servers: z.array(ServerStatus) });
export const McpTool = z.object({
  id: z.string(),
  server: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  output_schema: z.record(z.string(), z.unknown()).optional(),
  read_only: z.boolean(),
});
export type McpTool = z.infer<typeof McpTool>;
export const McpTools = z.object({ tools: z.array(McpTool) });

/** An agent as it is in force: what the program brings and what the configuration makes of it. */
export const AgentInfo = z.object({
  id: z.string(),
  kind: AgentConfig.shape.kind,
  description: z.string(),
  persona: z.string(),
  tools: z.array(z.string()),
  permission: CapabilityLevel,
  limits: Limits,
  built_in: z.boolean(),
});
export type AgentInfo = z.infer<typeof AgentInfo>;
export const AgentList = z.object({ agents: z.array(AgentInfo) });
export type AgentList = z.infer<typeof AgentList>;
