import type { AskKind } from "#lib/contracts/question";
import { analyseQuestion } from "./analyse-question.ts";
import { readQuestion } from "./reading/read-question.ts";

/**
 * Does a question only want to know something that documents may say, and nothing that is done, reckoned or fetched? "Write
 * it down" reads like the beginning of a how-to: without a question mark it may be a wish.
 */
export function asksToKnow(question: string): boolean {
  const marked = readQuestion(question).forms.some(({ form }) => form === "?");
  return analyseQuestion(question).asks.every(
    ({ kind }) => known.has(kind) && (kind !== "procedure" || marked),
  );
}

const known = new Set<AskKind>([
  ...(["comparison", "default", "reason", "place", "time", "person", "value"] as const),
  ...(["definition", "list", "error", "yes_no", "procedure"] as const),
]);
