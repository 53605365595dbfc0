import type { Unit } from "#lib/citations/units";
import type { Chosen } from "./selection.ts";

const pointing =
  /^(?:(?:(?:if|when|once|because|since|although) )?(?:they|this|that|these|those|such|(?:in|for|by|with) (?:this|that|these|those|such))\b|both\b(?! (?:\w+s|the|of the)\b)|(?:if|when) (?:so|not)\b|then\b|otherwise\b|the \w+ (?:for|of|to|behind) (?:this|that|these|those)\b|(?:引起|导致|導致|造成|出现|出現|遇到)?(?:这|這|那|此|如果(?:这样|是这样|不是)))/i;
/** "That is, …", "this page": they point at nothing that was said. */
const own =
  /^(?:that is\b|this (?:page|guide|document|section|chapter|tutorial)\b|那么|此外|这(?:一|个)?(?:页|章|节|篇))/i;

/**
 * What is quoted does not begin with a sentence that points at what is not quoted: "This means …" would speak of something
 * else. Under a heading it speaks of that, which stands above the quotation. `best`: what the first of them was chosen
 * for, which stays.
 */
export function withoutLost(chosen: readonly Chosen[], best: Unit | undefined): Chosen[] {
  return chosen.map((one) => {
    const from = one.units.findIndex((unit) => unit === best || !isLost(unit, one.source.units));
    return from < 1 ? one : { ...one, units: one.units.slice(from) };
  });
}

/** Does a quotation begin with such a sentence all the same? */
export const beginsLost = ([first]: readonly Chosen[]): boolean =>
  first?.units[0] !== undefined && isLost(first.units[0], first.source.units);

function isLost(unit: Unit, units: readonly Unit[]): boolean {
  if (unit.kind !== "sentence" || !pointing.test(unit.text) || own.test(unit.text)) return false;
  return units[units.indexOf(unit) - 1]?.kind !== "heading";
}
