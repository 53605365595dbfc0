import type { EarlierTurn } from "#lib/contracts/ports";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { analyseQuestion } from "./analyse-question.ts";
import { askLimits } from "./limits.ts";
import { withoutEndMarks } from "./wording/end-marks.ts";
import { holdsHan } from "./words/characters.ts";

/**
 * What a question asked, for another to lean on: as a model completed it, or where it points back itself, with the question before
 * it that it was searched together with. Where that is too long, its own words.
 */
export function askedBefore({
  question,
  searched,
}: Pick<EarlierTurn, "question" | "searched">): QuestionText {
  const together = searched.find((text) => text !== question && text.endsWith(question));
  const [only, ...others] = searched;
  const completed = others.length === 0 ? only : undefined;
  const pointing = analyseQuestion(question).follow_up === undefined ? undefined : together;
  const whole = (together === undefined ? completed : pointing) ?? question;
  return whole.length > askLimits.follow_up_chars ? question : whole;
}

/**
 * A question together with the one before it, for a search: what it leaves unsaid may stand there. Undefined where either is
 * too long to be a question that leans on another.
 *
 *   "How do I install Docent on macOS?"  +  "and on Windows?"  ->  "How do I install Docent on macOS? and on Windows?"
 *   "默认端口是多少？"                      +  "在哪里改？"        ->  "默认端口是多少，在哪里改？"
 */
export function askedAfter(before: string, question: string): QuestionText | undefined {
  const [first, then] = [before.trim(), question.trim()];
  const most = askLimits.follow_up_chars;
  if (first === "" || first.length > most || then.length > most) return undefined;
  return asQuestion(holdsHan(then) ? `${withoutEndMarks(first)}，${then}` : `${first} ${then}`);
}
