import type { Unit } from "#lib/markdown/units";
import { type Candidate, type Field, pageOf } from "./candidates.ts";

/** A section with what speaks for its units: where an answer may stand. */
export type AnswerPlace = {
  /** Of one section, in the order of the ranking of their passages. */
  candidates: readonly Candidate[];
  /** Its best unit. */
  best: Candidate;
  /** Log-odds of its units. */
  odds: ReadonlyMap<Unit, number>;
  /** Share of all units' likelihood that its units have, 0 to 1. */
  share: number;
};

/**
 * The sections of what was found, the likeliest first. `scores` are those of the candidates, as log-odds: a section with
 * several good units is likelier than one with a single line that happens to hold the words.
 */
export function rankPlaces(field: Field, scores: readonly number[]): AnswerPlace[] {
  const most = Math.max(...scores);
  const logOdds = new Map(field.candidates.map((one, i) => [one, scores[i] ?? most]));
  const odds = new Map([...logOdds].map(([one, score]) => [one, Math.exp(score - most)]));
  const all = sumOf(odds.values());
  const sections = Map.groupBy(field.candidates, sectionKey);
  const oddsOf = (one: Candidate) => odds.get(one) ?? 0;
  return [...sections.values()]
    .flatMap((candidates) => {
      const [best] = candidates.toSorted((a, b) => oddsOf(b) - oddsOf(a));
      const share = sumOf(candidates.map(oddsOf)) / all;
      const own = new Map(candidates.map((one) => [one.unit, logOdds.get(one) ?? most]));
      return best === undefined ? [] : [{ candidates, best, odds: own, share }];
    })
    .sort((a, b) => b.share - a.share || oddsOf(b.best) - oddsOf(a.best));
}

/** The same for units of one section. */
export const sectionKey = ({ source: { citation } }: Candidate): string =>
  JSON.stringify([pageOf(citation), citation.breadcrumb]);

const sumOf = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};
