import { z } from "zod";
import { Coverage, Lang } from "./answer.ts";
import { Citation, DocumentPlace, FileVersion } from "./citation.ts";
import { EmbeddingIdentity, EmbeddingVector } from "./embedding.ts";
import { QueryTerm } from "./envelope.ts";
import { PathRule, SkipRule } from "./errors.ts";
import { LONGEST_PATTERN, SEARCHED_PAGES } from "./limits.ts";
import { FoundPicture, PictureType } from "./pictures.ts";
import { QuestionAnalysis } from "./question.ts";

/**
 * Inputs and outputs of the docs MCP server's tools. Limits stand in the schema so that every caller meets the same
 * refusal. A refused path is `DocsRefusal` in a result with `isError`.
 */
const lang = z.string().max(35).optional();
const rootId = z.string().min(1).max(200);
const path = z.string().max(8192);
/** The setting that governs the rule, where one does: `doc_access.max_file_bytes`. */
const setting = z.string().optional();
const lineNumber = z.number().int().min(1).max(100_000_000);

export const DocsRefusal = z.object({
  status: z.enum(["denied", "timeout", "error"]),
  rule: z.union([PathRule, SkipRule, z.literal("validation")]).optional(),
  message: z.string(),
  /** The path of a refused call, as it was given. */
  path: z.string().optional(),
  setting,
});
export type DocsRefusal = z.infer<typeof DocsRefusal>;

/** A text with something to ask in it: neither blanks nor characters that nobody sees are that. */
export const asksSomething = (text: string): boolean => /[^\s\p{Cc}\p{Cf}]/u.test(text);
export const nothingAsked = {
  error: "it contains only spaces and invisible characters",
  params: { rule: "nothing_asked" },
};

export const DocsSearchInput = z.object({
  query: z.string().min(1).max(4000).refine(asksSomething, nothingAsked).brand<"QuestionText">(),
  mode: z.literal("markdown").optional(),
  doc_file_patterns: z.array(z.string().min(1).max(LONGEST_PATTERN)).max(50).optional(),
  roots: z.array(rootId).max(200).optional(),
  /** Of a root that is named here these documents alone; of every other root all that it holds. */
  pages: z.array(DocumentPlace).max(SEARCHED_PAGES).optional(),
  limit: z.number().int().min(1).max(50).default(20),
  lang,
  explain: z.boolean().default(true),
  /** The query as a caller of this program has read it; the server reads it itself where it is left out. */
  analysis: QuestionAnalysis.optional(),
  /** Adds `text` (the passage's whole lines) and `kind` to every hit. */
  include_text: z.boolean().default(false),
});
export type DocsSearchInput = z.infer<typeof DocsSearchInput>;

/** What the web server alone may add, by a docs server that it has started for itself; in no published schema. */
export const DocsSearchWithVector = DocsSearchInput.extend({
  /** The query as a vector, and the model that made it: passages that the same model finds near to it are looked at too. */
  vector: EmbeddingVector.optional(),
  vector_model: EmbeddingIdentity.optional(),
});
export type DocsSearchWithVector = z.infer<typeof DocsSearchWithVector>;

export const PassageKind = z.enum(["prose", "list", "steps", "table", "code", "quote"]);
export type PassageKind = z.infer<typeof PassageKind>;

export const DocsHit = Citation.extend({
  text: z.string().optional(),
  kind: PassageKind.optional(),
});
export type DocsHit = z.infer<typeof DocsHit>;

export const DocsSearchOutput = z.object({
  status: z.enum(["ok", "no_hit", "denied", "timeout", "error"]),
  hits: z.array(DocsHit),
  coverage: Coverage,
  index_generation: z.number().int().min(0),
  did_you_mean: z.string().optional(),
  /** The question's words with their weight; unknown words have 0 passages. */
  terms: z.array(QueryTerm),
  rule: z.union([PathRule, SkipRule]).optional(),
  message: z.string().optional(),
  setting,
});
export type DocsSearchOutput = z.infer<typeof DocsSearchOutput>;

export const DocsReadInput = z.object({
  path,
  root: rootId.optional(),
  line_start: lineNumber.optional(),
  line_end: lineNumber.optional(),
  mode: z.literal("markdown").optional(),
  /** Every line with what ends it in the file (LF, CRLF or CR): the text of all pages is the file's, to the character. */
  line_ends: z.boolean().optional(),
  cursor: z.string().max(500).optional(),
});
export type DocsReadInput = z.infer<typeof DocsReadInput>;

export const DocsReadOutput = z.object({
  path: z.string(),
  root_id: z.string(),
  relative_path: z.string(),
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(0),
  text: z.string(),
  sha256: z.string(),
  encoding: z.string(),
  file: FileVersion,
  total_lines: z.number().int().min(0),
  /** The page is one line longer than a page may be: `text` is its beginning, `sha256` is of the whole line. */
  truncated: z.boolean().optional(),
  next_cursor: z.string().optional(),
});
export type DocsReadOutput = z.infer<typeof DocsReadOutput>;

export const DocsOutlineInput = z.object({ path, root: rootId.optional() });
export const OutlineHeading = z.object({
  level: z.number().int().min(1).max(6),
  text: z.string(),
  line_start: z.number().int().min(1),
  line_end: z.number().int().min(1),
});
export const DocsOutlineOutput = z.object({
  path: z.string(),
  root_id: z.string(),
  relative_path: z.string(),
  title: z.string(),
  headings: z.array(OutlineHeading),
});
export type DocsOutlineOutput = z.infer<typeof DocsOutlineOutput>;

export const DocsListInput = z.object({
  root: rootId.optional(),
  /** Several of them: a file that stands in two is listed once. */
  roots: z.array(rootId).max(200).optional(),
  prefix: path.optional(),
  skipped: z.boolean().optional(),
  /** Only files that hold this wording: its content words side by side, in any inflection. */
  mentions: z.string().min(1).max(400).optional(),
  /** Only files changed at this time or later. */
  changed_since: z.iso.datetime({ offset: true }).optional(),
  /** `changed` puts the newest change first; `mentions` the file that holds the wording most often. */
  sort: z.enum(["path", "changed", "mentions"]).optional(),
  cursor: z.string().max(9000).optional(),
});
export type DocsListInput = z.infer<typeof DocsListInput>;
export const DocsListOutput = z.object({
  files: z.array(
    z.object({
      root_id: z.string(),
      relative_path: z.string(),
      title: z.string(),
      bytes: z.number().int().min(0),
      lines: z.number().int().min(0),
      modified_at: z.string().optional(),
      /** With `mentions`: how often the wording stands in the file. */
      mentions: z.number().int().min(1).optional(),
      display_path: z.string().optional(),
      /** The passage to open: the first that holds the wording, else the first of the file. */
      lead: z
        .object({
          line_start: z.number().int().min(1),
          line_end: z.number().int().min(1),
          breadcrumb: z.array(z.string()),
          kind: PassageKind,
          inside_fence: z.string().optional(),
        })
        .optional(),
    }),
  ),
  skipped: z.array(
    z.object({
      root_id: z.string(),
      relative_path: z.string(),
      rule: SkipRule,
      message: z.string(),
      /** The lines it is about, where they can be named: the first ones of many. */
      lines: z.array(z.number().int().min(1)).optional(),
    }),
  ),
  total: z.number().int().min(0),
  /** How many files were looked through: those that do not fit `mentions` or `changed_since` count too. */
  searched: z.number().int().min(0).optional(),
  /** Whether everything has been read yet: the list is of what has. */
  coverage: Coverage.optional(),
  next_cursor: z.string().optional(),
});
export type DocsListOutput = z.infer<typeof DocsListOutput>;

/** A longer target, or one of more names from the root on, is no path that anybody has written; it is not looked for. */
export const linkLimits = { target: 2000, names: 100 } as const;

/** Links and pictures of one document, as they are written in it. */
export const DocsLinkedInput = z.object({
  path,
  root: rootId.optional(),
  targets: z
    .array(z.object({ line: lineNumber, target: z.string().min(1).max(linkLimits.target) }))
    .min(1)
    .max(500),
});
/**
 * Of a target that the document names on that line: is there a file or folder in the same root? `outside`: it leads out of
 * the root, to what may not be seen, or deeper than `linkLimits`, whether it is there or not. `not_named`: the line does not
 * hold it.
 */
export const LinkedState = z.enum(["file", "folder", "missing", "outside", "not_named"]);
export type LinkedState = z.infer<typeof LinkedState>;
export const DocsLinkedOutput = z.object({
  root_id: z.string(),
  relative_path: z.string(),
  /** In the order of the request. */
  results: z.array(
    z.object({
      state: LinkedState,
      /** A missing one's name as it stands in that folder, where it differs in letter case alone. */
      other_case: z.string().optional(),
    }),
  ),
});
export type DocsLinkedOutput = z.infer<typeof DocsLinkedOutput>;

/** Lines of a document; without them all of it. */
export const DocumentLines = DocumentPlace.extend({
  line_start: lineNumber.optional(),
  line_end: lineNumber.optional(),
});
/** Pictures that documents refer to and that may be shown; what is missing or refused is left out. */
export const DocsPicturesInput = z.object({
  /** What is to be seen, as a question or in words; without it the pictures come in the order of their lines. */
  query: z.string().min(1).max(4000).refine(asksSomething, nothingAsked).optional(),
  /** Only those that these lines refer to. */
  within: z.array(DocumentLines).min(1).max(50).optional(),
  roots: z.array(rootId).max(200).optional(),
  limit: z.number().int().min(1).max(200).default(5),
  /** Waits for nothing: only by what is said of pictures, and only in documents that have been looked through by now. */
  at_once: z.boolean().default(false),
  /** Only those that meet so much of what is asked are of use to the caller: behind the last of them nothing is looked at. */
  least_met: z.number().min(0).max(1).optional(),
  lang,
});
export type DocsPicturesInput = z.infer<typeof DocsPicturesInput>;
export const DocsPicturesOutput = z.object({
  pictures: z.array(FoundPicture),
  /** Of what was looked at: pictures that are referred to and may not be shown, by rule. */
  refused: z.array(z.object({ rule: SkipRule, count: z.number().int().min(1) })),
  /** False: not all documents with pictures have been looked through yet. */
  complete: z.boolean(),
});
export type DocsPicturesOutput = z.infer<typeof DocsPicturesOutput>;

/** The bytes of one picture; `from` is the line that refers to it, without which one is looked for. */
export const DocsPictureInput = z.object({
  path,
  root: rootId.optional(),
  from: z.object({ path, line: lineNumber }).optional(),
});
export type DocsPictureInput = z.infer<typeof DocsPictureInput>;
export const DocsPictureOutput = z.object({
  root_id: z.string(),
  relative_path: z.string(),
  media_type: PictureType,
  bytes: z.number().int().min(1),
  sha256: z.string(),
  width: z.number().int().min(1).optional(),
  height: z.number().int().min(1).optional(),
  base64: z.string(),
});
export type DocsPictureOutput = z.infer<typeof DocsPictureOutput>;

export const CitedLines = z.object({
  root_id: rootId,
  relative_path: path,
  line_start: lineNumber,
  line_end: lineNumber,
  sha256: z.string().max(128),
});
export type CitedLines = z.infer<typeof CitedLines>;

export const VerifyState = z.enum(["verified", "moved", "changed", "missing", "denied"]);
export type VerifyState = z.infer<typeof VerifyState>;

/**
 * Lines of more bytes than this (UTF-8) are not handed back by `docs_verify`, so they cannot be compared with a quote and
 * are not quoted: state and place stand, `text` is left out.
 */
export const longestQuotedBytes = 50 * 1024;

export const DocsVerifyInput = z.object({ citations: z.array(CitedLines).min(1).max(200) });
export const Verification = z.object({
  state: VerifyState,
  /** Where the text stands now, when that is another root. */
  root_id: z.string().optional(),
  relative_path: z.string().optional(),
  line_start: z.number().int().optional(),
  line_end: z.number().int().optional(),
  /** Of the bytes of the file that these lines were just read from. */
  file_sha256: z.string().optional(),
  /** Of a saved page of the web: where it is from, and when it was fetched. */
  source: Citation.shape.source,
  /** Left out where there is none, and of lines beyond `longestQuotedBytes`. */
  text: z.string().optional(),
  rule: SkipRule.optional(),
  setting,
});
export type Verification = z.infer<typeof Verification>;
/** MCP structured content is an object, so the list stands under `results`, in the order of the request. */
export const DocsVerifyOutput = z.object({ results: z.array(Verification) });
export type DocsVerifyOutput = z.infer<typeof DocsVerifyOutput>;

export const RootState = z.enum(["waiting", "building", "ready", "unhealthy", "paused"]);
/** What is wrong with a folder; each has its sentence in the catalogue (`access.root.…`). */
export const RootTrouble = z.enum([
  "missing",
  "unreadable",
  "emptied",
  "not_folder",
  "whole_disk",
  "denylisted",
  "outside_project",
  "outside_client",
]);
export type RootTrouble = z.infer<typeof RootTrouble>;

export const RootStatus = z.object({
  id: z.string(),
  label: z.string(),
  path: z.string(),
  state: RootState,
  /** Why the root is unhealthy, the second for a sentence in the reader's own language; `message` is English. */
  rule: PathRule.optional(),
  reason: RootTrouble.optional(),
  message: z.string().optional(),
  files: z.number().int().min(0),
  files_known: z.number().int().min(0),
  bytes: z.number().int().min(0),
  /** While it is being indexed: bytes of `files_known`, and how long it will take at the speed so far. */
  bytes_known: z.number().int().min(0).optional(),
  seconds_left: z.number().int().min(0).optional(),
  sections: z.number().int().min(0),
  skipped: z.array(z.object({ rule: SkipRule, count: z.number().int().min(0) })),
  indexed_at: z.string().optional(),
  /** The system's reason why the folder cannot be watched for changes; it is looked at from time to time instead. */
  unwatched: z.string().optional(),
});
export type RootStatus = z.infer<typeof RootStatus>;

export const DocsStatusInput = z.object({
  /** Begins a look at the disk without waiting for its end; files that took too much are tried once more. */
  look_again: z.boolean().optional(),
});
export const DocsStatusOutput = z.object({
  roots: z.array(RootStatus),
  generation: z.number().int().min(0),
  coverage: Coverage,
  calls_under_way: z.array(z.object({ tool: z.string(), started_at: z.string() })),
  config: z.enum(["ok", "error"]),
  message: z.string().optional(),
});
export type DocsStatusOutput = z.infer<typeof DocsStatusOutput>;

export const DocsSuggestInput = z.object({
  /** What has been typed so far; empty asks for questions to begin with. */
  text: z.string().max(400),
  roots: z.array(rootId).max(200).optional(),
  limit: z.number().int().min(1).max(20).optional(),
  lang: Lang.optional(),
});
export type DocsSuggestInput = z.infer<typeof DocsSuggestInput>;
export const DocsSuggestOutput = z.object({
  suggestions: z.array(
    z.object({
      text: z.string(),
      kind: z.enum(["title", "heading"]),
      root_id: z.string(),
      relative_path: z.string(),
      line: z.number().int().min(1),
    }),
  ),
  did_you_mean: z.string().optional(),
  index_generation: z.number().int().min(0),
});
export type DocsSuggestOutput = z.infer<typeof DocsSuggestOutput>;

/** The docs server's tools by name, for the server, the client and the contract tests alike. */
export const docsTools = {
  docs_search: { input: DocsSearchInput, output: DocsSearchOutput },
  docs_read: { input: DocsReadInput, output: DocsReadOutput },
  docs_outline: { input: DocsOutlineInput, output: DocsOutlineOutput },
  docs_list: { input: DocsListInput, output: DocsListOutput },
  docs_verify: { input: DocsVerifyInput, output: DocsVerifyOutput },
  docs_status: { input: DocsStatusInput, output: DocsStatusOutput },
  docs_suggest: { input: DocsSuggestInput, output: DocsSuggestOutput },
  docs_linked: { input: DocsLinkedInput, output: DocsLinkedOutput },
  docs_pictures: { input: DocsPicturesInput, output: DocsPicturesOutput },
  docs_picture: { input: DocsPictureInput, output: DocsPictureOutput },
} as const;
export type DocsToolName = keyof typeof docsTools;
