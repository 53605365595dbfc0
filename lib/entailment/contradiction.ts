import { tokenize } from "#lib/language/words";
import { turnsRound } from "./checks/opposites.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { amountsIn, holdsNumber } from "./facts/amounts.ts";
import { has } from "./facts/cues.ts";
import { type Fact, factsOf, holdsFact, indexFacts, isNumber } from "./facts/facts.ts";
import { isHan } from "./facts/single-words.ts";
import { subjectOf } from "./facts/subject.ts";
import { entailmentLimits } from "./limits.ts";
import { negations, withoutNot } from "./negations.ts";
import { frontOf, speakOfTheSame, underTheSameCondition } from "./same-thing.ts";

/**
 * Do two sentences that answer the same question say otherwise? Only what words can show is told: nearly the same sentence
 * with one other value, or with a denial or a word of opposite sense that the other has not. Two conditions, two things, and
 * two names of which both may hold are no contradiction:
 *
 *   "It listens on port 3000." / "It listens on port 8080."                      → value
 *   "Backups are kept for 30 days." / "Backups are kept for a long time."         → nothing: one says no value
 *   "On Linux it is 3000." / "On Windows it is 8080."                            → nothing: they differ in two things
 *   "It runs on Linux." / "It runs on Windows."                                  → nothing: it may run on both
 *   "Module 3 starts late." / "Module 4 starts late."                            → nothing: each is about its own
 *   "Tokens expire." / "Tokens do not expire."                                   → denial
 */
export type Contradiction = { kind: "value" | "denial" | "opposite" };

export function contradictionOf(one: string, other: string): Contradiction | undefined {
  const { sentence_characters, contradiction } = entailmentLimits;
  if (one.length > sentence_characters || other.length > sentence_characters) return undefined;
  const mine = valuesLacking(one, other);
  const theirs = valuesLacking(other, one);
  const [own] = mine;
  const [foreign] = theirs;
  if (own !== undefined && foreign !== undefined) {
    if (mine.length > 1 || theirs.length > 1 || own.kind !== foreign.kind) return undefined;
    if (isInSubject(one, own) || isInSubject(other, foreign)) return undefined;
    if (isInFront(one, own) || isInFront(other, foreign)) return undefined;
    if (!isNumber(own) && (has(one, "among-others") || has(other, "among-others"))) {
      return undefined;
    }
    const [mineLeft, theirsLeft] = [without(one, own), without(other, foreign)];
    if (!speakOfTheSame(mineLeft, theirsLeft)) return undefined;
    return shareOf(mineLeft, theirsLeft) >= contradiction.share ? { kind: "value" } : undefined;
  }
  // One names what the other does not: it may be a case of its own.
  if (own !== undefined || foreign !== undefined) return undefined;
  if (!speakOfTheSame(one, other) || !underTheSameCondition(one, other)) return undefined;
  const denied = negations(one) % 2 !== negations(other) % 2;
  const share = shareOf(withoutNot(one), withoutNot(other));
  if (denied) return share >= contradiction.denial_share ? { kind: "denial" } : undefined;
  const turned = turnsRound(one, other) && turnsRound(other, one);
  return turned && share >= contradiction.share ? { kind: "opposite" } : undefined;
}

/** What one says exactly and the other does not say in any form; a number with its unit counts once. */
function valuesLacking(sentence: string, other: string): Fact[] {
  const index = indexFacts(other);
  const amounts = amountsIn(other);
  const said = amountsIn(sentence);
  const facts = factsOf(sentence);
  const measured = new Set(facts.flatMap((fact) => (fact.kind === "measure" ? fact.value : [])));
  const lacking = facts.filter((fact) => {
    if (fact.kind === "number" && measured.has(fact.value)) return false;
    return !holdsFact(index, fact) && !(isNumber(fact) && holdsNumber(fact, amounts, said));
  });
  return [
    ...new Map(
      lacking.map((fact) => [isNumber(fact) ? fact.value : writtenIn(sentence, fact), fact]),
    ).values(),
  ];
}

/** Of the words of each so much stands in the other: the lesser of the two. */
function shareOf(one: string, other: string): number {
  const { words } = entailmentLimits.contradiction;
  const shares = [heldBy(one, wordsHeld(other)).share, heldBy(other, wordsHeld(one)).share];
  const weights = [contentWeight(one), contentWeight(other)];
  const shared = Math.min(...shares.map((share, i) => share * (weights[i] ?? 0)));
  return shared >= words ? Math.min(...shares) : 0;
}

/** It tells what the sentence is about, not what is said of that. */
const isInSubject = (sentence: string, fact: Fact): boolean =>
  holdsFact(indexFacts(subjectOf(sentence)), fact);

/** "In 2021 the limit was raised": when or where it holds. */
const isInFront = (sentence: string, fact: Fact): boolean =>
  frontOf(sentence)?.text.includes(writtenIn(sentence, fact)) === true;

/** A value goes with its unit, which is the word behind it, in Chinese the first character. */
function without(sentence: string, fact: Fact): string {
  const written = isNumber(fact) ? fact.value : writtenIn(sentence, fact);
  const at = sentence.indexOf(written);
  if (at === -1) return sentence;
  const behind = sentence.slice(at + written.length).trimStart();
  if (fact.kind !== "measure") return `${sentence.slice(0, at)} ${behind}`;
  const [unit = ""] = isHan(behind[0] ?? "") ? behind : behind.split(" ");
  return `${sentence.slice(0, at)} ${behind.slice(unit.length)}`;
}

/** As the sentence has it; a name is known by its term alone. */
function writtenIn(sentence: string, fact: Fact): string {
  if (fact.kind === "number") return fact.value;
  if (fact.kind === "measure") return `${fact.value} ${fact.unit}`;
  if (fact.kind !== "name") return fact.text;
  const token = tokenize(sentence).find(({ term }) => term === fact.term);
  return token === undefined ? fact.term : sentence.slice(token.start, token.end);
}
