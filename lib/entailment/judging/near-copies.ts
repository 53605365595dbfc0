import { aroundCarrier, type Carrier, type Evidence } from "../carriers.ts";
import { mixesClauses } from "../checks/clauses.ts";
import { bringsSubject, longestRun, newSubject } from "../checks/exchanges.ts";
import { takesPlace } from "../checks/facts-stand.ts";
import { checks, judgeCase } from "../checks.ts";
import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { has } from "../facts/cues.ts";
import { factsOf, namesIn } from "../facts/facts.ts";
import { partsOfSentence } from "../facts/parts.ts";
import { piecesOf } from "../facts/pieces.ts";
import { entailmentLimits } from "../limits.ts";
import { denialsIn } from "../negations.ts";

/** A clause of a sentence, or the whole of it, and the lines it may rest on (own-words.ts). */
export type Told = {
  sentence: string;
  clause: string;
  evidence: Evidence;
  window: readonly Carrier[];
  /** The lines; these with the headings over them. */
  text: string;
  all: string;
};

const { like: alike } = entailmentLimits;

/** Do the lines nearest to a clause say something else? What stands here refuses a sentence, however like them it is. */
export function contradicted(told: Told, nearest: readonly Carrier[]): boolean {
  const { sentence, clause } = told;
  const [first] = nearest;
  if (first === undefined) return false;
  const likeness = heldBy(clause, first.words).share;
  if (likeness >= alike.opposite && polarityTurns(told, nearest)) return true;
  const whole = heldBy(sentence, first.words).share;
  if (whole >= alike.words && first.prose && mixesClauses(sentence, first.text)) return true;
  return copiesChanged(told, nearest);
}

const ofCopies = checks.filter((check) => check.ofCopies);

/** Is it a copy with a fact, who does what, or what it is about changed, of the line that it is most like? */
export function copiesChanged(told: Told, nearest: readonly Carrier[]): boolean {
  const { sentence, clause, evidence, all } = told;
  const mine = wordsHeld(clause);
  const copied = nearest.filter((one) => isCopy(told, one));
  const like = ({ text, words }: Carrier) => heldBy(clause, words).share + heldBy(text, mine).share;
  const least = Math.max(...copied.map(like)) * entailmentLimits.as_like;
  const facts = factsOf(clause, new Set([...namesIn(all), ...namesIn(clause)]));
  const changed = copied
    .filter((one) => like(one) >= least)
    .map((one) => {
      const around = aroundCarrier(one, evidence);
      const taking = facts.filter((fact) => takesPlace(fact, clause, facts, around.statement));
      const held = { text: clause, facts: taking, sentence, clause: true, carrier: one, around };
      const { verdict } = judgeCase({ ...held, elsewhere: all }, ofCopies);
      return verdict === "refuse" || bringsSubject(clause, around, all);
    });
  return changed.length > 0 && (newSubject(clause, all) || changed.every(Boolean));
}

/** A clause denies where one of the lines near to it does, and affirms where none of their clauses that it tells denies. */
function polarityTurns(told: Told, nearest: readonly Carrier[]): boolean {
  const { sentence, clause, evidence } = told;
  const own = denialsIn(clause);
  // Where nothing is set, what stands there by default holds.
  if (has(clause, "unset") && has(told.text, "default")) return false;
  const over = (one: Carrier) => aroundCarrier(one, evidence);
  if (own.least > 0)
    return !nearest.some((one) => {
      const { denials, statement } = over(one);
      return denialsIn(one.text).most + denials > 0 || has(statement, "denying");
    });
  if (own.most > 0 || denialsIn(sentence).most > 0 || has(sentence, "denying")) return false;
  return nearest.every((one) => {
    const near = heldBy(clause, one.words).share >= alike.opposite;
    return near && denialsIn(nearestClause(clause, one.text)).least + over(one).denials > 0;
  });
}

const clausesOf = (text: string): string[] =>
  piecesOf(text, "joint", "ground-joint", "when-joint", "avoid-joint").map((piece) => piece.text);

function nearestClause(clause: string, line: string): string {
  const mine = wordsHeld(clause);
  const parts = clausesOf(line).map((text) => ({ text, share: heldBy(text, mine).share }));
  return parts.toSorted((a, b) => b.share - a.share)[0]?.text ?? line;
}

/** A clause that is nearly a line, or a clause of one. */
export function isCopy({ clause }: Told, one: Carrier): boolean {
  const run = longestRun(clause, one.text)?.words ?? 0;
  return (
    (run >= entailmentLimits.run && run >= contentWeight(clause) * entailmentLimits.most_copied) ||
    isLike(clause, one)
  );
}

function isLike(clause: string, { text, words }: Carrier): boolean {
  if (heldBy(clause, words).share < entailmentLimits.copy.held) return false;
  const mine = wordsHeld(clause);
  const within = (part: string) =>
    contentWeight(part) >= 2 && heldBy(part, mine).share >= entailmentLimits.copy.part;
  return (
    heldBy(text, mine).share >= entailmentLimits.copy.back ||
    partsOfSentence(text).some(({ text: part }) => within(part))
  );
}
