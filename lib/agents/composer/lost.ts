import type { Unit } from "#lib/markdown/units";
import { pointsAtSaid } from "./points-back.ts";
import type { Chosen } from "./selection.ts";
import { countedAbove, isTorn } from "./torn.ts";

/**
 * Nothing is quoted without the list that it counts in or announces, and no quotation begins with a sentence that points
 * at what is not quoted: "This means …" would speak of something else. Under a heading it speaks of that, which stands
 * above the quotation. `best`: what the first of them was chosen for, which stays unless it counts in what is not quoted.
 */
export function withoutLost(chosen: readonly Chosen[], best: Unit | undefined): Chosen[] {
  return chosen.map((one) => {
    const all = one.source.units;
    const isQuoted = (unit: Unit): boolean => one.units.includes(unit);
    const stays = (unit: Unit): boolean => unit === best && countedAbove(unit, all).every(isQuoted);
    const kept = one.units.filter((unit) => stays(unit) || !isTorn(unit, all, isQuoted));
    const units = kept.length > 0 ? kept : one.units;
    const from = units.findIndex((unit) => unit === best || !isLost(unit, all));
    return { ...one, units: from < 1 ? units : units.slice(from) };
  });
}

/** Does a quotation begin with such a sentence all the same? */
export const beginsLost = ([first]: readonly Chosen[]): boolean =>
  first?.units[0] !== undefined && isLost(first.units[0], first.source.units);

function isLost(unit: Unit, units: readonly Unit[]): boolean {
  return pointsAtSaid(unit) && units[units.indexOf(unit) - 1]?.kind !== "heading";
}
