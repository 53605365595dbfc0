import { negations } from "./negations.ts";
import { singleWords } from "./single-words.ts";

/**
 * The clauses of a sentence that may each rest on a line of their own: cut at marks and joining words. A piece of an
 * enumeration is no clause, so a short one stays with the one before it.
 */
export function partsOfSentence(sentence: string): string[] {
  const parts: string[] = [];
  for (const piece of sentence.split(border)) {
    const text = piece.trim();
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const short =
      aside.test(text) || weight(text) < (negations(text) > 0 ? leastDenied : leastWords);
    const last = parts.length - 1;
    if (short && last >= 0) parts[last] = `${parts[last]}, ${text}`;
    else parts.push(text);
  }
  const [first = "", second, ...rest] = parts;
  return second !== undefined && weight(first) < leastWords
    ? [`${first}, ${second}`, ...rest]
    : parts;
}

const aside =
  /^(?:such as|for example|for instance|e\.g\.|i\.e\.|including|especially|like)\b|^(?:例如|比如|包括|尤其|如(?![需果要]))/i;

/** Content words of a clause; Han characters count less. */
const leastWords = 2;
const leastDenied = 1;
const weight = (text: string): number =>
  singleWords(text).reduce((sum, word) => sum + (/^\p{Script=Han}$/u.test(word) ? 0.5 : 1), 0);

const border =
  /[;:](?=\s)|[；：，。]|,(?=\s)|\s(?:and|but|while|whereas|because|since|so that|so|which|where|until|unless|whenever)\s(?=(?:[^`]*`[^`]*`)*[^`]*$)|(?=但|而(?!且)|并(?!且|不)|以及)/;

const cause =
  /\b(?:because|since|so that|so|unless|if|when|until|therefore|thus)\b|因为|由于|所以|因此|如果|除非|只要|从而/i;

/** Does the sentence make one of its clauses the ground or the condition of another? */
export const joinsClauses = (sentence: string): boolean => cause.test(sentence);
