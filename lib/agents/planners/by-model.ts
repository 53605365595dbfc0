import { z } from "zod";
import type { EarlierTurn } from "#lib/contracts/ports";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { mayNeedPlan, sameWording, saysTheSame } from "#lib/language/model-plan";
import { mostParts, type QuestionPlan } from "#lib/language/plan";
import { askLines } from "../model/ask-lines.ts";

/**
 * A model completes a question from those before it and splits it, where words alone may not do that well. It is told
 * questions alone and no word of a document, and what it writes is searched for and shown; where it does not fit, or says
 * what nobody said or less than was asked, the planners that read words only are followed.
 */
export async function planByModel(
  given: {
    question: QuestionText;
    earlier: readonly EarlierTurn[];
    /** What the other planners made of it. */
    plan: QuestionPlan;
  },
  deps: Parameters<typeof askLines>[1],
): Promise<[QuestionText, ...QuestionText[]] | undefined> {
  const { question, earlier, plan } = given;
  const needed = plan.parts.length > 1 || mayNeedPlan(question, earlier.length === 0);
  if (plan.compared !== undefined || !needed) return undefined;
  const before = earlier.map((turn) => JSON.stringify(turn.question)).join("\n");
  const asked = before === "" ? "" : `The questions before it, oldest first:\n${before}\n\n`;
  const text = `${asked}The question: ${question}`;
  const [first, ...others] = [
    ...new Set(await askLines({ instructions, text, schema: Parts }, deps)),
  ];
  if (first === undefined) return undefined;
  if (others.length === 0 && sameWording(first, question)) return [question];
  const before_it = earlier.map((turn) => turn.question);
  if (!saysTheSame([first, ...others], question, before_it)) return undefined;
  return [asQuestion(first), ...others.map(asQuestion)];
}

const Parts = z
  .array(z.object({ line: z.string().min(2).max(400) }).transform(({ line }) => line))
  .min(1)
  .max(mostParts);

const instructions = `You prepare the search for a person's question in their own documents. Write it as one to ${mostParts} questions, each of which can be searched for and understood alone: one a line, "Q1: …", "Q2: …", in the language of the question.
One question stays one, word for word where it can be understood alone. Complete what it leaves unsaid from the questions before it. Keep names, numbers and quoted words as they are. Answer nothing, add nothing, and drop nothing that is asked.`;
