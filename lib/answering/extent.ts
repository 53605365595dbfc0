import type { AskKind } from "#lib/contracts/question";
import type { Unit } from "#lib/markdown/units";
import { LIKELY_LOG_ODDS, LONG_REACH, LONG_SECTION, MOST_ITEMS } from "./limits.ts";
import type { AnswerPlace } from "./place.ts";
import { readText } from "./unit-text.ts";

/**
 * How far an answer goes beyond the unit that was chosen: unit by unit up and down its section, as far as a fitted model says
 * that the next one still belongs to the answer. Features read the section and not what was taken so far.
 */
export type Reach = {
  /** Whether this unit belongs to the answer, given that the one nearer to the chosen unit does. */
  unit: Unit;
  nearer: Unit;
  chosen: Unit;
  /** It stands below the chosen unit in the file. */
  below: boolean;
  /** Characters that are read in the whole section. */
  section: number;
  /** Log-odds of a unit, above or below those of the chosen one; undefined where it cannot be chosen. */
  odds: number | undefined;
  /** Share of the question that stands in it. */
  covered: number;
  kind: AskKind;
};

export type ExtentFeature = {
  name: string;
  /** 0 to 1. Pure. */
  value(reach: Reach): number;
};

const ways: ReadonlySet<AskKind> = new Set(["procedure", "error", "list"]);
const facts: ReadonlySet<AskKind> = new Set([
  ...(["value", "default", "time", "person", "place", "definition", "yes_no"] as const),
]);
const isItem = ({ kind }: Unit): boolean => kind === "list_item" || kind === "step";
const sameList = ({ unit, nearer }: Reach) => unit.list !== undefined && unit.list === nearer.list;
const sameBlock = ({ unit, nearer }: Reach) => unit.block === nearer.block;

const when = (name: string, holds: (reach: Reach) => boolean): ExtentFeature => ({
  name,
  value: (reach) => Number(holds(reach)),
});

export const extentFeatures: readonly ExtentFeature[] = [
  when("above", ({ below }) => !below),
  when("next-to-chosen", ({ nearer, chosen }) => nearer === chosen),
  when("same-block-below", (reach) => reach.below && sameBlock(reach)),
  when("same-block-above", (reach) => !reach.below && sameBlock(reach)),
  when("same-list-below", (reach) => reach.below && sameList(reach)),
  when("same-list-above", (reach) => !reach.below && sameList(reach)),
  when("is-announced", ({ below, nearer }) => below && nearer.announces),
  when("announces", ({ below, unit }) => !below && unit.announces),
  when("code-below", ({ below, unit }) => below && unit.kind === "code"),
  when("code-above", ({ below, unit }) => !below && unit.kind === "code"),
  when("deeper", ({ unit, chosen }) => unit.depth > chosen.depth),
  when("shallower", ({ unit, chosen }) => unit.depth < chosen.depth),
  when("row", ({ unit }) => unit.kind === "table"),
  when("from-row", ({ chosen }) => chosen.kind === "table"),
  when("from-item", ({ chosen }) => isItem(chosen)),
  when("from-code", ({ chosen }) => chosen.kind === "code"),
  {
    name: "likely",
    value: ({ odds }) =>
      odds === undefined ? 0 : Math.min(1, Math.max(0, 1 + odds / LIKELY_LOG_ODDS)),
  },
  { name: "covered", value: ({ covered }) => Math.min(1, covered) },
  { name: "long", value: ({ unit }) => Math.min(1, readText(unit).length / LONG_REACH) },
  { name: "long-section", value: ({ section }) => Math.min(1, section / LONG_SECTION) },
  when("way-below", ({ below, kind }) => below && ways.has(kind)),
  when("way-above", ({ below, kind }) => !below && ways.has(kind)),
  when("fact", ({ kind }) => facts.has(kind)),
];

/** What may be taken above and below the best unit of a place, each the nearest first. */
export function reachesOf(
  place: AnswerPlace,
  section: readonly Unit[],
  kind: AskKind,
): { above: Reach[]; below: Reach[] } {
  const chosen = place.best.unit;
  const at = section.indexOf(chosen);
  const length = lengthOf(section);
  const read = new Map(place.candidates.map((one) => [one.unit, one]));
  const oddsOf = (unit: Unit) => place.odds.get(unit);
  const own = oddsOf(chosen) ?? 0;
  const reach = (below: boolean) => (unit: Unit, i: number, units: readonly Unit[]) => {
    const odds = oddsOf(unit);
    return {
      ...{ unit, nearer: units[i - 1] ?? chosen, chosen, below, section: length, kind },
      odds: odds === undefined ? undefined : odds - own,
      covered: read.get(unit)?.covered ?? 0,
    };
  };
  return {
    above: section.slice(0, at).reverse().map(reach(false)),
    below: section.slice(at + 1).map(reach(true)),
  };
}

/** A unit that may be taken: how probably it belongs to the answer, and what it adds. */
export type Taken = { belongs: number; length: number; announced: boolean; item: boolean };

/**
 * How many units are taken above and below: the likelier side first, none below `least`, none beyond `most` characters in all,
 * but for what the last words announce. Of a list or a table no more than its most items.
 */
export function growFrom(
  own: { length: number; item: boolean },
  { above, below }: { above: readonly Taken[]; below: readonly Taken[] },
  least: number,
  most: number,
): { above: number; below: number } {
  const taken = { above: 0, below: 0 };
  let length = own.length;
  let items = Number(own.item);
  const fits = (one: Taken | undefined): one is Taken =>
    one !== undefined &&
    one.belongs >= least &&
    (length + one.length <= most || (one.announced && length <= most)) &&
    (!one.item || items < MOST_ITEMS);
  for (;;) {
    const up = above[taken.above];
    const down = below[taken.below];
    const side = fits(up) && (!fits(down) || up.belongs > down.belongs) ? "above" : "below";
    const next = side === "above" ? up : down;
    if (!fits(next)) return taken;
    taken[side] += 1;
    length += next.length;
    items += Number(next.item);
  }
}

/** What a reach adds, by how probably it belongs: what stands in an item is the item, whatever the model says. */
export const takenOf = (reach: Reach, belongs: number): Taken => {
  const { unit, nearer, below } = reach;
  const inside = below && standsIn(unit, nearer);
  return {
    belongs: inside ? 1 : belongs,
    length: readText(unit).length,
    announced: inside || (below && nearer.announces),
    item: countsAsItem(unit) && !inside,
  };
};

/** Whether a unit stands in the same item as the one before it, or in that one: its paragraphs, code, notes and lists. */
export const standsIn = (unit: Unit, before: Unit): boolean =>
  before.depth > 0 && (unit.depth > before.depth || (unit.depth === before.depth && !isItem(unit)));

/** An item of a list, or a row. */
export const countsAsItem = (unit: Unit): boolean => isItem(unit) || unit.kind === "table";

export const lengthOf = (units: readonly Unit[]): number =>
  units.reduce((sum, unit) => sum + readText(unit).length, 0);
