import type { Unit } from "#lib/citations/units";
import { isItem, isText } from "./items.ts";
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
    const kind = unit.depth > 0 ? "list" : isText(unit) || isItem(unit) ? "text" : kindOf(here);
    const top = unit.depth === 1 ? unit.list : list;
    const goesOn =
      kind === "list"
        ? last?.kind === "list" && (top === list || before?.source !== here.source)
        : before?.source === here.source && before.unit.block === unit.block;
    list = kind === "list" ? top : undefined;
    if (last !== undefined && goesOn) last.to = i;
    else pieces.push({ kind, from: i, to: i });
  });
  return pieces;
}

const kindOf = ({ unit }: Placed): "code" | "table" => (unit.kind === "table" ? "table" : "code");

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
