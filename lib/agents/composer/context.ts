import type { Lang } from "#lib/contracts/answer";
import type { Unit } from "#lib/markdown/units";
import { lengthOf } from "./belongings.ts";
import type { Source } from "./candidates.ts";
import { isItem, isText } from "./items.ts";
import { leftOutOf } from "./left-out.ts";
import { growAround, type Room } from "./neighbours.ts";
import { mendOpenings } from "./openings.ts";
import { opensBack } from "./points-back.ts";
import { type Placed, sectionOf } from "./section-of.ts";
import type { Chosen } from "./selection.ts";
import { isPicture } from "./torn.ts";

/**
 * What a quoted sentence is read in: a single one has lost its subject, its condition or what "this" is, so the rest of its
 * paragraph comes with it, with an item the items it stands under and the sentence that introduces the list, and then what
 * stands next to it in its section. In the order of the file, the nearest first, never over a heading; a list, code and a
 * table whole, or a list with the number of its items that are not shown. It is no part of the answer: nothing is decided by it.
 */
export type InContext = {
  context: ReadonlySet<Unit>;
  /** Of a list or table that is shown in part: behind which unit how many items or rows are missing on the whole screen. */
  leftOut: () => ReadonlyMap<Unit, number>;
  /** What was chosen speaks of what is not shown. */
  lost: boolean;
};

/** The room for what an answer is read in; where it is sure, it comes first. Chinese says it in three fifths … */
export const roundAnswer = (sure: boolean, lang: Lang): Room =>
  sure
    ? inLang({ before: 400, after: 200, list: 700, blocks_above: false }, lang)
    : inLang({ before: 400, after: 700, list: 700, blocks_above: true }, lang);
/** … and for that of what stands beside an answer, or in its place. */
export const roundOthers = (sure: boolean, lang: Lang): Room =>
  inLang({ before: 200, after: sure ? 200 : 300, list: 300, blocks_above: true }, lang);

function inLang({ before, after, list, blocks_above }: Room, lang: Lang): Room {
  const share = lang === "en" ? 1 : 0.6;
  return { before: before * share, after: after * share, list: list * share, blocks_above };
}

/**
 * The places with what each is read in; one that goes on in another of the passages becomes several. `shown`: units that
 * are on the screen already; what comes joins them.
 */
export function inContext<Place extends Chosen>(
  chosen: readonly Place[],
  sources: readonly Source[],
  shown: Set<Unit>,
  room: Room,
): (Place & InContext)[] {
  for (const { units } of chosen) for (const unit of units) shown.add(unit);
  const said = new Set([...shown].map(({ text }) => text));
  // An item of a list is missing there, wherever else it is told.
  const isTold = (unit: Unit): boolean =>
    shown.has(unit) || (unit.depth === 0 && said.has(unit.text));
  return chosen.flatMap((place) =>
    stretchesOf(place).flatMap((units) => {
      const section = readOn(place.source, units, sources);
      const context = new Set<Unit>();
      const add = (some: readonly Unit[]) => {
        for (const unit of some) {
          shown.add(unit);
          said.add(unit.text);
          context.add(unit);
        }
      };
      for (const [i, unit] of units.entries()) {
        const next = units[i + 1];
        const goesOn = next?.block === unit.block;
        const until = goesOn ? place.source.units.indexOf(next) : undefined;
        if (units[i - 1]?.block !== unit.block)
          add(before(unit, place.source.units, isTold, room.before));
        add(after(unit, place.source.units, isTold, goesOn ? room.before : room.after, until));
      }
      growAround(section, { chosen: units, context, isTold, room, add });
      const isShown = (unit: Unit): boolean => units.includes(unit) || context.has(unit);
      add(itemsOver(section, isShown));
      const { come, go, lost } = mendOpenings(
        section.map(({ unit }) => unit),
        {
          ...{ isShown, isTold },
          stays: (unit) => !context.has(unit) || unit.announces,
          most: (unit) => (context.has(unit) ? room.before : 2 * room.before),
        },
      );
      add(come);
      for (const unit of go) for (const some of [shown, context]) some.delete(unit);
      // What is shown beside it is not left out.
      const leftOut = () => leftOutOf(section, (unit) => shown.has(unit));
      return bySource(section.filter(({ unit }) => isShown(unit))).map(
        (one): Place & InContext => ({
          ...{ ...place, ...one, context, leftOut },
          lost: one.units.some((unit) => lost.includes(unit)),
        }),
      );
    }),
  );
}

/**
 * The items that what is shown stands inside, or that announce its list: "2. Otherwise:" decides whether the steps below
 * it hold.
 */
function itemsOver(section: readonly Placed[], isShown: Told): Unit[] {
  const units = section.map(({ unit }) => unit);
  const over = new Set<Unit>();
  const addOver = (unit: Unit, at: number): void => {
    const list = units.slice(units.slice(0, at).findLastIndex(({ depth }) => depth === 0) + 1, at);
    const inside = isItem(unit) ? unit.depth - 1 : unit.depth;
    const above = list.findLast((one) => isItem(one) && one.depth === inside);
    const lead = list[list.findIndex((one) => one.list === unit.list) - 1] ?? list.at(-1);
    const item = above ?? (isItem(lead) && lead?.announces ? lead : undefined);
    if (item === undefined || over.has(item)) return;
    if (!isShown(item)) over.add(item);
    addOver(item, units.indexOf(item));
  };
  for (const [at, unit] of units.entries()) if (unit.depth > 0 && isShown(unit)) addOver(unit, at);
  return [...over];
}

/** The units of a place, cut where a heading stands between them or they are not in the order of the file. */
function stretchesOf({ source, units }: Chosen): Unit[][] {
  const stretches: Unit[][] = [];
  let last = -1;
  for (const unit of units) {
    const at = source.units.indexOf(unit);
    const apart =
      at < last || source.units.slice(last + 1, at).some(({ kind }) => kind === "heading");
    if (unit.kind === "heading") continue;
    if (stretches.length === 0 || apart) stretches.push([unit]);
    else stretches.at(-1)?.push(unit);
    last = at;
  }
  return stretches;
}

/** The section as far as nothing is missing between what was read of it. */
function readOn(source: Source, units: readonly Unit[], sources: readonly Source[]): Placed[] {
  const section = sectionOf({ source, units }, sources);
  const own = section.findIndex((one) => one.source === source);
  const isTorn = (i: number): boolean => {
    const [one, next] = [section[i - 1]?.source, section[i]?.source];
    if (one === undefined || next === undefined || one === next) return false;
    return next.citation.locator.line_start - one.citation.locator.line_end > fewLines;
  };
  let from = own;
  while (from > 0 && !isTorn(from)) from--;
  let to = own + 1;
  while (to < section.length && !isTorn(to)) to++;
  return section.slice(from, to);
}
/** Of two passages, one of which goes on where the other ends: blank lines stand between them. */
const fewLines = 3;

function bySource(shown: readonly Placed[]): Chosen[] {
  const places: Chosen[] = [];
  for (const { source, unit } of shown) {
    const last = places.at(-1);
    if (last?.source === source) last.units.push(unit);
    else places.push({ source, units: [unit] });
  }
  return places;
}

type Told = (unit: Unit) => boolean;

const isProse = (unit: Unit): boolean => isText(unit) || isItem(unit);

/** What stands before it in its paragraph or item, under what leads to it. */
function before(unit: Unit, units: readonly Unit[], isTold: Told, most: number): Unit[] {
  const block = units.filter((one) => one.block === unit.block);
  const [head = unit] = block;
  const own = isProse(unit) ? block.slice(0, block.indexOf(unit)) : [];
  const lead = head.list === undefined ? saidBefore(head, units) : leadingTo(head, units);
  const kept: Unit[] = [];
  for (const one of [...lead, ...own].toReversed()) {
    if (isTold(one) || lengthOf([one, ...kept]) > most) break;
    kept.unshift(one);
  }
  return kept;
}

/** The items that an item, or what stands inside one, is under, and the sentence that introduces the list. */
function leadingTo(head: Unit, units: readonly Unit[]): Unit[] {
  const first = units.findIndex(({ list }) => list === head.list);
  const depth = isItem(head) ? head.depth - 1 : head.depth;
  const end = isItem(head) ? first : units.indexOf(head);
  const over = units.slice(0, end).findLast((one) => isItem(one) && one.depth === depth);
  const lead = units[end - 1];
  if (depth > 0 && over !== undefined) {
    const rest = lead !== undefined && lead !== over && lead.announces ? [lead] : [];
    return [...leadingTo(over, units), over, ...rest];
  }
  return isText(lead) && lead.depth === 0 ? saidBefore(head, units, lead) : [];
}

/**
 * "…:", and at the head of a list or a paragraph too what "This is …" speaks of: it stands right before. Of "...is the same",
 * or of 等同于 between two blocks of code, that is the code.
 */
function saidBefore(
  unit: Unit,
  units: readonly Unit[],
  last: Unit | undefined = units[units.indexOf(unit) - 1],
): Unit[] {
  if (last === undefined || isPicture(last, unit)) return [];
  if (last.kind === "code" ? !joins(unit, units) : !isProse(last)) return [];
  if (last.kind !== "code" && !(leadsOn(last) || opensBack(unit))) return [];
  return [...saidBefore(last, units), last];
}

const leadsOn = ({ announces, text }: Unit): boolean => announces || /(?:\.{3}|…)$/.test(text);

/** The rest of a sentence that code stands within, or a few letters between two blocks of it. */
const joins = (unit: Unit, units: readonly Unit[]): boolean =>
  unit.kind === "sentence" &&
  (/^(?:\.{3}|…)/.test(unit.text) ||
    (unit.text.length <= fewLetters && units[units.indexOf(unit) + 1]?.kind === "code"));
const fewLetters = 16;

/** What follows in its paragraph, up to the next that is quoted (`until`); at its end not what announces something else. */
function after(
  unit: Unit,
  units: readonly Unit[],
  isTold: Told,
  most: number,
  until?: number,
): Unit[] {
  if (!isProse(unit)) return [];
  const kept: Unit[] = [];
  for (const next of units.slice(units.indexOf(unit) + 1, until)) {
    if (next.block !== unit.block || isTold(next)) break;
    if (lengthOf([...kept, next]) > most || (next.announces && until === undefined)) break;
    kept.push(next);
  }
  return kept;
}
