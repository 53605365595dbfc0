import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { negations } from "../negations.ts";
import { closing, has, opening } from "./cues.ts";
import { markedPieces, piecesOf } from "./pieces.ts";
import { isHan, singleWords } from "./single-words.ts";
import { isVerb, subjectOf } from "./subject.ts";

/** A clause of a sentence. `about`: what it is about where it leaves that to the clause before. */
export type Part = { text: string; about: string | undefined };

/**
 * The clauses of a sentence that may each rest on a line of their own: cut at marks and joining words. A piece of an
 * enumeration is no clause, so a short one stays with the one before it, unless it says something of "it".
 */
export function partsOfSentence(sentence: string): Part[] {
  let about = "";
  return cut(sentence).map((text) => {
    const subject = subjectOf(text);
    const opensLow = isVerb(text.split(" ").find((word) => singleWords(word).length > 0) ?? "");
    const own = subject !== "" && !opensLow && !isCondition(text);
    if (own) about = subject;
    return { text, about: own ? undefined : about };
  });
}

function cut(sentence: string): string[] {
  const parts: string[] = [];
  for (const piece of piecesOf(sentence, "joint", "reason-joint")) {
    const text = piece.text.trim();
    const own = negations(text) > 0 || opening(text, "pronoun") !== undefined;
    const least = own ? 1 : 2;
    const short = opening(text, "enumeration") !== undefined || weight(text) < least;
    const last = parts.length - 1;
    if (short && last >= 0) parts[last] = `${parts[last]}, ${text}`;
    else parts.push(text);
  }
  const [first = "", second, ...rest] = parts;
  return second !== undefined && weight(first) < 2 ? [`${first}, ${second}`, ...rest] : parts;
}

/** Content words of a clause; Han characters count less. */
const weight = (text: string): number =>
  singleWords(text).reduce((sum, word) => sum + (isHan(word) ? 1 / 2 : 1), 0);

/**
 * May a clause that leaves its subject to another rest on a line of its own? What stands there before the first word that
 * it tells is what that line is about: the sentence must have named it.
 */
export function leadsAlike({ text, about }: Part, line: string): boolean {
  const mine = wordsHeld(`${about ?? ""}\n${text}`);
  const told = wordsHeld(text);
  const clauses = markedPieces(line);
  const shares = clauses.map((clause) => heldBy(text, wordsHeld(clause)).share);
  const at = shares.indexOf(Math.max(...shares));
  const own = subjectOf(clauses[at]?.trim() ?? "") !== "";
  const upTo = clauses.slice(own ? at : 0, at + 1).join(", ");
  const head = headOf(upTo, heldBy(upTo, told, 0).lacks);
  return heldBy(head, mine, 0).lacks.every(
    (word) => contentWeight(word) === 0 || has(word, "kind-of-thing") || word.endsWith("ly"),
  );
}

/** What of a text stands before the first of its words that are not among these. */
function headOf(text: string, lacks: readonly string[]): string {
  let end = 0;
  for (const word of lacks) {
    const at = text.indexOf(word, end);
    if (at === -1 || contentWeight(text.slice(end, at)) > 0) break;
    end = at + word.length;
  }
  return text.slice(0, end);
}

/** A clause that is only the condition or the time of another. */
const isCondition = (text: string): boolean =>
  opening(text, "clause-condition") !== undefined || closing(text, "time-end") !== undefined;

/** Does the sentence make this clause, or the one before it, the ground or the condition of the other? */
export function joinsClauses(sentence: string, parts: readonly Part[], at: number): boolean {
  const is = (i: number) => isCondition(parts[i]?.text ?? "");
  return has(sentence, "grounding") || is(at - 1) || (at === parts.length - 1 && is(at));
}
