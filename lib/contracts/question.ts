import { z } from "zod";
import { Lang } from "./answer.ts";

/**
 * A question as it was typed. Whoever holds one may store it, show it, send it to a model or pass it on; what it says is
 * read by `lib/language` alone, which makes a `QuestionAnalysis` of it.
 */
export const QuestionText = z.string().min(1).brand<"QuestionText">();
export type QuestionText = z.infer<typeof QuestionText>;

/** Text that somebody asks, as a question: at the places where one comes in. A brand has no form of its own at run time. */
export const asQuestion = (text: string): QuestionText => text as QuestionText;

/**
 * What kind of answer an ask wants. Where two kinds are equally likely the one that stands first here is taken.
 *
 * `value`: how many, how much, which one. `default`: the value where nothing was set. `procedure`: how something is done.
 * `error`: what is wrong and what helps, a problem that is merely stated among them. `person`: who. `collection`: about the
 * files themselves (how many, which mention, changed since). `app`: a command to the program. `tool`: a wish for a tool.
 * `other`: bare keywords, and what none of the others is.
 */
export const askKinds = [
  "comparison",
  "default",
  "reason",
  "procedure",
  "place",
  "time",
  "person",
  "value",
  "definition",
  "list",
  "error",
  "yes_no",
  "collection",
  "app",
  "tool",
  "small_talk",
  "other",
] as const;
export const AskKind = z.enum(askKinds);
export type AskKind = z.infer<typeof AskKind>;

/** One thing that is asked, in words that can be understood alone. */
export const Ask = z.object({
  text: z.string().brand<"QuestionText">(),
  kind: AskKind,
  /** What is to be done: "pin" of "how do I pin a note". */
  action: z.string().optional(),
  /** What it is about: "the dev server" of "what is the default port of the dev server". */
  thing: z.string().optional(),
  /** What of the thing is asked for: "default port". */
  property: z.string().optional(),
  /** Under which conditions: "on Windows", "if the port is taken", 如果端口被占用. */
  constraints: z.array(z.string()),
});
export type Ask = z.infer<typeof Ask>;

/**
 * What a word of the question is there for. `circumstance`: where and when it came up ("on my laptop", "since the update").
 * `talk`: said around the matter. That a word of these two stands nowhere in the documents says nothing.
 */
export const TermRole = z.enum(["name", "identifier", "number", "content", "circumstance", "talk"]);
export type TermRole = z.infer<typeof TermRole>;

export const QuestionTerm = z.object({
  /** As the index has it. */
  term: z.string(),
  /** As it stands in the question. */
  written: z.string(),
  /** UTF-16 offsets in the question. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  /** `part`: of the identifier before it. `han`: a pair of characters. `han_single`: one of them. */
  kind: z.enum(["word", "part", "number", "han", "han_single"]),
  role: TermRole,
  /** A verb, or a noun, by the dictionary of its language. */
  class: z.enum(["action", "thing"]).optional(),
  /** A pair of characters that belong to two words. */
  crossing: z.literal(true).optional(),
});
export type QuestionTerm = z.infer<typeof QuestionTerm>;

/** A question read once. Words that say nothing (the, 的) are no terms; terms come by start, a whole before its parts. */
export const QuestionAnalysis = z.object({
  lang: Lang,
  asks: z.array(Ask).min(1).max(4),
  terms: z.array(QuestionTerm),
  /** All of its words as they are written, in small letters and once; Chinese by character. */
  words: z.array(z.string()),
  /** Pasted error text, to be looked for as a phrase of its own. */
  error_text: z.string().optional(),
  /** File names and paths that stand in the error text and say nothing about it. */
  paths: z.array(z.string()).optional(),
  /** The folder that the question names. */
  folder: z.string().optional(),
  /** The version it names, without "v". */
  version: z.string().optional(),
  /** It asks what changed, for a release or for the way from one version to another. */
  asks_change: z.boolean(),
  /** It cannot be understood alone. */
  follow_up: z
    .object({
      points_back: z.literal(true),
      by: z.enum(["pronoun", "ellipsis", "connective"]),
    })
    .optional(),
});
export type QuestionAnalysis = z.infer<typeof QuestionAnalysis>;
