import type { EarlierTurn } from "#lib/contracts/ports";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { askLimits } from "./limits.ts";
import { withoutEndMarks } from "./wording/end-marks.ts";
import { holdsHan } from "./words/characters.ts";

/** What a question asked: as it was searched for, where that is one question and short enough for another to lean on. */
export function askedBefore({ question, searched }: EarlierTurn): QuestionText {
  const [only, ...others] = searched;
  const whole = others.length === 0 ? (only ?? question) : question;
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
