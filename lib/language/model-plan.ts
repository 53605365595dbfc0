import type { AskKind } from "#lib/contracts/question";
import { analyseQuestion } from "./analyse-question.ts";
import { askedWords, lackingIn } from "./asked-words.ts";
import { askLimits } from "./limits.ts";
import { type Cues, cuesOf } from "./reading/cues.ts";
import { readQuestion } from "./reading/read-question.ts";
import { writtenWords } from "./written-words.ts";

/**
 * One plain question in the middle of nothing needs no plan of a model, and costs no call: where nothing came before it that
 * it may lean on, and no more than one of its clauses asks something. What merely tells how things are is no ask.
 */
export function mayNeedPlan(question: string, isFirst: boolean): boolean {
  if (question.length > askLimits.planned_chars) return false;
  if (!isFirst && question.length <= askLimits.follow_up_chars) return true;
  if (analyseQuestion(question).asks.length > 1) return true;
  if (clausesOf(question, true).filter(asks).length > 1) return true;
  // "The budget of the garden and the kitchen": two things in one ask, unless it compares them.
  return clausesOf(question, false).some(
    (clause) => holds(clause, "join") && asks(clause) && !compares(clause),
  );
}

/** Parted at marks, and `joined`: where a word joins two. */
function clausesOf(question: string, joined: boolean): string[] {
  const { forms } = readQuestion(question);
  const joins = [cuesOf({ forms }, "en"), cuesOf({ forms }, "zh")].flatMap((cues) =>
    (joined ? cues.places("join") : []).map((at) => forms[at]?.start ?? 0),
  );
  const marks = forms.flatMap(({ form, end }) => (parting.has(form) ? [end] : []));
  const borders = [...new Set([0, ...joins, ...marks, question.length])].sort((a, b) => a - b);
  return borders.slice(1).map((end, i) => question.slice(borders[i], end));
}
const parting = new Set([",", ";", "?", "."]);

const asks = (clause: string): boolean =>
  analyseQuestion(clause).asks.some(({ kind }) => !told.has(kind));
const compares = (clause: string): boolean =>
  analyseQuestion(clause).asks.some(({ kind }) => kind === "comparison");
const told = new Set<AskKind>(["error", "other", "small_talk"]);

/** Whether two texts have the same words, whatever stands between them. */
export const sameWording = (one: string, other: string): boolean =>
  writtenWords(one).join(" ") === writtenWords(other).join(" ");

/**
 * Every word of the question that says what is asked stands in some part, and no part names what neither the question nor
 * one before it does. What is denied stays denied, and nothing else becomes so.
 */
export function saysTheSame(
  parts: readonly string[],
  question: string,
  earlier: readonly string[],
): boolean {
  const written = parts.join("\n");
  const said = [question, ...earlier].join("\n");
  const names = parts.flatMap(askedWords).filter(({ kind }) => kind === "exact");
  return (
    lackingIn(written, askedWords(question)).length === 0 &&
    lackingIn(said, names).length === 0 &&
    holds(holds(written, "denies") ? said : question, "denies") === holds(written, "denies")
  );
}

function holds(text: string, part: string): boolean {
  const { forms } = readQuestion(text);
  const isSaid = (cues: Cues) => cues.places(part).length > 0;
  return isSaid(cuesOf({ forms }, "en")) || isSaid(cuesOf({ forms }, "zh"));
}
