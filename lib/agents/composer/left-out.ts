import type { Unit } from "#lib/markdown/units";
import { isItem } from "./items.ts";
import { leadTo, piecesOf } from "./pieces.ts";
import type { Placed } from "./section-of.ts";

/**
 * Of the lists and tables of a section that are shown in part: behind which unit how many items or rows follow that are not
 * shown. "The following types:" over two of five would say that there are two. Of one item, or of rows, that nothing on the screen
 * announces, nobody expects the others.
 */
export function leftOutOf(
  section: readonly Placed[],
  isShown: (unit: Unit) => boolean,
): Map<Unit, number> {
  const pieces = piecesOf(section);
  const leftOut = new Map<Unit, number>();
  pieces.forEach((piece, i) => {
    if (piece.kind !== "list" && piece.kind !== "table") return;
    const units = section.slice(piece.from, piece.to + 1).map(({ unit }) => unit);
    const over = leadTo(section, pieces[i - 1], piece);
    const lead = over !== undefined && isShown(over) ? over : undefined;
    const shown = units.filter(isShown);
    if (shown.length === 0 && lead === undefined) return;
    if (piece.kind === "table") {
      const [row] = shown;
      const missing = units.length - shown.length;
      if (lead !== undefined && missing > 0) leftOut.set(row ?? lead, missing);
      return;
    }
    if (lead === undefined && shown.filter(isItem).length < 2 && !shown[0]?.announces) return;
    let last = lead;
    let missing: Unit[] = [];
    const close = () => {
      const items = missing.filter(isItem);
      const depth = Math.min(...items.map((unit) => unit.depth));
      const count = items.filter((unit) => unit.depth === depth).length;
      if (last !== undefined && count > 0) leftOut.set(last, count);
      missing = [];
    };
    for (const unit of units) {
      if (!isShown(unit)) missing.push(unit);
      else {
        close();
        last = unit;
      }
    }
    close();
  });
  return leftOut;
}
