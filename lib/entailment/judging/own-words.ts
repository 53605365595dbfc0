import { aroundCarrier, type Carrier, carriersIn, type Evidence } from "../carriers.ts";
import { turnsRound } from "../checks/opposites.ts";
import { type Held, type HeldWords, heldBy, joinHeld, wordsHeld } from "../coverage.ts";
import { amountsIn, holdsNumber } from "../facts/amounts.ts";
import { has } from "../facts/cues.ts";
import { type Fact, factsOf, holdsFact, indexFacts, isNumber, namesIn } from "../facts/facts.ts";
import { partsOfSentence } from "../facts/parts.ts";
import { entailmentLimits } from "../limits.ts";
import { contradicted, copiesChanged } from "./near-copies.ts";
import { scoreOf, signsOf } from "./signs.ts";

/**
 * A sentence in words of its own, over lines that stand together: nothing of fact in it is foreign to them, most of its
 * words are theirs, and no line that a clause of it comes near to says otherwise. What it means is not known; it is shown
 * with these lines beside it, never without.
 */
export type Borne = { carriers: Carrier[]; held: Held };

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
  if (foreignFact(sentence, named, near.all)) return undefined;
  const held = heldBy(sentence, wordsHeld(near.all));
  const placed = partsOfSentence(sentence).map(({ text: clause }) => ({
    told: { sentence, clause, evidence, window, ...near },
    nearest: nearestTo(clause, window),
  }));
  if (placed.some(({ told, nearest }) => contradicted(told, nearest))) return undefined;
  if (
    held.share < entailmentLimits.own_words.held_share ||
    held.run > entailmentLimits.own_words.addition
  )
    return undefined;
  const told = { sentence, clause: sentence, evidence, window, ...near };
  const carriers = [...new Set(placed.flatMap(({ nearest }) => nearest.slice(0, 1)))];
  if (carriers.length === 0) return undefined;
  if (copiesChanged(told, nearestTo(sentence, window))) return undefined;
  if (turnsRound(sentence, near.all)) return undefined;
  const signs = signsOf({ told, held }, placed);
  return scoreOf(signs) < 0 ? undefined : { carriers, held };
}

/** The stretch of lines, as short as may be, that holds most of the sentence. */
function windowFor(sentence: string, carriers: readonly Carrier[], above: string): Carrier[] {
  const beginnings = carriers
    .map(({ words }, at) => ({ at, share: heldBy(sentence, words).share }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, entailmentLimits.own_words.beginnings);
  let found: { from: number; to: number; share: number } | undefined;
  for (const { at: from } of beginnings) {
    let words: HeldWords = wordsHeld(above);
    for (const [i, { words: own }] of carriers
      .slice(from, from + entailmentLimits.own_words.together)
      .entries()) {
      words = joinHeld(words, own);
      const share = heldBy(sentence, words).share - entailmentLimits.own_words.worth_adding * i;
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

function foreignFact(sentence: string, named: readonly string[], all: string): boolean {
  const index = indexFacts(all);
  const amounts = amountsIn(all);
  const mine = amountsIn(sentence);
  const names = new Set([...namesIn(all), ...named]);
  const known = (fact: Fact) =>
    holdsFact(index, fact) ||
    (fact.kind === "identifier" && has(fact.text, "abbreviation")) ||
    (isNumber(fact) && holdsNumber(fact, amounts, mine));
  return !factsOf(sentence, names).every(known);
}

/** The lines that a clause comes near to, the nearest first. */
function nearestTo(clause: string, window: readonly Carrier[]): Carrier[] {
  const found = window
    .map((one) => ({ one, share: heldBy(clause, one.words).share }))
    .toSorted((a, b) => b.share - a.share);
  const least = Math.max(
    entailmentLimits.own_words.likeness,
    (found[0]?.share ?? 0) * entailmentLimits.own_words.as_near,
  );
  return found.filter(({ share }) => share >= least).map(({ one }) => one);
}
