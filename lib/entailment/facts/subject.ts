import { entailmentLimits } from "../limits.ts";
import { hitsOf, opening } from "./cues.ts";
import { markedPieces, piecesOf } from "./pieces.ts";
import { isHan } from "./single-words.ts";

/** What a sentence is about: the words before its verb; empty where it opens with one, or with "it". */
export function subjectOf(text: string): string {
  if (isHan(text)) return hanSubject(text);
  const main = pastFront(text.slice(opening(text, "sentence-lead")?.end ?? 0).trimStart());
  const at = verbAt(main);
  const subject = at > entailmentLimits.subject_characters ? "" : main.slice(0, Math.max(at, 0));
  const [first = ""] = subject.split(" ");
  return opening(subject, "pronoun") === undefined && !isAuxiliary(first) && !runsOn(subject)
    ? subject
    : "";
}

/** "Delete it all, because it": no subject reaches into a clause that is about "it". */
const runsOn = (subject: string): boolean =>
  piecesOf(subject, "reason-joint").some(
    ({ text, start }) => start > 0 && opening(text, "pronoun") !== undefined,
  );

/** The same of a clause, also where it has no verb: "metrics for 90 days". */
export function aboutOf(text: string): string {
  const clause = text.trim();
  if (opening(clause, "refers") !== undefined) return "";
  const subject = subjectOf(clause);
  if (subject !== "" || isHan(clause)) return subject;
  const [preposition] = hitsOf(clause, "of-amount");
  const head = clause.slice(0, preposition?.start ?? 0).trim();
  return head !== "" && lowerCase.test(head.replaceAll(" ", "")) ? head : "";
}

function hanSubject(text: string): string {
  const [first = ""] = markedPieces(text);
  const { han_subject_least: least, han_subject_most: most } = entailmentLimits;
  const at = hitsOf(text, "han-verb").find(({ start }) => start >= least)?.start ?? 0;
  return at > Math.min(most, first.length) || first.includes("、") ? "" : text.slice(0, at);
}

/** "On Windows, the installer" and "On Windows the installer" are about the installer. */
function pastFront(text: string): string {
  const front = opening(text, "fronting");
  if (front === undefined) return text;
  const comma = text.indexOf(",", front.end);
  if (comma !== -1) return text.slice(comma + 1).trimStart();
  const [, , article] = spaced(text);
  return article !== undefined && articles.has(article.word) ? text.slice(article.start) : text;
}

const articles = new Set(["the", "a", "an"]);

/** "All unit tests can …": what stands before an auxiliary is no verb. */
function verbAt(text: string): number {
  const words = spaced(text.slice(0, 2 * entailmentLimits.subject_characters));
  const at = words.findIndex(({ word }, i) => i > 0 && i < words.length - 1 && isVerb(word));
  if (at === -1) return -1;
  const next = words[at + 1];
  const auxiliary = next !== undefined && at + 2 < words.length && isAuxiliary(next.word);
  return (auxiliary ? next.start : (words[at]?.start ?? 0)) - 1;
}

/** Words between blanks. */
function spaced(text: string): { word: string; start: number }[] {
  let at = 0;
  return text.split(" ").map((word) => {
    const start = at;
    at += word.length + 1;
    return { word, start };
  });
}

const isAuxiliary = (word: string): boolean =>
  opening(word, "auxiliary")?.closes === true && !word.includes("`");

/** A word that may be a verb behind its subject: an auxiliary, "reads", "closed", "wrote". */
export function isVerb(word: string): boolean {
  if (isAuxiliary(word)) return true;
  if (!lowerCase.test(word)) return false;
  if (opening(word, "past") !== undefined) return true;
  return word.length > entailmentLimits.ending && (word.endsWith("ed") || isThird(word));
}

const isThird = (word: string): boolean => word.endsWith("s") && !word.endsWith("ss");
const lowerCase = /^\p{Ll}+$/u;
