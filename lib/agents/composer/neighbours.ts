import type { Unit } from "#lib/markdown/units";
import { isItem, isRow } from "./items.ts";
import { isTooLong } from "./lengths.ts";
import { leadTo, type Piece, piecesOf } from "./pieces.ts";
import { opensBack } from "./points-back.ts";
import type { Placed } from "./section-of.ts";
import { ownText, tableHead } from "./unit-signs.ts";

/**
 * So much of what stands before a sentence and of what follows it, in characters; `list`: of the rest of a list of which
 * something is shown. `blocks_above`: whether what stands before its paragraph or list comes, too.
 */
export type Room = { before: number; after: number; list: number; blocks_above: boolean };

/**
 * What stands next to a quotation in its section: the rest of its list, then the blocks before and behind it, the nearest
 * first and without a hole, as far as there is room. A paragraph comes by sentences, a list by items, anything else whole and
 * with what announces it. The other rows of a table stand for themselves, and so does what stands behind them.
 */
export type Around = {
  chosen: readonly Unit[];
  /** What has come already: it has taken its room. */
  context: ReadonlySet<Unit>;
  isTold: (unit: Unit) => boolean;
  /** In characters. */
  room: Room;
  add: (some: readonly Unit[]) => void;
};

export function growAround(section: readonly Placed[], around: Around): void {
  const { chosen, context, isTold, room, add } = around;
  const units = section.map(({ unit }) => unit);
  const isShown = (unit: Unit | undefined): boolean =>
    unit !== undefined && (chosen.includes(unit) || context.has(unit));
  const pieces = piecesOf(section);
  const of = ({ from, to }: Piece): Unit[] => units.slice(from, to + 1);
  const first = units.findIndex((unit) => chosen.includes(unit));
  const last = units.findLastIndex((unit) => chosen.includes(unit));
  const taken = (some: readonly Unit[]): number => sizeOf(some.filter((unit) => context.has(unit)));
  const left = {
    before: room.before - taken(units.slice(0, first)),
    after: room.after - taken(units.slice(first)),
  };
  const more = Math.max(0, room.list - room.after);
  const fits = (some: readonly Unit[], side: "before" | "after"): boolean =>
    !some.some((unit) => isTold(unit) || isTooLong(unit)) && sizeOf(some) <= left[side];
  const take = (some: readonly Unit[], side: "before" | "after"): void => {
    left[side] -= sizeOf(some);
    add(some);
  };

  for (let at = units.findIndex(isShown); at < last; at++) fillHole(at);
  const end = units.findLastIndex(isShown);
  for (let i = pieces.findIndex(({ to }) => to >= end); i < pieces.length; i++) if (!down(i)) break;
  const start = units.findIndex(isShown);
  for (let i = pieces.findLastIndex(({ from }) => from <= start); i >= 0; i--)
    if (!up(i) || !room.blocks_above) break;

  /** What stands between two that are shown, unless it is rows; of a list the last items as far as they fit. */
  function fillHole(at: number): void {
    if (!isShown(units[at]) || isShown(units[at + 1])) return;
    const next = units.findIndex((unit, i) => i > at && isShown(unit));
    const hole = units.slice(at + 1, next);
    if ([units[at], units[next]].some(isRow)) return;
    if (fits(hole, "before")) take(hole, "before");
    else if (hole.every(({ depth }) => depth > 0)) take(lastItemsThatFit(hole), "before");
  }

  function lastItemsThatFit(rest: readonly Unit[]): Unit[] {
    let from = rest.length;
    for (let at = rest.length - 1; at >= 0; at--) {
      if (!isItem(rest[at])) continue;
      if (!fits(rest.slice(at), "before")) break;
      from = at;
    }
    return rest.slice(from);
  }

  /** The rest of the piece that is shown in part, or the next one; false where it ends there. */
  function down(i: number): boolean {
    const piece = pieces[i];
    if (piece === undefined) return false;
    const all = of(piece);
    const known = all.findLastIndex(isShown);
    const rest = all.slice(known + 1);
    if (rest.length === 0) return piece.kind !== "table" || all.every(isShown);
    if (piece.kind === "table" && known >= 0) return false;
    if (piece.kind === "list") {
      const begun = known >= 0 || isShown(leadTo(section, pieces[i - 1], piece));
      if (begun) left.after += more;
      const items = itemsThatFit(rest);
      const few = items.length < rest.length && items.filter(isItem).length < fewItems;
      if (begun || !few) take(items, "after");
      if (begun) left.after -= more;
      return items.length === rest.length;
    }
    const next = pieces[i + 1];
    if (piece.kind === "text") {
      const lead = leadTo(section, piece, next);
      const promise = lead === undefined && rest.at(-1)?.announces;
      const whole = lead !== undefined && next !== undefined ? [...rest, ...opening(next)] : rest;
      if (!promise && fits(whole, "after")) {
        take(rest, "after");
        return true;
      }
      const from = lead === undefined ? -1 : rest.indexOf(lead);
      take(sentencesThatFit(from < 0 ? rest : rest.slice(0, from)), "after");
      return false;
    }
    if (!fits(rest, "after")) return false;
    take(rest, "after");
    return true;
  }

  /** So much of a piece must come with what announces it. */
  function opening(piece: Piece): Unit[] {
    const all = of(piece);
    if (piece.kind !== "list") return all;
    const second = all.findIndex((unit, i) => i > 0 && isItem(unit));
    const third = all.findIndex((unit, i) => i > second && second > 0 && isItem(unit));
    return third < 0 ? all : all.slice(0, third);
  }

  /** Items from the first on; none that announces what would not come with it. */
  function itemsThatFit(rest: readonly Unit[]): Unit[] {
    let some: Unit[] = [];
    for (let end = 1; end <= rest.length; end++) {
      const ends = end === rest.length || isItem(rest[end]);
      if (!ends) continue;
      const more = rest.slice(0, end);
      if (!fits(more, "after")) break;
      if (!more.at(-1)?.announces) some = more;
    }
    return some;
  }

  function sentencesThatFit(rest: readonly Unit[]): Unit[] {
    let end = 0;
    while (end < rest.length && fits(rest.slice(0, end + 1), "after")) end++;
    while (end > 0 && rest[end - 1]?.announces) end--;
    return rest.slice(0, end);
  }

  function up(i: number): boolean {
    const piece = pieces[i];
    if (piece === undefined) return false;
    const all = of(piece);
    const known = all.findIndex(isShown);
    const rest = known < 0 ? all : all.slice(0, known);
    if (rest.length === 0) return true;
    if (piece.kind === "table" && known >= 0) return false;
    if (piece.kind === "list" && known >= 0) {
      const items = lastItemsThatFit(rest);
      take(items, "before");
      return items.length === rest.length;
    }
    if (piece.kind === "text") {
      const promise = known < 0 && all.at(-1)?.announces;
      if (promise && leadTo(section, piece, pieces[i + 1]) === undefined) return false;
      let from = rest.length;
      while (from > 0 && fits(rest.slice(from - 1), "before")) from--;
      while (from > 0 && from < rest.length && opensBack(rest[from] as Unit)) from++;
      take(rest.slice(from), "before");
      return from === 0;
    }
    const lead = leadTo(section, pieces[i - 1], piece);
    if (!fits(lead === undefined ? rest : [lead, ...rest], "before")) return false;
    take(rest, "before");
    return true;
  }
}

const fewItems = 2;

/** In characters; the rows of a table have one header. */
function sizeOf(some: readonly Unit[]): number {
  return some.reduce((sum, unit, i) => {
    if (unit.kind !== "table") return sum + unit.text.length;
    const header = some[i - 1]?.block === unit.block ? 0 : tableHead(unit).length;
    return sum + header + ownText(unit).length;
  }, 0);
}
