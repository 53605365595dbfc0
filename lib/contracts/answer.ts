import { z } from "zod";
import { Citation, DocumentPlace } from "./citation.ts";
import { Compaction } from "./compaction.ts";
import { ErrorCode, SkipRule } from "./errors.ts";
import { AnswerPicture } from "./pictures.ts";
import { Step } from "./step.ts";

export const Lang = z.enum(["en", "zh-CN"]);
export type Lang = z.infer<typeof Lang>;

export const AnswerStatus = z.enum([
  "answered",
  "partial",
  "no_evidence",
  "denied",
  "timeout",
  "error",
  "chat",
]);
export type AnswerStatus = z.infer<typeof AnswerStatus>;

/**
 * How its lines carry a claim: word for word; in nearly their words; in words of its own; not for sure, `point` saying where
 * it can; not at all.
 */
export const Support = z.enum(["verbatim", "supported", "own_words", "doubt", "none"]);
export type Support = z.infer<typeof Support>;

/** Where a claim's words stand: `line` is the file's line (1-based), `start`/`end` UTF-16 units in that line. */
export const Span = z.object({
  citation: z.number().int().min(1),
  line: z.number().int().min(1),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
});
export type Span = z.infer<typeof Span>;

/** How a claim is laid out; all kinds are text of the documents in quote mode. */
export const ClaimKind = z.enum(["sentence", "list_item", "step", "table", "code", "quote"]);
export type ClaimKind = z.infer<typeof ClaimKind>;

/** One sentence, item, row or block of a document, in its own words, and the lines where it stands. */
const QuotedWords = z.object({
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(1),
  text: z.string(),
  kind: ClaimKind,
  /** As of a claim. */
  info: z.string().optional(),
  left_out: z.number().int().min(1).optional(),
  contains_secret: z.literal(true).optional(),
});

export const Quotation = QuotedWords.extend({ citation: z.number().int().min(1) });
export type Quotation = z.infer<typeof Quotation>;

/** A sentence, item, row or piece of code that answers. */
export const Claim = z.strictObject({
  id: z.string(),
  text: z.string(),
  citations: z.array(z.number().int().min(1)),
  support: Support,
  /** Of a claim in `doubt`: what its lines say of the matter, as a sentence. */
  point: z.string().optional(),
  /** Of a claim in `doubt`: its words that the lines behind it do not hold, as the claim writes them. */
  lacks: z.array(z.string()).optional(),
  /** What stands in the place of a sentence that a model wrote and its lines do not say: words of these lines. */
  instead: z.literal(true).optional(),
  /** Of a claim in `doubt`, and of one that stands in the place of another: its lines, as the gate read them; shown with it. */
  rests_on: z.array(Quotation).optional(),
  /** Of a claim in `doubt`: its lines are in another language, so nothing but its facts could be held against them. */
  other_language: z.literal(true).optional(),
  spans: z.array(Span),
  kind: ClaimKind,
  /** A writer's sentence that goes on in the paragraph of the one before it. */
  goes_on: z.literal(true).optional(),
  /** Fence language of a `code` claim, or the number of a `step`. */
  info: z.string().optional(),
  /** Behind it in its list so many items follow that are not shown; of a table, so many of its rows are not shown. */
  left_out: z.number().int().min(1).optional(),
  /** Its words look like they hold a key or a password: folded on the page, masked where stored, left out of exports. */
  contains_secret: z.literal(true).optional(),
});
export type Claim = z.infer<typeof Claim>;

/** A section of a file: no two stretches of an answer are of the same one. */
export const Place = z.strictObject({
  root_id: z.string(),
  root_label: z.string(),
  relative_path: z.string(),
  title: z.string(),
  breadcrumb: z.array(z.string()),
});
export type Place = z.infer<typeof Place>;

/** Lines of a document that are shown and claim nothing, word for word as they were read again. */
export const ShownLine = z.strictObject({
  citation: z.number().int().min(1),
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(1),
  text: z.string(),
  /** Pieces of `text` that met the question, in UTF-16 units. */
  marks: z.array(z.tuple([z.number().int().min(0), z.number().int().min(0)])),
  kind: ClaimKind,
  /** Where its words begin on their line, from 0; of an item in a list, how deep it stands. */
  column: z.number().int().min(0),
  /** As of a claim. */
  info: z.string().optional(),
  left_out: z.number().int().min(1).optional(),
  contains_secret: z.literal(true).optional(),
});
export type ShownLine = z.infer<typeof ShownLine>;

/** Of its lists and tables so many items are not shown. */
const leftOut = z.number().int().min(1).optional();

/**
 * What is shown of an answer, in the order of showing. `answer` answers, and `around` is what a reader needs to read it: the
 * blocks of both kinds that are of one place stand next to each other and are read as one piece. `related` is close to it
 * elsewhere; `nearest` comes closest under a refusal and is no answer.
 */
export const AnswerBlock = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("answer"),
    /** Null of sentences that a model wrote: they rest on several places, and name what they speak of themselves. */
    place: Place.nullable(),
    claims: z.array(z.string()).min(1),
    left_out: leftOut,
  }),
  z.strictObject({
    kind: z.enum(["around", "related", "nearest"]),
    place: Place,
    lines: z.array(ShownLine).min(1),
    left_out: leftOut,
  }),
]);
export type AnswerBlock = z.infer<typeof AnswerBlock>;

/** `may_be`: two or three places answer as equals, and nothing tells which of them does. */
export const AnswerOutcome = z.enum(["sure", "may_be", "not_found"]);
export type AnswerOutcome = z.infer<typeof AnswerOutcome>;

export const GapCause = z.enum([
  "no_hit",
  "not_indexed_yet",
  "denied",
  "timeout",
  "error",
  "unsupported",
  "approval_required",
]);
export type GapCause = z.infer<typeof GapCause>;

export const NextStep = z.object({
  action: z.enum([
    "add_folder",
    "search_all_folders",
    "search_web",
    "rephrase",
    "broaden",
    "open",
    "retry",
    "configure",
  ]),
  label: z.string(),
  /** The same in each language, for a page in another one than the answer's. Absent of an answer of before. */
  labels: z.record(Lang, z.string()).optional(),
  /** What the action needs: the new question for `rephrase` and `broaden`, a citation id for `open`, a setting for `configure`. */
  value: z.union([z.string(), z.number(), z.null()]),
});
export type NextStep = z.infer<typeof NextStep>;

export const Gap = z.object({
  about: z.string(),
  cause: GapCause,
  rule: ErrorCode.nullable(),
  /** What happened, as a sentence in the answer's language. */
  message: z.string(),
  /** What was refused, as it was asked for. */
  typed: z.array(z.string()).optional(),
  tried: z.array(z.string()),
  /** Root ids that were searched, with the number of files each had, and by rule those left out or read in part. */
  searched: z.array(
    z.object({
      root_id: z.string(),
      label: z.string(),
      files: z.number().int().min(0),
      left_out: z.array(z.object({ rule: SkipRule, count: z.number().int().min(1) })).optional(),
    }),
  ),
  /** Folders that the question was not put to: others were chosen, or one is asked only where it is named. */
  not_searched: z
    .array(
      z.object({
        root_id: z.string(),
        label: z.string(),
        files: z.number().int().min(0),
        why: z.enum(["not_chosen", "not_named"]),
      }),
    )
    .optional(),
  /** The passages that come nearest; lines of some of them are shown in blocks of this kind. */
  nearest: z.array(Citation),
  next_steps: z.array(NextStep),
});
export type Gap = z.infer<typeof Gap>;

export const NoticeCode = z.enum([
  "model_fallback",
  /** The model was stopped at a limit of turns, time or tokens, or because it went round in circles. */
  "budget",
  "index_building",
  "context_cut",
  "sub_agent_fallback",
  "language_mismatch",
  /** Something shown answers what the model searched for itself, which is not what was asked. */
  "searched_otherwise",
  /** Of pages of the web that were to be read: what could not be, or was cut. */
  "web",
]);
export const Notice = z.object({ code: NoticeCode, message: z.string() });
export type Notice = z.infer<typeof Notice>;

export const Coverage = z.object({
  files_searchable: z.number().int().min(0),
  files_known: z.number().int().min(0),
  state: z.enum(["building", "ready", "degraded"]),
});
export type Coverage = z.infer<typeof Coverage>;

/**
 * What is counted in answer to a question about the collection itself: files, not what they say. `total` of `searched`
 * files fit; the first of them are named, those that are quoted with their citation.
 */
export const FileListing = z.object({
  kind: z.enum(["files", "mentions", "changed"]),
  /** The wording that was looked for. */
  about: z.string().optional(),
  /** Changes at this time or later. */
  since: z.string().optional(),
  total: z.number().int().min(0),
  searched: z.number().int().min(0),
  files: z.array(
    z.object({
      root_id: z.string(),
      relative_path: z.string(),
      display_path: z.string(),
      title: z.string(),
      modified_at: z.string().optional(),
      mentions: z.number().int().min(1).optional(),
      citation: z.number().int().min(1).optional(),
    }),
  ),
});
export type FileListing = z.infer<typeof FileListing>;
/** With its count and coverage as one sentence in the answer's language. */
export const SaidListing = FileListing.extend({ sentence: z.string() });
export type SaidListing = z.infer<typeof SaidListing>;

/** One call of a tool that was made for an answer, from the runtime's own record; the model has no word in it. */
export const ToolAction = z.object({
  /** From 1, in the order of the calls. */
  number: z.number().int().min(1),
  tool_id: z.string(),
  /** The sub-agent that made it, where the primary agent did not. */
  agent: z.string().optional(),
  /** As they were given; long texts are cut. */
  arguments: z.record(z.string(), z.unknown()),
  /** `unknown`: it began, and how it ended nobody can say. */
  outcome: z.enum(["done", "failed", "refused", "unknown"]),
  rule: ErrorCode.nullable(),
  /** Why it was not done. */
  message: z.string().optional(),
  exit_code: z.number().int().optional(),
  /** The beginning of what it gave back. */
  output: z.string(),
  /** Letters of it that are not told here. */
  left_out: z.number().int().min(0),
  invocation_id: z.string(),
  ms: z.number(),
  /** Of a call that a person was asked about. */
  approval_id: z.string().optional(),
  /** The task that it started. */
  task_id: z.string().optional(),
});
export type ToolAction = z.infer<typeof ToolAction>;

/** A sentence of a model about what calls of tools brought, borne by their results; it states nothing of documents. */
export const ReportLine = z.object({
  id: z.string(),
  text: z.string(),
  kind: ClaimKind,
  info: z.string().optional(),
  /** Numbers of the calls it rests on. */
  calls: z.array(z.number().int().min(1)),
  support: Support,
});
export type ReportLine = z.infer<typeof ReportLine>;

/** What a model did for an answer. Times count from the beginning of its first turn. */
export const ModelMetrics = z.object({
  provider: z.string(),
  name: z.string(),
  turns: z.number().int().min(0),
  input_tokens: z.number().int().min(0),
  cached_tokens: z.number().int().min(0),
  output_tokens: z.number().int().min(0),
  /** What sub-agents read and wrote, beside that. */
  sub_agent_tokens: z.number().int().min(0).optional(),
  /** In the currency of the configured prices, where there are any. */
  cost: z.number().min(0).optional(),
  first_token_ms: z.number().optional(),
  first_sentence_ms: z.number().optional(),
  /** The gate's time for one sentence: the longest of nineteen in twenty. */
  gate_ms_p95: z.number().optional(),
  /** Sentences that were written anew, once, because they lacked support. */
  rewritten: z.number().int().min(0),
});
export type ModelMetrics = z.infer<typeof ModelMetrics>;

export const AnswerMetrics = z.object({
  latency_ms: z.number(),
  retrieval_ms: z.number(),
  files_scanned: z.number().int(),
  hits: z.number().int(),
  tokens: z.number().int(),
  /** Milliseconds by kind of step; steps of several parts count together. */
  steps: z.record(z.string(), z.number()).optional(),
  /** Claims that did not pass the gate, by reason. */
  withheld: z.record(z.string(), z.number().int()).optional(),
  model: ModelMetrics.optional(),
});

/** One part of a question that asks several things, and what came of it. */
export const AnswerPart = z.object({
  /** As it was searched for: understandable alone. */
  question: z.string().brand<"QuestionText">(),
  status: AnswerStatus,
  outcome: AnswerOutcome.nullable(),
  /** Ids of the claims that answer it; a claim may answer two parts. */
  claims: z.array(z.string()),
  /** The model that wrote the answer passed it over: what answers it is quoted behind. */
  quoted: z.boolean().optional(),
});
export type AnswerPart = z.infer<typeof AnswerPart>;

/** What the person had stated and the question was understood with. */
export const UnderstoodWith = z.object({ concept_id: z.string(), text: z.string() });
export type UnderstoodWith = z.infer<typeof UnderstoodWith>;

/** An earlier answer to a question much like this one, in another conversation. */
export const EarlierAnswer = z.object({
  thread_id: z.string(),
  run_id: z.string(),
  question: z.string().brand<"QuestionText">(),
  asked_at: z.string(),
  /** Whether the lines it cites still say what they said; `unknown` when they could not be looked at. */
  sources: z.enum(["unchanged", "changed", "unknown"]),
});
export type EarlierAnswer = z.infer<typeof EarlierAnswer>;

/** Body of `POST /api/ask` and the last data part of `POST /api/chat`. Only `answered` and `partial` have claims. */
export const Answer = z.object({
  trace_id: z.string(),
  run_id: z.string(),
  thread_id: z.string(),
  question: z.string().brand<"QuestionText">(),
  searched: z.array(z.string().brand<"QuestionText">()),
  /** Of a question that asks several things; absent for one that does not. */
  parts: z.array(AnswerPart).optional(),
  asked_at: z.string(),
  lang: Lang,
  status: AnswerStatus,
  mode: z.enum(["quote", "model"]),
  earlier: EarlierAnswer.optional(),
  understood_with: z.array(UnderstoodWith).optional(),
  /** Of a message that states a fact: its sentence. Nothing is kept of it until the person says so. */
  remember: z.string().optional(),
  /**
   * What it was put to: root ids, none for every folder. `pages`: pages of the web were looked for too, and these saved ones
   * were read. Absent where an earlier version answered, or the answer was broken off.
   */
  put_to: z
    .object({ roots: z.array(z.string()), pages: z.array(DocumentPlace).optional() })
    .optional(),
  /** Set when the server died over it: the claims are those that had been told by then. */
  interrupted: z.literal(true).optional(),
  /** Those of the `answer` blocks, in order, and no others. */
  claims: z.array(Claim),
  blocks: z.array(AnswerBlock),
  /** Of several parts that of the least sure one that is answered. Null where nothing was looked for to its end. */
  outcome: AnswerOutcome.nullable(),
  /** Those that claims name, then those that lines of blocks name, each by first appearance. */
  citations: z.array(Citation),
  /** The folders that were searched; where they are several, each place names its own. */
  folders: z.array(z.object({ root_id: z.string(), label: z.string() })),
  /** Passages that were read for this answer and not cited. */
  also_read: z.array(Citation),
  gaps: z.array(Gap),
  notices: z.array(Notice),
  /** Of questions about the collection: the count with its coverage as one sentence, and the files. */
  listings: z.array(SaidListing).optional(),
  /** What was done, each step as it ended. */
  steps: z.array(Step).optional(),
  /**
   * Pictures that the question asks for, or that stand with the lines that claims cite; their citations are beside those of
   * the answer, numbered behind all others.
   */
  pictures: z.array(AnswerPicture).optional(),
  /** The summary of earlier turns that was made for this answer, where they had outgrown their room. */
  compaction: Compaction.optional(),
  /** Calls of tools that a model made for this answer. */
  actions: z.array(ToolAction).optional(),
  report: z.array(ReportLine).optional(),
  markdown: z.string(),
  confidence: z.number().min(0).max(1),
  coverage: Coverage,
  metrics: AnswerMetrics,
});
export type Answer = z.infer<typeof Answer>;

/** The model that the question was put to; also where its words are not the answer, or nobody could count what it took. */
export function modelAsked({ metrics, steps }: Pick<Answer, "metrics" | "steps">) {
  return metrics.model?.name ?? steps?.findLast(({ model }) => model !== undefined)?.model;
}
