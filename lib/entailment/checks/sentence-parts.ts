import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { negations } from "../negations.ts";
import { subjectOf } from "./exchanges.ts";
import { singleWords } from "./single-words.ts";

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
    const own = subject !== "" && !opensLow.test(text) && !condition.test(text);
    if (own) about = subject;
    return { text, about: own ? undefined : about };
  });
}

function cut(sentence: string): string[] {
  const parts: string[] = [];
  for (const piece of sentence.split(border)) {
    const text = piece.trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const least = negations(text) > 0 || pronoun.test(text) ? leastDenied : leastWords;
    const short = aside.test(text) || weight(text) < least;
    const last = parts.length - 1;
    if (short && last >= 0) parts[last] = `${parts[last]}, ${text}`;
    else parts.push(text);
  }
  const [first = "", second, ...rest] = parts;
  return second !== undefined && weight(first) < leastWords
    ? [`${first}, ${second}`, ...rest]
    : parts;
}

/** "Keeps eight copies" of a sentence that has said whose. */
const opensLow = /^[^\p{L}`]*(?:\p{Ll}+(?:s|ed)|is|are|was|were|has|have|can|will|does|do)\s/u;
const pronoun = /^(?:it|they|this|these|those)\s/i;

/** The clause with what it is about in the place of "it". */
export function spelledOut({ text, about }: Part): string | undefined {
  if (about === undefined || about === "") return undefined;
  const space = /\p{Script=Han}/u.test(text) ? "" : " ";
  const rest = text.replace(/^[^\p{L}`]*(?:(?:it|they|this|these|those)\s|[它其])/iu, "");
  return `${about}${space}${rest}`;
}

/**
 * May a clause that leaves its subject to another rest on a line of its own? What stands there before the first word that
 * it tells is what that line is about: the sentence must have named it.
 */
export function leadsAlike({ text, about }: Part, line: string): boolean {
  const mine = wordsHeld(`${about ?? ""}\n${text}`);
  const told = wordsHeld(text);
  const clauses = line.split(/[;；。]\s*|[,:](?=\s)|[，：]/);
  const shares = clauses.map((clause) => heldBy(text, wordsHeld(clause)).share);
  const at = shares.indexOf(Math.max(...shares));
  const own = subjectOf(clauses[at]?.trim() ?? "") !== "";
  const upTo = clauses.slice(own ? at : 0, at + 1).join(", ");
  const words = heldBy(upTo, told, 0).lacks;
  const head = headOf(upTo, words);
  return heldBy(head, mine, 0).lacks.every(
    (word) => contentWeight(word) === 0 || kindOfThing.test(word) || /ly$/.test(word),
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

/** "The setting" before its name says no more than the name. */
const kindOfThing =
  /^(?:settings?|options?|flags?|variables?|parameters?|propert(?:y|ies)|commands?|fields?|environment|设置项?|选项|参数|变量|命令|字段|属性)$/i;

const aside =
  /^(?:not|unlike|(?:as|so|neither|nor) (?:is|are|was|were|does|do|did|has|have|can|will)|such as|for example|for instance|e\.g\.|i\.e\.|including|especially|like)\b|^(?:例如|比如|包括|尤其|如(?![需果要]))/i;

/** Content words of a clause; Han characters count less. */
const leastWords = 2;
const leastDenied = 1;
const weight = (text: string): number =>
  singleWords(text).reduce((sum, word) => sum + (/^\p{Script=Han}$/u.test(word) ? 0.5 : 1), 0);

const border =
  /[;:](?=\s)|[；：，。]|,(?=\s)|\s(?:and|but|while|whereas|because|since|so that|so|which(?!\s(?:the|an?|each|every|[A-Z]))|where|until|unless|whenever)\s(?=(?:[^`]*`[^`]*`)*[^`]*$)|(?=但|而(?!且)|并(?!且|不)|以及)/;

const cause =
  /\s(?:because|since|so that|so|unless|until|therefore|thus)\s|因为|由于|所以|因此|从而/i;
/** A clause that is only the condition or the time of another. */
const condition =
  /^[^\p{L}]*(?:if|when|whenever|unless|until|before|after|once|because|since|while|as soon as)\s|^[^\p{L}]*(?:如果|若|当|除非|只要|因为|由于)|(?:时|之?[前后]|的话)$/iu;

/** Does the sentence make this clause, or the one before it, the ground or the condition of the other? */
export function joinsClauses(sentence: string, parts: readonly Part[], at: number): boolean {
  const is = (i: number) => condition.test(parts[i]?.text ?? "");
  return cause.test(sentence) || is(at - 1) || (at === parts.length - 1 && is(at));
}

/** Does it say that one comes after the other? */
export const orders = (sentence: string): boolean =>
  /\b(?:then|first|next|finally|afterwards|last)\b|然后|先|再|接着|最后/i.test(sentence);
