import { aroundCarrier, type Carrier, carriersIn, type Evidence } from "../carriers.ts";
import {
  contentWeight,
  type Held,
  type HeldWords,
  heldBy,
  joinHeld,
  wordsHeld,
} from "../coverage.ts";
import { contradicted, copiesChanged } from "./against.ts";
import { amountsIn, type Counted, countsIn, holdsNumber } from "./amounts.ts";
import { scoreOf, signsOf } from "./doubts.ts";
import { type Fact, factsOf, holdsFact, indexFacts, namesIn } from "./facts.ts";
import { turnsRound } from "./opposites.ts";
import { partsOfSentence } from "./sentence-parts.ts";
import { turnsSteps } from "./steps.ts";

/**
 * A sentence in words of its own, over lines that stand together: nothing of fact in it is foreign to them, most of its
 * words are theirs, and no line that a clause of it comes near to says otherwise. What it means is not known; it is shown
 * with these lines beside it, never without.
 */
export type Borne = { carriers: Carrier[]; held: Held };

/** What the lines lack more of, or so many words in a row, they do not say. */
const leastShare = 0.5;
const leastOfClause = 0.25;
const shortClause = 2;
const longestAddition = 3;

/** `named`: what the sentence gives a capital where none begins it. */
export function borneBy(
  sentence: string,
  named: readonly string[],
  evidence: Evidence,
): Borne | undefined {
  const apart = carriersIn(evidence.units).filter(({ items }) => items === undefined);
  const window = windowFor(sentence, apart, evidence.above);
  if (window.length === 0) return undefined;
  const near = nearby(window, evidence);
  const counted = countsIn(window, evidence.units, sentence);
  if (foreignFact(sentence, named, near.all, counted)) return undefined;
  const held = heldBy(sentence, wordsHeld(near.all));
  const placed = partsOfSentence(sentence).map(({ text: clause }) => ({
    told: { sentence, clause, evidence, window, ...near },
    nearest: nearestTo(clause, window),
  }));
  if (placed.some(({ told, nearest }) => contradicted(told, nearest))) return undefined;
  if (held.share < leastShare || held.run > longestAddition) return undefined;
  if (placed.some(({ told }) => isNew(told.clause, window))) return undefined;
  const told = { sentence, clause: sentence, evidence, window, ...near };
  const carriers = [...new Set(placed.flatMap(({ nearest }) => nearest.slice(0, 1)))];
  if (carriers.length === 0) return undefined;
  if (copiesChanged(told, nearestTo(sentence, window))) return undefined;
  const clauses = placed.map((one) => one.told.clause);
  if (turnsRound(sentence, near.all) || turnsSteps(sentence, clauses, window)) return undefined;
  const signs = signsOf({ told, held, topics: near.topics }, placed);
  return scoreOf(signs) < 0 ? undefined : { carriers, held };
}

/** What has next to nothing of any line is somebody's own. */
const isNew = (clause: string, window: readonly Carrier[]): boolean =>
  contentWeight(clause) >= shortClause &&
  window.every(({ words }) => heldBy(clause, words).share < leastOfClause);

/** Lines that one answer's sentence may rest on together. */
const mostTogether = 8;
const mostBeginnings = 12;
/** What a further line must add. */
const worthAdding = 0.01;

/** The stretch of lines, as short as may be, that holds most of the sentence. */
function windowFor(sentence: string, carriers: readonly Carrier[], above: string): Carrier[] {
  const beginnings = carriers
    .map(({ words }, at) => ({ at, share: heldBy(sentence, words).share }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, mostBeginnings);
  let found: { from: number; to: number; share: number } | undefined;
  for (const { at: from } of beginnings) {
    let words: HeldWords = wordsHeld(above);
    for (const [i, { words: own }] of carriers.slice(from, from + mostTogether).entries()) {
      words = joinHeld(words, own);
      const share = heldBy(sentence, words).share - worthAdding * i;
      if (found === undefined || share > found.share) found = { from, to: from + i, share };
    }
  }
  return found === undefined ? [] : carriers.slice(found.from, found.to + 1);
}

/** `text`: the lines, with what they announce and what announces them; `topics`: the headings; `all`: both. */
function nearby(window: readonly Carrier[], evidence: Evidence) {
  const around = window.map((one) => aroundCarrier(one, evidence));
  const text = [...new Set(around.map(({ statement }) => statement))].join("\n");
  const topics = [...new Set([evidence.above, ...around.map(({ topic }) => topic)])].join("\n");
  return { text, topics, all: `${text}\n${topics}` };
}

/** Words that every reader of manuals knows what they stand for. */
const abbreviation = /^(?:APIs?|URLs?|IDs?|UI|CLI|OS|CPU|PDF|FAQ|IT|AI|TV|PC)$/;

function foreignFact(
  sentence: string,
  named: readonly string[],
  all: string,
  counted: Counted,
): boolean {
  const index = indexFacts(all);
  const amounts = amountsIn(all);
  const mine = amountsIn(sentence);
  const names = new Set([...namesIn(all), ...named]);
  const known = (fact: Fact) =>
    holdsFact(index, fact) ||
    (fact.kind === "identifier" && abbreviation.test(fact.text)) ||
    ((fact.kind === "number" || fact.kind === "measure") &&
      holdsNumber(fact, amounts, counted, mine));
  return !factsOf(sentence, names).every(known);
}

const leastLikeness = 0.3;
const asNear = 0.8;

/** The lines that a clause comes near to, the nearest first. */
function nearestTo(clause: string, window: readonly Carrier[]): Carrier[] {
  const found = window
    .map((one) => ({ one, share: heldBy(clause, one.words).share }))
    .toSorted((a, b) => b.share - a.share);
  const least = Math.max(leastLikeness, (found[0]?.share ?? 0) * asNear);
  return found.filter(({ share }) => share >= least).map(({ one }) => one);
}
