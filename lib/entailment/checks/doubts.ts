import { aroundCarrier, type Carrier } from "../carriers.ts";
import { contentWeight, type Held, heldBy, wordsHeld } from "../coverage.ts";
import { isCopy, type Told } from "./against.ts";
import { exchanges, longestRun } from "./exchanges.ts";
import { factsOf, holdsFact, indexFacts } from "./facts.ts";
import { aboutOf, statementsIn, tellsOfAnother } from "./statements.ts";

/** A clause of the sentence and the lines that it comes near to, the nearest first. */
export type Placed = { told: Told; nearest: readonly Carrier[] };

/**
 * Signs that a sentence says more, or something else, than its lines, none of which proves it: shares from 0 to 1, and what
 * they weigh: by logistic regression over sentences that are fair and others that are not, `exchanged` and the limit by hand.
 * What a line contradicts never comes here (against.ts).
 */
const weights = {
  /** Words that these lines lack and others of the page have; words that only several of the lines hold together. */
  elsewhere: -7,
  spread: -2.3,
  /** Too short to be told by its words. */
  short: -4.8,
  /** Copied in a row, with no sure line. */
  copied: -2,
  /** A copy with words, or a head, in the place of others. */
  exchanged: -1.5,
  /** It makes a reason of what the lines only tell. */
  grounds: -1,
  /** Its subject stands with other lines; it has words that are told of another thing. */
  subject: -0.5,
  ofAnother: -0.3,
};
/** What a sentence with no sign at all has; below nothing it is withheld. */
const bias = 2;

export type Signs = Record<keyof typeof weights, number>;

export const scoreOf = (signs: Signs): number =>
  Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * signs[name as keyof Signs], // the keys of one table
    bias,
  );

type Whole = { told: Told; held: Held; topics: string };

export function signsOf({ told, held, topics }: Whole, placed: readonly Placed[]): Signs {
  const { sentence, evidence, window, all } = told;
  const weight = contentWeight(sentence);
  const near = window.toSorted((a, b) => shareOf(sentence, b) - shareOf(sentence, a))[0];
  const page = [evidence.above, ...evidence.units.map(({ text }) => text)].join("\n");
  const statements = window.flatMap(statementsIn);
  let about = "";
  const ofAnother = placed.some(({ told: { clause }, nearest }) => {
    if (nearest.length > 0) about = aboutOf(clause) || about;
    return nearest.length > 0 && tellsOfAnother({ sentence, clause, about }, statements, topics);
  });
  const used = placed.flatMap(({ nearest }) => nearest.slice(0, 1));
  const is = (sign: boolean) => (sign ? 1 : 0);
  return {
    elsewhere: heldBy(sentence, wordsHeld(page)).share - held.share,
    spread: held.share - (near === undefined ? 0 : shareOf(sentence, near)),
    short: Math.max(0, enough - weight) / enough,
    copied: Math.min(1, (longestRun(sentence, near?.text ?? "")?.words ?? 0) / weight),
    exchanged: is(placed.some(exchangesWords)),
    grounds: is(bringsGround(sentence, used)),
    subject: is(placed.some((one) => subjectElsewhere(one, all))),
    ofAnother: is(ofAnother),
  };
}

const enough = 7;
const shareOf = (text: string, { words }: Carrier): number => heldBy(text, words).share;

const cause =
  /\b(?:because|since(?! \S*\d)|as a result|therefore|thus|which is why)\b|(?<!原)因为|由于|所以|因此|从而/i;
const grounds =
  /\b(?:because|since|as|so|therefore|thus|due|cause[sd]?|lets?|reason|why|otherwise)\b|因|由于|所以|从而|以便|以[免防避]|为了|否则|使(?!用)|让/i;

/** Two things that stand in the lines, and that one of them is the reason of the other does not. */
export const bringsGround = (sentence: string, lines: readonly Carrier[]): boolean =>
  cause.test(sentence) && !lines.some(({ text }) => grounds.test(text));

/** Has a clause that is nearly a line words in the place of others, or another head? */
const exchangesWords = ({ told, nearest }: Placed): boolean =>
  nearest.some((one) => {
    if (!isCopy(told, one)) return false;
    const around = aroundCarrier(one, told.evidence);
    const objection = exchanges(told.clause, one, around, told.all, undefined);
    return objection === "other" || typeof objection === "object";
  });

const leastOfSubject = 0.5;

/** Is a clause about what its line has no word of and another line has? */
function subjectElsewhere({ told: { clause, evidence }, nearest: [first] }: Placed, all: string) {
  const subject = aboutOf(clause);
  if (first === undefined || contentWeight(subject) < 0.5) return false;
  const { statement, above } = aroundCarrier(first, evidence);
  const lines = `${statement}\n${above}`;
  const index = indexFacts(lines);
  const code = factsOf(subject).filter(({ kind }) => kind === "identifier");
  if (code.some((fact) => !holdsFact(index, fact))) return true;
  const near = heldBy(subject, wordsHeld(lines)).share;
  return near < leastOfSubject && heldBy(subject, wordsHeld(all)).share > near;
}
