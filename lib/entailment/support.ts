import { withoutUnderscores } from "#lib/markdown/inline-spans";
import { withoutComments } from "#lib/markdown/sentences";
import type { Unit } from "#lib/markdown/units";
import { aroundCarrier, type Carrier, carriersIn, type Evidence } from "./carriers.ts";
import type { Case } from "./checks/check.ts";
import { copiedBehindOther, exchanges, longestRun } from "./checks/exchanges.ts";
import { judgeCase } from "./checks.ts";
import { contentWeight, type Held, heldBy, wordsHeld } from "./coverage.ts";
import { amountsIn, holdsAmount } from "./facts/amounts.ts";
import { has } from "./facts/cues.ts";
import { factsOf, namesIn } from "./facts/facts.ts";
import { joinsClauses, leadsAlike, type Part, partsOfSentence } from "./facts/parts.ts";
import { markedPieces } from "./facts/pieces.ts";
import { singleWords } from "./facts/single-words.ts";
import { subjectOf } from "./facts/subject.ts";
import { namesBehindAnswer, turnsAnswer, withoutAnswerWord } from "./judging/answer-word.ts";
import { borneBy } from "./judging/own-words.ts";
import { bringsGround } from "./judging/signs.ts";
import { wordForWord } from "./judging/word-for-word.ts";
import { entailmentLimits } from "./limits.ts";
import { withoutMet } from "./met-conditions.ts";
import { negations } from "./negations.ts";

export type { Evidence } from "./carriers.ts";

/**
 * How far the cited lines carry a sentence that is not a quotation of theirs. One sentence of the lines must carry it, or
 * each of its clauses one that stands near the others: with its facts, its denials, who does what to whom, and most of its
 * words, so that the number of one statement never joins the subject of another. What a sentence leaves to its surroundings
 * (the heading above, what "It" stands for, the code that "Run:" announces) counts with it. It judges words, not meaning:
 * it may refuse a fair paraphrase, it must not pass a changed fact.
 */
export type Finding = {
  support: "supported" | "doubt" | "none";
  /** Per citation that carries the sentence the units that do; for marking. */
  best: { citation: number; unit: Unit }[];
  /** Words of the sentence, as it writes them, that the lines carrying most of it lack. */
  lacks: string[];
  /** Made of whole statements of the lines, word for word. */
  copied: boolean;
};

type Carried = { carriers: Carrier[]; held: Held; weak: boolean };
/** Of a sentence that is told word for word. */
const whollyHeld: Held = { share: 1, run: 0, lacks: [] };

export function findSupport(written: string, given: readonly Evidence[]): Finding {
  const nothing: Finding = { support: "none", best: [], lacks: [], copied: false };
  const sentence = withoutAnswerWord(withoutUnderscores(written));
  if (turnsAnswer(written, given[0]?.question ?? "")) return nothing;
  if (sentence.length > entailmentLimits.sentence_characters || singleWords(sentence).length === 0)
    return nothing;
  if (
    factsOf(sentence).length > entailmentLimits.facts ||
    partsOfSentence(sentence).length > entailmentLimits.parts
  )
    return nothing;
  const seen = given.map((one) => ({ ...one, units: one.units.map(asSeen) }));
  const elsewhere = seen.flatMap(({ units }) => units.map((unit) => unit.text)).join("\n");
  if (!measuresStand(sentence, [elsewhere, ...given.map(({ above }) => above)].join("\n")))
    return nothing;
  const named = [...namesIn(sentence), ...namesBehindAnswer(written)];
  const read = seen.map((one) => ({ one, carried: carriedBy(sentence, named, one, elsewhere) }));
  const refused = read.some(({ carried }) => carried === "denied");
  const sure = !refused && read.some(({ carried }) => typeof carried === "object" && !carried.weak);
  const found = read.flatMap(({ one, carried }) => {
    const alone = typeof carried === "object" ? carried : undefined;
    const { citation } = one;
    if (alone !== undefined) return !refused ? [{ citation, ...alone }] : [];
    const borne = sure || carried === "denied" ? undefined : borneBy(sentence, named, one);
    return borne === undefined ? [] : [{ citation, ...borne, weak: true }];
  });
  const [first] = found.toSorted((a, b) => (better(a, b) ? -1 : 1));
  if (first === undefined) return nothing;
  const best = found.flatMap(({ citation, carriers }) =>
    [...new Set(carriers.flatMap(({ units }) => units))].map((unit) => ({ citation, unit })),
  );
  // That one thing is the ground of another is said by nobody who only tells both.
  const grounded = !bringsGround(sentence, first.carriers);
  const { lacks } = first.held;
  const copied = first.held === whollyHeld;
  return { support: sure && grounded ? "supported" : "doubt", best, lacks, copied };
}

/** A number with its unit that no line has is told by none of them, whatever else of the sentence they tell. */
function measuresStand(sentence: string, lines: string): boolean {
  const measured = amountsIn(sentence).filter(({ kind }) => kind !== "other");
  if (measured.length === 0) return true;
  const amounts = amountsIn(lines);
  return measured.every((one) => holdsAmount(amounts, one));
}

/** What stands in a comment says nothing to a reader; in code it does. */
function asSeen(unit: Unit): Unit {
  if (unit.kind === "code") return unit;
  return { ...unit, text: withoutUnderscores(withoutComments(unit.text)) };
}

const better = (one: Carried, other: Carried): boolean =>
  one.weak === other.weak ? one.held.share > other.held.share : !one.weak;

function carriedBy(
  sentence: string,
  named: readonly string[],
  evidence: Evidence,
  elsewhere: string,
): Carried | "denied" | undefined {
  const carriers = carriersIn(evidence.units);
  const found = wordForWord(sentence, carriers, evidence);
  const told = found && { carriers: found.carriers, held: whollyHeld, weak: !found.sure };
  if (told?.weak === false) return told;
  const judged = carriedInOtherWords(sentence, named, evidence, carriers, elsewhere);
  return typeof judged === "object" ? judged : (told ?? judged);
}

function carriedInOtherWords(
  sentence: string,
  named: readonly string[],
  evidence: Evidence,
  carriers: readonly Carrier[],
  elsewhere: string,
): Carried | "denied" | undefined {
  let surely = false;
  const names = new Set([...named, ...evidence.units.flatMap((unit) => namesIn(unit.text))]);
  const judge = (text: string, whole: boolean): Carried[] | "denied" => {
    const facts = factsOf(text, names);
    const found: Carried[] = [];
    let denied = 0;
    let copied = 0;
    for (const carrier of nearest(text, carriers)) {
      const around = withoutMet(aroundCarrier(carrier, evidence), evidence.question);
      const result = judged({ text, facts, sentence, clause: !whole, carrier, around, elsewhere });
      if (result !== undefined && "denied" in result) copied = Math.max(copied, result.denied);
      else if (result !== undefined) found.push(result);
      else {
        const like = likeness(text, carrier);
        denied = Math.max(denied, like);
        surely ||=
          like >= entailmentLimits.near_copy ||
          (like >= entailmentLimits.likely && negations(text) !== negations(carrier.text));
      }
    }
    const borne = found.filter(
      ({ weak, carriers: [by] }) =>
        (copied === 0 || (!weak && (longestRun(text, by?.text ?? "")?.words ?? 0) >= copied)) &&
        (denied < (weak ? entailmentLimits.likely : entailmentLimits.near_copy) ||
          (by !== undefined && likeness(text, by) >= denied)),
    );
    if (copied > 0 && borne.length === 0) {
      surely = true;
      return "denied";
    }
    const against =
      whole && partsOfSentence(text).length > 1
        ? entailmentLimits.same_line
        : entailmentLimits.likely;
    return borne.length === 0 && denied >= against ? "denied" : borne;
  };
  const judgedWhole = judge(sentence, true);
  if (typeof judgedWhole === "string") return surely ? "denied" : undefined;
  const whole = judgedWhole.toSorted((a, b) => (better(a, b) ? -1 : 1))[0];
  if (whole !== undefined && !whole.weak) return whole;
  const joined = joinParts(sentence, judge);
  return whole === undefined || (joined !== undefined && better(joined, whole)) ? joined : whole;
}

/** Each clause of the sentence on a line of its own, all of them near each other. */
function joinParts(
  sentence: string,
  judge: (text: string, whole: boolean) => Carried[] | "denied",
): Carried | undefined {
  const parts = partsOfSentence(sentence);
  if (parts.length < 2) return undefined;
  let chosen: Carried[] = [];
  for (const [at, part] of parts.entries()) {
    const grounds = joinsClauses(sentence, parts, at);
    const last = chosen.at(-1)?.carriers[0];
    const able = judge(part.text, false);
    if (typeof able === "string") return undefined;
    const found = able
      .filter(({ carriers: [one] }) => last === undefined || follows(one, last, part, grounds))
      .toSorted((a, b) => (better(a, b) ? -1 : 1))[0];
    if (found === undefined) return undefined;
    chosen = [...chosen, found];
  }
  const carriers = [...new Set(chosen.flatMap((one) => one.carriers))];
  const sizes = parts.map(({ text }) => singleWords(text).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const share = chosen.reduce((sum, one, i) => sum + one.held.share * (sizes[i] ?? 0), 0) / total;
  const lacks = [...new Set(chosen.flatMap((one) => one.held.lacks))];
  const weak = share < entailmentLimits.supported_share || chosen.some((one) => one.weak);
  const backwards = carriers.some(({ at }, i) => at < (carriers[i - 1]?.at ?? 0));
  if (backwards && has(sentence, "sequence")) return undefined;
  if (share < entailmentLimits.weak_share) return undefined;
  return { carriers, held: { share, run: 0, lacks }, weak: weak || carriers.length > 1 };
}

/**
 * May a clause stand on this line where the one before it stands on that? What is a ground or a condition holds for the
 * same line, or for one that speaks of it.
 */
function follows(one: Carrier | undefined, last: Carrier, part: Part, grounds: boolean): boolean {
  if (one === undefined || one === last) return one === last;
  if (Math.abs(one.at - last.at) > entailmentLimits.apart) return false;
  // A row is about what its first cell says, which the sentence names or is not borne by it.
  if (one.cells === undefined && !leadsAlike(part, one.text)) return false;
  return !grounds || (one.at === last.at + 1 && has(one.text, "stands-for"));
}

/** A sentence made of a line's words is that line, right or wrong: no lesser line bears it against this one. */
const likeness = (sentence: string, { text, words }: Carrier): number =>
  Math.min(heldBy(sentence, words).share, heldBy(text, wordsHeld(sentence)).share);

/** The sentences that speak of the same thing: a lesser one does not rescue what the nearest one contradicts. */
function nearest(text: string, carriers: readonly Carrier[]): Carrier[] {
  // A whole list holds every word of each of its items, and bears only what tells of several.
  const found = carriers
    .filter(({ items }) => items === undefined || enumerates(text, items))
    .map((carrier) => ({ carrier, share: heldBy(text, carrier.words).share }))
    .sort((a, b) => b.share - a.share)
    .slice(0, entailmentLimits.looked);
  const least = Math.max(
    entailmentLimits.least_share,
    (found[0]?.share ?? 0) * entailmentLimits.nearly_first,
  );
  return found.filter(({ share }) => share >= least).map(({ carrier }) => carrier);
}

/** `denied`: how much of the line the sentence goes on with that is about something else. */
function judged(one: Case): Carried | { denied: number } | undefined {
  const { text, clause, carrier, around } = one;
  const { verdict, points } = judgeCase(one);
  if (verdict === "refuse") {
    const denied = points.includes(exchanges.point) ? copiedBehindOther(one) : 0;
    return denied > 0 ? { denied } : undefined;
  }
  const beside = [carrier.before, carrier.after].flatMap((line) => line ?? []);
  const lines = wordsHeld(`${around.statement}\n${around.above}`);
  const own = heldBy(text, lines);
  const held = heldBy(text, wordsHeld([around.statement, around.above, ...beside].join("\n")));
  const subject = subjectOf(text);
  const predicate = text.slice(text.indexOf(subject) + subject.length);
  const unsaid =
    subject !== "" &&
    contentWeight(predicate) >= 1 &&
    heldBy(predicate, lines).share < entailmentLimits.predicate_share;
  const { weak_share, own_share, supported_share, longest_addition } = entailmentLimits;
  const least = clause ? weak_share : own_share;
  if (unsaid || held.share < weak_share || own.share < least || held.run > longest_addition)
    return undefined;
  const shown = carrier.unit.kind !== "code" || text.includes(carrier.text.trim());
  const sure = verdict === "pass" && shown;
  return { carriers: [carrier], held: own, weak: own.share < supported_share || !sure };
}

/** A sentence that names what announces a list and some of its items. */
function enumerates(sentence: string, [lead = "", ...items]: readonly string[]): boolean {
  const mine = wordsHeld(sentence);
  const named = items.filter(
    (item) => heldBy(markedPieces(item)[0] ?? item, mine).share >= entailmentLimits.named_share,
  );
  return named.length > 1 && heldBy(lead, mine).share >= entailmentLimits.lead_share;
}
