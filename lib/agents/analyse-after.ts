import { isLeaning } from "#lib/answering/follow-up";
import type { QuestionAnalysis, QuestionText } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import type { Outcome } from "./outcome.ts";

/** The analysis of a question; where it rather leans on the one before it and names no folder, that one's folder is meant. */
export function analyseAfter(
  question: QuestionText,
  before: QuestionText | undefined,
  folders: Outcome["folders"] = [],
): QuestionAnalysis {
  const named = { folders: folders.map(({ root_id, label }) => ({ id: root_id, label })) };
  const analysis = analyseQuestion(question, named);
  if (before === undefined || analysis.folder !== undefined || !isLeaning(analysis))
    return analysis;
  const { folder } = analyseQuestion(before, named);
  return folder === undefined ? analysis : { ...analysis, folder };
}
