import type { Unit } from "#lib/markdown/units";
import type { Asked } from "./asked.ts";
import { lengthOf } from "./belongings.ts";
import type { Candidate } from "./candidates.ts";
import { dangles } from "./first-unit.ts";
import { asksHistory, tellsHistory } from "./history.ts";
import { isRow } from "./items.ts";
import { withoutLost } from "./lost.ts";
import { sectionOf } from "./section-of.ts";
import type { Chosen } from "./selection.ts";
import { blockOf } from "./standing-together.ts";
import { announcedBelow, isTorn } from "./torn.ts";

export type PlaceLimits = {
  /** So many places at most … */
  places: number;
  /** … whose best unit comes this near to the best unit of the first place, … */
  near: number;
  /** … each with no more characters than this, … */
  ofPlace: number;
  /** … and all together. */
  room: number;
};

/**
 * The best of what is not on the screen (`shown`) or in a section that a place was taken of, of this page or of others: each whole, or from its best unit on as far as
 * there is room. In the order of the passages' ranking. `shown`: units that are on the screen already; what is taken joins them.
 */
export function otherPlaces(
  first: Chosen,
  shown: Set<Unit>,
  ranked: readonly Candidate[],
  asked: Asked,
  limits: PlaceLimits,
): Chosen[] {
  const best = ranked.find(({ unit }) => first.units.includes(unit));
  const found: Chosen[] = [];
  if (best === undefined) return found;
  const said = new Set([...shown].map(({ text }) => text));
  let left = limits.room;
  const plain = !tellsHistory(best.source.citation) && !asksHistory(asked.question);
  const isOld = ({ citation }: Candidate["source"]): boolean => plain && tellsHistory(citation);
  for (const candidate of ranked) {
    if (found.length === limits.places || candidate.score < best.score * limits.near) break;
    const { source, unit } = candidate;
    if (shown.has(unit) || source.foreign !== best.source.foreign) continue;
    if (isOld(source)) continue;
    const most = Math.min(left, limits.ofPlace);
    const units = withRowsNear(candidate, fitting(candidate, asked, most), ranked, shown, most);
    if (units.length === 0 || dangles(units) || units.some(({ text }) => said.has(text))) continue;
    const [place] = withoutLost([{ source, units }], unit);
    if (place === undefined) continue;
    if (isTorn(unit, source.units, (one) => place.units.includes(one))) continue;
    for (const one of sectionOf({ source, units: [unit] }, [])) shown.add(one.unit);
    for (const { text } of units) said.add(text);
    found.push(place);
    left -= lengthOf(place.units);
  }
  return found.sort((a, b) => a.source.rank - b.source.rank);
}

/** What stands with a unit, from the unit on where all of it is too much. */
function fitting(candidate: Candidate, asked: Asked, most: number): Unit[] {
  const block = blockOf(candidate, asked);
  if (lengthOf(block) <= most) return block;
  const kept: Unit[] = [];
  for (const unit of block.slice(Math.max(0, block.indexOf(candidate.unit)))) {
    if (lengthOf([...kept, unit]) > most) break;
    kept.push(unit);
  }
  // One of fifteen under "The following rules:" would be read as the only one.
  const isMost = (unit: Unit): boolean => {
    const all = announcedBelow(unit, candidate.source.units);
    return all.filter((one) => kept.includes(one)).length * 2 >= Math.max(1, all.length);
  };
  const torn = kept.findIndex((unit) => unit.announces && !isMost(unit));
  return torn < 0 ? kept : kept.slice(0, torn);
}

/** With the other rows of its table or options that come as near, as far as there is room: words seldom tell one from the next. */
function withRowsNear(
  { unit, source, score }: Candidate,
  units: Unit[],
  ranked: readonly Candidate[],
  shown: ReadonlySet<Unit>,
  most: number,
): Unit[] {
  if (!isRow(unit) || units.length !== 1) return units;
  const near = ranked.filter(
    (c) =>
      c.source === source &&
      c.unit.block === unit.block &&
      c.unit !== unit &&
      !shown.has(c.unit) &&
      c.score >= score * rowsNear,
  );
  const kept = [...units];
  for (const { unit: row } of near.slice(0, mostRows))
    if (lengthOf([...kept, row]) <= most) kept.push(row);
  return source.units.filter((one) => kept.includes(one));
}
const rowsNear = 0.8;
const mostRows = 3;
