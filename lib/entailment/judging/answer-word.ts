import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { has, opening } from "../facts/cues.ts";
import { namesIn } from "../facts/facts.ts";
import { partsOfSentence } from "../facts/parts.ts";
import { negations } from "../negations.ts";

/**
 * What is left to be judged of "No, it cannot …" or 不会：…: the word answers the question, and the sentence behind it says
 * how. A "No" before a sentence that neither denies nor restricts anything is a statement of its own and stays.
 */
export function withoutAnswerWord(sentence: string): string {
  return readAnswerWord(sentence).rest;
}

/** Behind "Yes," a capital makes a name, which the first word of what is left would not be; behind "Yes:" none. */
export function namesBehindAnswer(sentence: string): string[] {
  const answered = opening(sentence, "answer-yes", "answer-no");
  return answered && ",，".includes(sentence[answered.end] ?? " ") ? namesIn(sentence) : [];
}

/** Does it say the opposite of its own "yes"? "Yes, it cannot …" answers "Is it lost?" and hardly any other question. */
export const turnsAnswer = (sentence: string, question: string): boolean =>
  readAnswerWord(sentence).affirms_denial && !has(question, "bare-not", "lost", "gone");

function readAnswerWord(sentence: string): { rest: string; affirms_denial: boolean } {
  const yes = opening(sentence, "answer-yes");
  const no = opening(sentence, "answer-no");
  const end = Math.max(yes?.end ?? 0, no?.end ?? 0);
  const [mark = "", ...behind] = sentence.slice(end).trimStart();
  const rest = behind.join("").trimStart();
  const whole = { rest: sentence, affirms_denial: false };
  if (end === 0 || !marks.has(mark) || rest === "" || startsWithFigure(rest)) return whole;
  const denied = negations(partsOfSentence(rest)[0]?.text ?? rest);
  if (no === undefined) return { rest, affirms_denial: denied === 1 };
  return denied === 0 && !has(rest, "only") ? whole : { rest, affirms_denial: false };
}

/**
 * "No, they cannot: a 3.2 module will not bind …": the clause up to the colon says the question again, and the sentence is
 * what stands behind it. `agrees`: both deny, or both affirm. Undefined where the clause says anything that was not asked.
 */
export function withoutEcho(
  sentence: string,
  question: string,
): { echo: string; rest: string; agrees: boolean } | undefined {
  const no = opening(sentence, "answer-no");
  const yes = opening(sentence, "answer-yes");
  const end = Math.max(yes?.end ?? 0, no?.end ?? 0);
  const colon = sentence
    .slice(end)
    .split("")
    .findIndex((sign) => colons.has(sign));
  if (end === 0 || colon < 1 || !marks.has(sentence[end] ?? "")) return undefined;
  const echo = sentence.slice(end + 1, end + colon).trim();
  const rest = sentence.slice(end + colon + 1).trim();
  const says = heldBy(echo, wordsHeld(question), 0).lacks.some((word) => contentWeight(word) > 0);
  const denies = negations(echo) > 0;
  if (echo === "" || rest === "" || says || denies !== (no !== undefined)) return undefined;
  const alike = negations(rest) > 0;
  return { echo, rest, agrees: denies === alike || (denies && has(rest, "only")) };
}

/**
 * What an answer says behind its "yes" or "no". `grounded`: up to a colon or a semicolon, behind which its ground stands
 * ("No, it is broken: …"). Undefined where it opens with no such word.
 */
export function answerClause(sentence: string): { said: string; grounded: boolean } | undefined {
  const word = opening(sentence, "answer-yes", "answer-no", "answer-other");
  if (word === undefined || !marks.has(sentence[word.end] ?? "")) return undefined;
  const behind = sentence.slice(word.end + 1);
  const end = behind.split("").findIndex((sign) => colons.has(sign));
  return end < 0
    ? { said: behind, grounded: false }
    : { said: behind.slice(0, end), grounded: true };
}

const colons = new Set([..."：；:;"]);
const marks = new Set([..."，,。.:：;；—–-"]);
const startsWithFigure = (text: string): boolean => text >= "0" && text < ":";
