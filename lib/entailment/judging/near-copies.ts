import { type Around, aroundCarrier, type Carrier, type Evidence } from "../carriers.ts";
import { mixesClauses } from "../checks/clauses.ts";
import { bringsSubject, longestRun, newSubject } from "../checks/exchanges.ts";
import { takesPlace } from "../checks/facts-stand.ts";
import { checks, judgeCase } from "../checks.ts";
import { contentWeight, heldBy, wordsHeld } from "../coverage.ts";
import { amountsIn, holdsAmount } from "../facts/amounts.ts";
import { has, hitsOf, without } from "../facts/cues.ts";
import { factsOf, namesIn } from "../facts/facts.ts";
import { partsOfSentence } from "../facts/parts.ts";
import { piecesOf } from "../facts/pieces.ts";
import { entailmentLimits } from "../limits.ts";
import { denialsIn, withdraws } from "../negations.ts";

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
  const { sentence, clause, evidence } = told;
  const [first] = nearest;
  if (first === undefined) return false;
  const around = aroundCarrier(first, evidence);
  const likeness = heldBy(clause, first.words).share;
  if (polarityTurns(told, nearest, likeness)) return true;
  const whole = heldBy(sentence, first.words).share;
  if (whole >= alike.words && first.prose && mixesClauses(sentence, first.text)) return true;
  if (likeness >= alike.number && takesNumber(told, around)) return true;
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

/** A clause denies where what it is nearly a copy of does, or a line near to it; else it affirms. */
function polarityTurns(told: Told, nearest: readonly Carrier[], likeness: number): boolean {
  const { sentence, clause, evidence } = told;
  const [first] = nearest;
  const own = denialsIn(clause);
  // Where nothing is set, what stands there by default holds.
  if (has(clause, "unset") && has(told.text, "default")) return false;
  const copied = copiedText(told, nearest);
  if (copied !== undefined) {
    // "Neither is nor does" may be two clauses: what both deny they deny as often in all.
    const apart = deniesOtherwise(clause, copied.text, copied.over);
    const both = own.most > 0 && denialsIn(copied.text).most + copied.over > 0;
    return apart && !(both && !deniesOtherwise(sentence, copied.line, copied.over));
  }
  if (likeness < alike.opposite) return false;
  const around = (one: Carrier) => aroundCarrier(one, evidence);
  if (own.least > 0)
    return !nearest.some((one) => {
      const { denials, statement } = around(one);
      return denialsIn(one.text).most + denials > 0 || has(statement, "denying");
    });
  if (own.most > 0 || denialsIn(sentence).most > 0 || has(sentence, "denying")) return false;
  if (warnsOf(clause, first?.text ?? "")) return false;
  return nearest.every((one) => {
    const near = heldBy(clause, one.words).share >= alike.opposite;
    return near && denialsIn(nearestClause(clause, one.text)).least + around(one).denials > 0;
  });
}

/** "A breaks B" of a line that says "no A, otherwise B". */
const warnsOf = (clause: string, line: string): boolean =>
  hitsOf(line, "otherwise").some(
    ({ end }) => heldBy(line.slice(end), wordsHeld(clause)).share >= entailmentLimits.warned,
  );

function deniesOtherwise(text: string, line: string, over: number): boolean {
  const [mine, theirs] = [denialsIn(text), denialsIn(line)];
  const open = has(text, "only") ? 1 : 0;
  const echoed = withdraws(text) ? over : 0;
  return (
    mine.least + echoed > theirs.most + over || mine.most + open + echoed < theirs.least + over
  );
}

/** The line, or the clause of a line, that a clause is nearly a copy of, and how often what stands over it denies. */
function copiedText({ clause, evidence }: Told, nearest: readonly Carrier[]) {
  const mine = wordsHeld(clause);
  return nearest
    .flatMap((one) => {
      const { denials } = aroundCarrier(one, evidence);
      return [one.text, ...(one.cells ?? clausesOf(one.text))].map((text) => ({
        ...{ text, line: one.text, over: denials },
        ...{ held: heldBy(clause, wordsHeld(text)).share, back: heldBy(text, mine).share },
      }));
    })
    .filter(
      ({ held, back }) =>
        held >= entailmentLimits.near_clause.held && back >= entailmentLimits.near_clause.back,
    )
    .toSorted((a, b) => b.held + b.back - a.held - a.back)[0];
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

/** A number in the place of the line's own. */
function takesNumber({ sentence, clause }: Told, { statement }: Around): boolean {
  const theirs = amountsIn(statement);
  const mine = amountsIn(sentence);
  return amountsIn(without(clause, "no-number")).some(
    (one) =>
      !holdsAmount(theirs, one) &&
      theirs.some((other) => other.kind === one.kind && !holdsAmount(mine, other)),
  );
}
