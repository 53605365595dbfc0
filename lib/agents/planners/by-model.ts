import { z } from "zod";
import type { EarlierTurn } from "#lib/contracts/ports";
import { askedWords, lackingIn } from "#lib/language/asked-words";
import { mostParts, type QuestionPlan } from "#lib/language/plan";
import { askLines } from "../model/ask-lines.ts";

/**
 * A model completes a question from those before it and splits it, where words alone may not do that well. It is told
 * questions alone and no word of a document, and what it writes is searched for and shown; where it does not fit, or says
 * what nobody said or less than was asked, the planners that read words only are followed.
 */
export async function planByModel(
  given: {
    question: string;
    earlier: readonly EarlierTurn[];
    /** What the other planners made of it. */
    plan: QuestionPlan;
  },
  deps: Parameters<typeof askLines>[1],
): Promise<[string, ...string[]] | undefined> {
  const { question, earlier } = given;
  if (!mayNeedPlan(given)) return undefined;
  const before = earlier.map((turn) => JSON.stringify(turn.question)).join("\n");
  const asked = before === "" ? "" : `The questions before it, oldest first:\n${before}\n\n`;
  const text = `${asked}The question: ${question}`;
  const [first, ...others] = [
    ...new Set(await askLines({ instructions, text, schema: Parts }, deps)),
  ];
  if (first === undefined) return undefined;
  if (others.length === 0 && bare(first) === bare(question)) return [question];
  return saysTheSame([first, ...others], question, earlier) ? [first, ...others] : undefined;
}

const bare = (text: string): string => text.toLowerCase().replace(/[\p{P}\s]/gu, "");

const Parts = z.array(z.string().min(2).max(400)).min(1).max(mostParts);

const instructions = `You prepare the search for a person's question in their own documents. Write it as one to ${mostParts} questions, each of which can be searched for and understood alone: one a line, "Q1: …", "Q2: …", in the language of the question.
One question stays one, word for word where it can be understood alone. Complete what it leaves unsaid from the questions before it. Keep names, numbers and quoted words as they are. Answer nothing, add nothing, and drop nothing that is asked.`;

/** One plain question in the middle of nothing needs no plan, and costs no call. */
function mayNeedPlan({ question, earlier, plan }: Parameters<typeof planByModel>[0]): boolean {
  if (plan.compared !== undefined || question.length > longestPlanned) return false;
  const pointsBack = earlier.length > 0 && question.length <= longestFollowUp;
  return pointsBack || plan.parts.length > 1 || several.test(question);
}

const longestPlanned = 1200;
const longestFollowUp = 160;
const several =
  /[?？].*[?？]|[,;，；、]|\b(?:and|or|then|also|as well as|plus)\b|[和与與及并]|以及|还有|還有|同时|同時|然后|然後/isu;

/**
 * Every word of the question that says what is asked stands in some part, and no part names what neither the question nor
 * one before it does. What is denied stays denied, and nothing else becomes so.
 */
function saysTheSame(
  parts: readonly string[],
  question: string,
  earlier: readonly EarlierTurn[],
): boolean {
  const written = parts.join("\n");
  const said = [question, ...earlier.map((turn) => turn.question)].join("\n");
  const names = parts.flatMap(askedWords).filter(({ kind }) => kind === "exact");
  return (
    lackingIn(written, askedWords(question)).length === 0 &&
    lackingIn(said, names).length === 0 &&
    (denies.test(written) ? denies.test(said) : !denies.test(question))
  );
}

const denies =
  /\b(?:not|no|none|never|nor|neither|cannot|without|except)\b|n['’]t\b|[不没沒无無非未勿除]/i;
