import { has, opening } from "../facts/cues.ts";
import { partsOfSentence } from "../facts/parts.ts";
import { negations } from "../negations.ts";

/**
 * What is left to be judged of "No, it cannot …" or 不会：…: the word answers the question, and the sentence behind it says
 * how. Undefined where the two say the opposite ("Yes, it cannot …"). A "No" before a sentence that neither denies nor
 * restricts anything is a statement of its own and stays.
 */
export function withoutAnswerWord(sentence: string): string | undefined {
  const yes = opening(sentence, "answer-yes");
  const no = opening(sentence, "answer-no");
  const end = Math.max(yes?.end ?? 0, no?.end ?? 0);
  const [mark = "", ...behind] = sentence.slice(end).trimStart();
  const rest = behind.join("").trimStart();
  if (end === 0 || !marks.has(mark) || rest === "" || startsWithFigure(rest)) return sentence;
  const denied = negations(partsOfSentence(rest)[0]?.text ?? rest);
  if (no === undefined) return denied === 1 ? undefined : rest;
  return denied === 0 && !has(rest, "only") ? sentence : rest;
}

const marks = new Set([..."，,。.:：;；—–-"]);
const startsWithFigure = (text: string): boolean => text >= "0" && text < ":";
