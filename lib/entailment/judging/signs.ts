import { aroundCarrier, type Carrier } from "../carriers.ts";
import { exchanges, longestRun } from "../checks/exchanges.ts";
import { contentWeight, type Held, heldBy, wordsHeld } from "../coverage.ts";
import { has } from "../facts/cues.ts";
import { factsOf, holdsFact, indexFacts } from "../facts/facts.ts";
import { aboutOf } from "../facts/subject.ts";
import { entailmentLimits } from "../limits.ts";
import { isCopy, type Told } from "./near-copies.ts";

/** A clause of the sentence and the lines that it comes near to, the nearest first. */
export type Placed = { told: Told; nearest: readonly Carrier[] };

/**
 * Signs that a sentence says more, or something else, than its lines, none of which proves it: shares from 0 to 1, and what
 * they weigh (limits.ts). Below nothing a sentence is withheld. What a line contradicts never comes here (near-copies.ts).
 */
export type Signs = Record<keyof typeof entailmentLimits.signs, number>;

export const scoreOf = (signs: Signs): number =>
  Object.entries(entailmentLimits.signs).reduce(
    (sum, [name, weight]) => sum + weight * signs[name as keyof Signs], // the keys of one table
    entailmentLimits.no_sign,
  );

export function signsOf(
  { told, held }: { told: Told; held: Held },
  placed: readonly Placed[],
): Signs {
  const { sentence, evidence, window, all } = told;
  const weight = contentWeight(sentence);
  const near = window.toSorted((a, b) => shareOf(sentence, b) - shareOf(sentence, a))[0];
  const page = [evidence.above, ...evidence.units.map(({ text }) => text)].join("\n");
  const used = placed.flatMap(({ nearest }) => nearest.slice(0, 1));
  const is = (sign: boolean) => (sign ? 1 : 0);
  const { enough_words } = entailmentLimits;
  return {
    elsewhere: heldBy(sentence, wordsHeld(page)).share - held.share,
    spread: held.share - (near === undefined ? 0 : shareOf(sentence, near)),
    short: Math.max(0, enough_words - weight) / enough_words,
    copied: Math.min(1, (longestRun(sentence, near?.text ?? "")?.words ?? 0) / weight),
    exchanged: is(placed.some(exchangesWords)),
    grounds: is(bringsGround(sentence, used)),
    subject: is(placed.some((one) => subjectElsewhere(one, all))),
  };
}

const shareOf = (text: string, { words }: Carrier): number => heldBy(text, words).share;

/** Two things that stand in the lines, and that one of them is the reason of the other does not. */
export const bringsGround = (sentence: string, lines: readonly Carrier[]): boolean =>
  has(sentence, "cause") && !lines.some(({ text }) => has(text, "cause", "ground"));

/** Has a clause that is nearly a line words in the place of others, or another head? */
const exchangesWords = ({ told, nearest }: Placed): boolean =>
  nearest.some((one) => {
    if (!isCopy(told, one)) return false;
    const around = aroundCarrier(one, told.evidence);
    const { clause: text, all: elsewhere } = told;
    const held = { text, sentence: text, clause: false, facts: [], carrier: one, around };
    return exchanges.judge({ ...held, elsewhere }) === "refuse";
  });

/** Is a clause about what its line has no word of and another line has? */
function subjectElsewhere({ told: { clause, evidence }, nearest: [first] }: Placed, all: string) {
  const subject = aboutOf(clause);
  if (first === undefined || contentWeight(subject) < 1 / 2) return false;
  const { statement, above } = aroundCarrier(first, evidence);
  const lines = `${statement}\n${above}`;
  const index = indexFacts(lines);
  const code = factsOf(subject).filter(({ kind }) => kind === "identifier");
  if (code.some((fact) => !holdsFact(index, fact))) return true;
  const near = heldBy(subject, wordsHeld(lines)).share;
  return near < 1 / 2 && heldBy(subject, wordsHeld(all)).share > near;
}
