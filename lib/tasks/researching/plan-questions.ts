import type { Lang } from "#lib/contracts/answer";
import { asksSomething } from "#lib/contracts/docs-tools";
import { planQuestion } from "#lib/language/plan";
import type { TaskModel } from "../task-type.ts";

/**
 * A research question as questions that can each be looked for alone. Without a model the planners of questions split what is
 * written; a model may ask further what belongs to the matter. It is told the question and no word of a document or page.
 */
export const MOST_QUESTIONS = 6;
const LONGEST_QUESTION = 300;

export async function planQuestions(
  query: string,
  { model, lang }: { model: TaskModel | undefined; lang: Lang },
): Promise<{ questions: string[]; by: "words" | "model" }> {
  const { parts, compared } = planQuestion(query);
  const byWords = { questions: [...parts].slice(0, MOST_QUESTIONS), by: "words" as const };
  if (model === undefined || compared !== undefined) return byWords;
  const language = lang === "zh-CN" ? "Simplified Chinese" : "English";
  const { text } = await model.write({
    instructions: `${instructions} Write in ${language}.`,
    task: `The research question: ${query}`,
  });
  const questions = readQuestions(text);
  return questions.length === 0 ? byWords : { questions, by: "model" };
}

/** Lines of the form "Q1: …", each once. Anything else that it wrote is left. */
export function readQuestions(text: string): string[] {
  const found = [...text.matchAll(/^[\s>*-]{0,8}Q\d{1,2}[*]{0,2}\s{0,4}[:：]\s*(\S.{0,999})$/gmu)]
    .map(([, line = ""]) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line.length <= LONGEST_QUESTION && asksSomething(line));
  return [...new Set(found)].slice(0, MOST_QUESTIONS);
}

const instructions = `You prepare a research report over documents and pages of the web. Write the question that is given as two to ${MOST_QUESTIONS} questions whose answers together answer it: one a line, "Q1: …", "Q2: …". Each can be searched for and understood alone and names what it is about. The first one is the heart of the matter. Keep names, numbers and quoted words as they are. Answer nothing.`;
