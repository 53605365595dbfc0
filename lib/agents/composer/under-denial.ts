import { leadsOf } from "#lib/entailment/leads";
import { negations } from "#lib/entailment/negations";
import type { Unit } from "#lib/markdown/units";
import { type Asked, headingMatch } from "./asked.ts";

/** A question that is this near to a heading asks for what stands under it. */
const sameQuestion = 0.6;

/** "Never:" stands before the items that are quoted from under it; alone they would say the opposite. */
export function withDenials<Chosen extends { source: { units: Unit[] }; units: Unit[] }>(
  chosen: readonly Chosen[],
): Chosen[] {
  const taken = new Set(chosen.flatMap(({ units }) => units));
  return chosen.map((one) => ({
    ...one,
    units: one.units.flatMap((unit) => {
      const over = leadsOf(unit, one.source.units, "").denying.filter((line) => !taken.has(line));
      for (const line of over) taken.add(line);
      return [...over.reverse(), unit];
    }),
  }));
}

/**
 * A heading ("Unsupported") is not quoted, so what it denies is not either, unless it is what was asked for. `above`: the
 * heading over all `units`.
 */
export function isDeniedAbove(
  unit: Unit,
  { units, above }: { units: readonly Unit[]; above: string },
  asked: Asked,
): boolean {
  const { denying, denials } = leadsOf(unit, units, above);
  if (denials === 0 || denying.length > 0 || negations(asked.question) > 0) return false;
  const own = units.slice(0, units.indexOf(unit)).findLast(({ kind }) => kind === "heading");
  return headingMatch(own?.text ?? above, asked) < sameQuestion;
}
