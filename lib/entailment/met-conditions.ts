import type { Around } from "./carriers.ts";
import { has } from "./facts/cues.ts";
import { factsOf, holdsFact, indexFacts } from "./facts/facts.ts";
import { markedPieces } from "./facts/pieces.ts";
import { entailmentLimits } from "./limits.ts";
import { heldByMeaning } from "./meaning-held.ts";
import { negations } from "./negations.ts";

/**
 * The leads of a line without those whose condition is met: the person has said so ("I forgot my password"), the answer has
 * said it before, or it is what the section is about ("If you have this problem, try:"). `known`: what was said.
 */
export function withoutMet(around: Around, known = ""): Around {
  const leads = around.leads.filter((lead) => !has(lead, "condition") || !isMet(lead, known));
  return leads.length === around.leads.length ? around : { ...around, leads };
}

function isMet(lead: string, known: string): boolean {
  const condition = conditionIn(lead);
  if (has(condition, "this-matter")) return negations(condition) === 0;
  // "Only on Windows" is not met by Linux, however near the two are.
  const facts = factsOf(condition);
  return known
    .split("\n")
    .concat(known)
    .some(
      (said) =>
        said !== "" &&
        negations(said) > 0 === negations(condition) > 0 &&
        facts.every((fact) => holdsFact(indexFacts(said), fact)) &&
        heldByMeaning(condition, said).share >= entailmentLimits.likely,
    );
}

/** From the first clause with a condition on, without what it announces. */
function conditionIn(lead: string): string {
  const pieces = markedPieces(lead);
  const first = pieces.findIndex((piece) => has(piece, "condition"));
  const own = pieces.slice(first, Math.max(first + 1, pieces.length - 1));
  return own.length === 0 ? lead : own.join(", ");
}
