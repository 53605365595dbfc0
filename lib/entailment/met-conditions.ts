import { sentencesOf } from "#lib/markdown/sentences";
import type { Around } from "./carriers.ts";
import { turnsRound } from "./checks/opposites.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { has } from "./facts/cues.ts";
import { factsOf, holdsFact, indexFacts } from "./facts/facts.ts";
import { markedPieces } from "./facts/pieces.ts";
import { entailmentLimits } from "./limits.ts";
import { negations } from "./negations.ts";

/**
 * The leads of a line without those whose condition is met: the person has said so ("I forgot my password"), or it is no more
 * than what the section is about ("If you have this problem, try:").
 */
export function withoutMet(around: Around, question = ""): Around {
  const leads = around.leads.filter((lead) => !has(lead, "condition") || !isMet(lead, question));
  return leads.length === around.leads.length ? around : { ...around, leads };
}

function isMet(lead: string, question: string): boolean {
  const condition = conditionIn(lead);
  const facts = factsOf(condition);
  const denies = negations(condition) > 0;
  const { this_matter, met } = entailmentLimits;
  if (has(condition, "this-matter") && !has(lead, "only") && !denies && facts.length === 0)
    return contentWeight(condition) <= this_matter;
  const known = question === "" ? [] : [...sentencesOf(question), question];
  return known.some(
    (said) =>
      negations(said) > 0 === denies &&
      heldBy(condition, wordsHeld(said)).share >= met &&
      !turnsRound(condition, said) &&
      facts.every((fact) => holdsFact(indexFacts(said), fact)),
  );
}

/** From the first clause with a condition on, without what it announces. */
function conditionIn(lead: string): string {
  const pieces = markedPieces(lead);
  const first = pieces.findIndex((piece) => has(piece, "condition"));
  const own = pieces.slice(first, Math.max(first + 1, pieces.length - 1));
  return own.length === 0 ? lead : own.join(", ");
}
