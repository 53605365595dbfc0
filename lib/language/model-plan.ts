import { askedWords, lackingIn } from "./asked-words.ts";
import { askLimits } from "./limits.ts";
import { type Cues, cuesOf } from "./reading/cues.ts";
import { readQuestion } from "./reading/read-question.ts";
import { writtenWords } from "./written-words.ts";

/** One plain question in the middle of nothing needs no plan of a model, and costs no call. */
export function mayNeedPlan(question: string, isFirst: boolean): boolean {
  if (question.length > askLimits.planned_chars) return false;
  if (!isFirst && question.length <= askLimits.follow_up_chars) return true;
  const { forms } = readQuestion(question);
  const asks = forms.filter(({ form }) => form === "?").length;
  return (
    asks > 1 || forms.some(({ form }) => form === "," || form === ";") || holds(question, "join")
  );
}

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
