import { numberFacts } from "./numbers.ts";
import { singleWords } from "./single-words.ts";

/**
 * What a sentence does with the clauses of the one that should carry it. It may take a clause and leave the others; it may
 * not give the subject of one what another says, nor drop the condition under which the whole holds. Judged by words: a
 * clause that has a subject of its own is one whose first word the other clause lacks.
 */

const clauseEnd =
  /[,;:](?=\s)|[，；：。]|\s(?:and|but|while|whereas|because|unless|(?:after|before)(?!\s\d)|when|if|instead of|rather than)\s|(?=除非|但|而|以及)/;
/** Words that lead a clause and are not what it is about; the terms of the tokenizer. */
const leads =
  /^(?:then|also|too|still|both|each|there|current|usual|normal|final|late|later|now|today|alreadi|already|often|[由被把将將并並也都還还則则再可会會在从從對对為为於于以其而且就才又需])$/;
const pronoun = /^ones?$/;

type Clause = { words: string[]; counts: boolean; named: boolean };

/** "A has 5 and B has 50" told as "A has 50". */
export function mixesClauses(sentence: string, carrier: string): boolean {
  const mine = new Set(singleWords(sentence));
  const clauses = carrier
    .split(clauseEnd)
    .map(
      (text): Clause => ({
        words: singleWords(text),
        counts: numberFacts(text).length > 0,
        named: /^[^\p{L}]*\p{Lu}/u.test(text),
      }),
    )
    .filter(({ words }) => words.length > 0);
  return clauses.some((one, at) => {
    const rest = clauses.filter((clause) => clause !== one);
    const alone = (w: string) => mine.has(w) && !rest.some(({ words }) => words.includes(w));
    if (!one.words.some(alone)) return false;
    return rest.some((other) => {
      if (!parallel(one, other) || !cutsShort(other, one, mine)) return false;
      if (losesSubject(one, other, mine)) return true;
      const counted = one.counts && other.counts && clauses.indexOf(other) > at;
      return counted && !other.words.some((w) => pronoun.test(w)) && goesOn(one, mine, alone);
    });
  });
}

const leastAlike = 0.4;

/** Only what says the like of two things can be given the one for the other. */
function parallel(one: Clause, other: Clause): boolean {
  if ((one.counts && other.counts) || (one.named && other.named)) return true;
  const shared = new Set(one.words.filter((word) => other.words.includes(word))).size;
  const least = Math.min(one.words.length, other.words.length);
  // A Chinese clause has more characters than words.
  return /\p{Script=Han}/u.test(one.words.join(""))
    ? least > 4 && shared >= least * 0.5
    : shared >= least * leastAlike;
}

/** Of its words that `than` lacks, the sentence has some and leaves some. */
function cutsShort({ words }: Clause, than: Clause, mine: ReadonlySet<string>): boolean {
  const own = words.filter((w) => !than.words.includes(w));
  return own.some((w) => mine.has(w)) && own.some((w) => !mine.has(w));
}

function losesSubject({ words }: Clause, other: Clause, mine: ReadonlySet<string>): boolean {
  const subject = words.find((w) => !other.words.includes(w) && !leads.test(w));
  return subject !== undefined && !mine.has(subject) && !pronoun.test(subject);
}

/** A subject may be shared by the clauses after it; what stands behind a word left out is no subject. */
function goesOn(
  { words }: Clause,
  mine: ReadonlySet<string>,
  alone: (w: string) => boolean,
): boolean {
  const left = words.findIndex((w) => !mine.has(w));
  return left !== -1 && words.slice(left).some(alone);
}

const condition =
  /\b(?:only|if|unless|except|provided|as long as)\b|只[有要能在对對供]|[仅僅]|如果|除非|若/i;

/** Does a sentence say without a condition what the lines say under one? */
export function dropsCondition(sentence: string, carrier: string): boolean {
  return condition.test(carrier) && !condition.test(sentence);
}
