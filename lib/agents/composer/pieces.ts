import type { Unit } from "#lib/markdown/units";
import { isItem, isRow } from "./items.ts";
import type { Placed } from "./section-of.ts";
import { announcedBelow, isPicture } from "./torn.ts";

/**
 * What of a section is read as one: a paragraph, a block of code, a table, a list with all that stands inside its items.
 * `from` and `to` are places in the section, both of them its own.
 */
export type Piece = { kind: "text" | "code" | "table" | "list"; from: number; to: number };

export function piecesOf(section: readonly Placed[]): Piece[] {
  const pieces: Piece[] = [];
  let list: number | undefined;
  section.forEach((here, i) => {
    const { unit } = here;
    const before = section[i - 1];
    const last = pieces.at(-1);
    const apart = before?.source !== here.source;
    const inside = last?.kind === "list" && goesOnWith(section, last, i);
    const kind = inside || unit.depth > 0 ? "list" : kindOf(unit);
    const top = unit.depth === 1 ? unit.list : list;
    const goesOn =
      kind === "list"
        ? inside || (last?.kind === "list" && (top === list || apart))
        : !apart && before?.unit.block === unit.block;
    list = kind === "list" ? top : undefined;
    if (last !== undefined && goesOn) last.to = i;
    else pieces.push({ kind, from: i, to: i });
  });
  return pieces;
}

const kindOf = (unit: Unit): Piece["kind"] =>
  isRow(unit) ? "table" : unit.kind === "code" ? "code" : "text";

/** Code at the margin behind "- For one, type:" is in the item, and the item behind that code is the next of the list. */
function goesOnWith(section: readonly Placed[], list: Piece, at: number): boolean {
  const units = section.slice(list.from).map(({ unit }) => unit);
  const here = at - list.from;
  const unit = units[here];
  const item = units.slice(0, here).findLast((one) => isItem(one) && one.depth === 1);
  if (unit === undefined || item === undefined) return false;
  const behind = units.slice(here).find(({ kind }) => kind !== "code");
  const next = isItem(behind) && behind?.depth === 1 && behind.kind === item.kind;
  const counts = next && behind.kind === "step" && Number(behind.info) === Number(item.info) + 1;
  const announced =
    units.slice(0, here).findLast(({ kind }) => kind !== "code")?.announces === true;
  if (unit.kind === "code" && unit.depth === 0) return counts || announced;
  return unit === behind && units[here - 1]?.kind === "code" && (counts || (next && announced));
}

/** The sentence of a piece that announces the piece behind it. */
export function leadTo(
  section: readonly Placed[],
  piece: Piece | undefined,
  next: Piece | undefined,
): Unit | undefined {
  const first = next && section[next.from]?.unit;
  if (first === undefined || piece?.kind !== "text") return undefined;
  return section
    .slice(piece.from, piece.to + 1)
    .find(
      ({ source, unit }) =>
        announcedBelow(unit, source.units).includes(first) && !isPicture(unit, first),
    )?.unit;
}
