import { z } from "zod";
import { Coverage, FileListing } from "./answer.ts";
import { Citation, DocumentPlace } from "./citation.ts";
import { ErrorCode } from "./errors.ts";
import { CITED_BEFORE_PAGES, SEARCHED_PAGES } from "./limits.ts";
import { QuestionAnalysis, QuestionText } from "./question.ts";

/** What a task may do. Each scope string names a fixed set of tools (`scopeTools`); nothing else widens it. */
export const AuthScope = z.enum([
  "docs.search",
  "docs.read",
  "skill.read",
  "task.start",
  "sandbox",
  "web",
  "memory.read",
  "memory.propose",
]);
export type AuthScope = z.infer<typeof AuthScope>;

export const scopeTools: Record<AuthScope, readonly string[]> = {
  "docs.search": [
    "mcp.docs.docs_search",
    "mcp.docs.docs_list",
    "mcp.docs.docs_status",
    "mcp.docs.docs_suggest",
  ],
  "docs.read": [
    "mcp.docs.docs_read",
    "mcp.docs.docs_outline",
    "mcp.docs.docs_verify",
    "mcp.docs.docs_linked",
    "mcp.docs.docs_pictures",
    "mcp.docs.docs_picture",
  ],
  "skill.read": ["skill.read"],
  "task.start": ["task.start"],
  sandbox: ["sandbox.exec"],
  web: ["web.search", "web.fetch", "web.extract"],
  "memory.read": ["memory.read"],
  "memory.propose": ["memory.propose"],
};

export const TaskRequest = z.object({
  trace_id: z.string().min(1),
  run_id: z.string().min(1),
  task_id: z.string().min(1),
  parent_task_id: z.string().optional(),
  sender: z.literal("primary"),
  recipient: z.literal("doc_retrieval"),
  intent: z.literal("search_and_extract_evidence"),
  input: z.object({
    query: QuestionText,
    /** The query as the sender has read it; without it the recipient reads it itself. */
    analysis: QuestionAnalysis.optional(),
    target_roots: z.array(z.string()),
    constraints: z
      .object({
        max_citations: z.number().int().min(1).optional(),
        max_per_file: z.number().int().min(1).optional(),
        lang: z.string().optional(),
        /** Pages that the answer before it cited: they are searched as well. */
        cited_before: z.array(DocumentPlace).max(CITED_BEFORE_PAGES).optional(),
        /** The question before it in its conversation: this one is searched for by itself and together with that one. */
        follows: QuestionText.optional(),
        /** Of a root that is named here these documents alone are searched. */
        pages: z.array(DocumentPlace).max(SEARCHED_PAGES).optional(),
        /** `agentic`: a model may choose what is searched for, where the recipient has one. */
        strategy: z.enum(["direct", "agentic"]).optional(),
        /** Which one, where the question names it. */
        model: z.string().optional(),
      })
      .optional(),
  }),
  context_refs: z.array(z.string()).optional(),
  auth_scope: z.array(z.string()).min(1),
  idempotency_key: z.string().min(1),
  deadline_ms: z.number().int().positive(),
});
export type TaskRequest = z.infer<typeof TaskRequest>;

export const TaskEvent = z.object({
  kind: z.enum(["tool_start", "tool_end", "candidates", "note"]),
  at: z.string(),
  tool_id: z.string().optional(),
  detail: z.record(z.string(), z.unknown()).optional(),
});
export type TaskEvent = z.infer<typeof TaskEvent>;

export const TaskMetrics = z.object({
  latency_ms: z.number(),
  files_scanned: z.number().int(),
  hits: z.number().int(),
  tokens: z.number().int().optional(),
});
export type TaskMetrics = z.infer<typeof TaskMetrics>;

/** A question's word as the index sees it: in how many passages it stands, and its share of the question's weight. */
export const QueryTerm = z.object({
  term: z.string(),
  passages: z.number().int().min(0),
  weight: z.number().min(0).max(1),
  /** The word of the question that it stands for, as written there: a slip of the pen, or a word that means the same. */
  in_place_of: z.string().optional(),
});
export type QueryTerm = z.infer<typeof QueryTerm>;

/** The whole text of a citation's lines, joined by LF: what an answer may quote from. */
export const Passage = z.object({
  citation_id: z.number().int().min(1),
  text: z.string(),
  kind: z.string(),
});
export type Passage = z.infer<typeof Passage>;

/** Citations with the texts of those that can be quoted. */
export const Evidence = z.object({ citations: z.array(Citation), passages: z.array(Passage) });
export type Evidence = z.infer<typeof Evidence>;

/** A question as it was searched for, and what was found so: citations by number, the best first. */
export const SearchReading = z.object({
  query: QuestionText,
  terms: z.array(QueryTerm),
  found: z.array(z.object({ citation_id: z.number().int().min(1), score: z.number() })),
});
export type SearchReading = z.infer<typeof SearchReading>;

/** Of a question that may go on from the one before it: it by itself, and both together. */
export const FollowUpReadings = z.object({
  alone: SearchReading,
  together: SearchReading,
  /** Pages that the answer before it cited. */
  cited_before: z.array(DocumentPlace),
});
export type FollowUpReadings = z.infer<typeof FollowUpReadings>;

export const TaskGap = z.object({ about: z.string(), tried: z.array(z.string()) });

export const TaskOutput = z.object({
  query: z.string(),
  target_roots: z.array(z.string()),
  citations: z.array(Citation),
  passages: z.array(Passage),
  /** What was ranked behind them, as the search found it; its ids go on where theirs end. */
  further: Evidence.optional(),
  terms: z.array(QueryTerm),
  coverage: Coverage.optional(),
  did_you_mean: z.string().optional(),
  summary: z.string().optional(),
  /** Where the request says what it follows, and both readings found something. */
  follow_up: FollowUpReadings.optional(),
  /** Of a question about the collection: the files that fit. The citations are the first of them. */
  listing: FileListing.optional(),
  gaps: z.array(TaskGap).optional(),
  /** By which way it was found. */
  strategy: z.string().optional(),
  /** What a model searched for instead of the query. */
  queries: z.array(z.string()).optional(),
  /** A model was to choose what is searched for and failed, so the query itself was. */
  model_failed: z.literal(true).optional(),
});
export type TaskOutput = z.infer<typeof TaskOutput>;

/** What was found so far. The citations are hits as the search gave them, not read again yet. */
export const PartialOutput = TaskOutput.pick({ citations: true });
export type PartialOutput = z.infer<typeof PartialOutput>;

export const TaskProgress = z.object({
  trace_id: z.string(),
  task_id: z.string(),
  status: z.enum(["pending", "running", "completed", "error", "cancelled", "timeout"]),
  events: z.array(TaskEvent).optional(),
  metrics: TaskMetrics.partial().optional(),
  partial_output: PartialOutput.optional(),
});
export type TaskProgress = z.infer<typeof TaskProgress>;

export const TaskError = z.object({
  code: ErrorCode,
  message: z.string(),
  retryable: z.boolean(),
  rule: ErrorCode.optional(),
});
export type TaskError = z.infer<typeof TaskError>;

/** `no_hit` always carries gaps; `denied` always names a rule in `errors`. */
export const TaskResult = z
  .object({
    trace_id: z.string(),
    task_id: z.string(),
    status: z.enum(["ok", "no_hit", "denied", "timeout", "error"]),
    output: TaskOutput,
    errors: z.array(TaskError).optional(),
    metrics: TaskMetrics.optional(),
  })
  .refine((r) => r.status !== "no_hit" || (r.output.gaps?.length ?? 0) > 0, {
    message: "a no_hit result must carry gaps",
  })
  .refine((r) => r.status !== "denied" || (r.errors ?? []).some((e) => e.rule !== undefined), {
    message: "a denied result must name its rule",
  })
  .refine((r) => r.status !== "ok" || r.output.citations.length > 0, {
    message: "an ok result must carry citations",
  });
export type TaskResult = z.infer<typeof TaskResult>;
