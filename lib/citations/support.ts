import { tokenize } from "#lib/platform/words";
import { factsOf, holdsFact, indexFacts, negations } from "./facts.ts";
import type { Unit } from "./units.ts";

/**
 * How far the cited lines carry a sentence that is not a quotation of theirs. Facts that change a meaning (numbers with
 * their units, identifiers, quoted words, names, a negation) must all stand in the lines; of the other content words
 * most must. It judges words, not meaning: it may refuse a fair paraphrase, it must not pass a changed fact.
 */
export type Evidence = { citation: number; text: string; units: Unit[] };
export type Finding = {
  support: "supported" | "weak" | "none";
  /** Per citation the unit that carries most of the sentence; for marking. */
  best: { citation: number; unit: Unit }[];
};

/** Shares of the sentence's content words that its cited lines must hold. */
const supportedShare = 0.8;
const weakShare = 0.5;

export function findSupport(sentence: string, evidence: readonly Evidence[]): Finding {
  const wanted = terms(sentence);
  const held = new Set<string>();
  const best: Finding["best"] = [];
  let carrier: Unit | undefined;
  let carried = -1;
  for (const { citation, units } of evidence) {
    let top: { unit: Unit; share: number } | undefined;
    for (const unit of units) {
      const own = terms(unit.text);
      for (const term of own) held.add(term);
      if (unit.kind === "heading") continue;
      const share = overlap(wanted, own);
      if (share > (top?.share ?? 0)) top = { unit, share };
    }
    if (top === undefined) continue;
    best.push({ citation, unit: top.unit });
    if (top.share > carried) {
      carrier = top.unit;
      carried = top.share;
    }
  }
  const whole = evidence.map((e) => e.text).join("\n");
  const none: Finding = { support: "none", best: [] };
  if (carrier === undefined || wanted.size === 0) return none;
  const facts = indexFacts(whole);
  if (!factsOf(sentence).every((fact) => holdsFact(facts, fact))) return none;
  if (!samePolarity(sentence, carrier.text)) return none;
  const share = overlap(wanted, held);
  if (share >= supportedShare) return { support: "supported", best };
  return share >= weakShare ? { support: "weak", best } : none;
}

function terms(text: string): Set<string> {
  const found = new Set<string>();
  for (const token of tokenize(text))
    if (!token.stop && token.kind !== "part") found.add(token.term);
  return found;
}

function overlap(wanted: Set<string>, held: Set<string>): number {
  if (wanted.size === 0) return 0;
  let hits = 0;
  for (const term of wanted) if (held.has(term)) hits++;
  return hits / wanted.size;
}

/** A sentence and the one that carries it both deny or both affirm; near copies deny equally often. */
function samePolarity(sentence: string, carrier: string): boolean {
  const mine = negations(sentence);
  const theirs = negations(carrier);
  if (mine > 0 !== theirs > 0) return false;
  const near = overlap(terms(carrier), terms(sentence)) >= 0.8;
  return !near || mine === theirs;
}
