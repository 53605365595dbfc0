import type { Unit } from "#lib/markdown/units";
import { isItem, isRow, isText } from "./items.ts";
import { pointsAtSaid } from "./points-back.ts";

/**
 * What a sentence points at in another block: the list or table above that it counts in, or the one below that it announces.
 * It is not told without: "the following options" would be whatever happens to stand there.
 */
export function isTorn(
  unit: Unit,
  units: readonly Unit[],
  isQuoted: (one: Unit) => boolean,
): boolean {
  const counted = countedAbove(unit, units);
  if (!counted.every(isQuoted)) return true;
  const before = units[units.indexOf(unit) - 1];
  const speaksOfIt = before?.block === unit.block && pointsAtSaid({ ...unit, kind: "sentence" });
  if (speaksOfIt && isTorn(before, units, isQuoted)) return true;
  const next = below(unit, units);
  if (next === undefined) return false;
  return next.kind === "heading" || isPicture(unit, next) || !isQuoted(next);
}

/** "前四项是 Cookie": the table or list right above whose first four are meant, or the table that holds "such a name". */
export function countedAbove(unit: Unit, units: readonly Unit[]): Unit[] {
  if (unit.kind !== "sentence") return [];
  const last = units[units.indexOf(unit) - 1];
  if (counts.test(unit.text)) return isRow(last) || isItem(last) ? togetherWith(last, units) : [];
  if (!ofTheirKind.test(unit.text)) return [];
  const above = units[units.findIndex(({ block }) => block === unit.block) - 1];
  return isRow(above) ? togetherWith(above, units) : [];
}

const togetherWith = (unit: Unit | undefined, units: readonly Unit[]): Unit[] =>
  unit === undefined ? [] : together(unit, units);

const counts =
  /^(?:[前后後][两兩三四五六七八九几幾][项項个個种種行条條]|the (?:first|last) (?:two|three|four|five|six)\b)/i;

const ofTheirKind = /\bsuch (?!as\b|that\b)\p{Ll}|这样的|這樣的|此类|此類|这类|這類/iu;

/** The code, list or table that "…:" or "the following …" announces; with its other rows or items. */
export function announcedBelow(unit: Unit, units: readonly Unit[]): Unit[] {
  const next = below(unit, units);
  return next === undefined ? [] : together(next, units);
}

function below(unit: Unit, units: readonly Unit[]): Unit | undefined {
  const at = units.indexOf(unit) + 1;
  if (unit.announces) return units[at];
  if (!isText(unit) || !ahead.test(unit.text)) return undefined;
  const next = units.slice(at).find(({ block }) => block !== unit.block);
  return next?.kind === "table" || next?.kind === "code" || isItem(next) ? next : undefined;
}

const ahead = /\b(?:the following|as follows)\b|如下|下列|(?<![\p{N}及或岁歲])以下(?!简称)/iu;

const together = (unit: Unit, units: readonly Unit[]): Unit[] =>
  units.filter((u) => u.block === unit.block || (u.list !== undefined && u.list === unit.list));

/** An image between them cannot be quoted: "The result:" announces that and not the paragraph behind it. */
export const isPicture = (unit: Unit, next: Unit): boolean =>
  unit.announces && next.kind === "sentence" && lines(unit, next) > 2;

const lines = (unit: Unit, next: Unit): number =>
  (next.spans[0]?.line ?? 0) - (unit.spans.at(-1)?.line ?? 0);
