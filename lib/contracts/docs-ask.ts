import { z } from "zod";
import { Answer, Lang } from "./answer.ts";
import { asksSomething, type DocsToolName, nothingAsked } from "./docs-tools.ts";

/**
 * The tool by which any MCP client gets verified sentences and not only passages. It belongs to no scope: the agents of
 * this program answer by the docs tools and are never offered it.
 */
export const DocsAskInput = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .refine(asksSomething, nothingAsked)
    .brand<"QuestionText">(),
  roots: z.array(z.string().min(1).max(200)).max(200).optional(),
  lang: Lang.optional(),
  /** Only the first so many sentences of the answer; a notice counts those that are left out. */
  max_claims: z.number().int().min(1).max(50).optional(),
});
export type DocsAskInput = z.infer<typeof DocsAskInput>;

/** In quote mode, whatever the settings say: the model that reads the answer is the client's own, and it calls no tools here. */
export const DocsAskOutput = Answer.omit({ actions: true, report: true });
export const docsAsk = { docs_ask: { input: DocsAskInput, output: DocsAskOutput } } as const;
export type DocsAskName = keyof typeof docsAsk;

/** A docs tool as its own server calls it. A refusal is a value with `is_error`; rejects when `signal` ends the call. */
export type CallDocs = (
  name: DocsToolName,
  args: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<{ is_error: boolean; structured?: unknown; text: string }>;

/** What a docs server needs to answer questions; it knows no agents itself, so this is handed to it. */
export type DocsAnswering = {
  /** `tell` is told each step as it begins, as a finished phrase. Throws AppError `cancelled` when `signal` fires. */
  ask(
    asked: DocsAskInput,
    by: {
      roots: readonly { id: string; label: string }[];
      signal: AbortSignal;
      tell: (step: string) => void;
    },
  ): Promise<Answer>;
  /** The answer for a reader without structured content. What looks like a secret is left out of it. */
  textOf(answer: Answer): string;
};
