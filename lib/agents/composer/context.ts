import type { Unit } from "#lib/citations/units";
import type { Lang } from "#lib/contracts/answer";
import { lengthOf } from "./belongings.ts";
import { isItem, isText } from "./items.ts";
import { opensBack } from "./points-back.ts";
import type { Chosen } from "./selection.ts";
import { isPicture } from "./torn.ts";

/**
 * What a quoted sentence is read in: a single one has lost its subject, its condition or what "this" is, so the rest of its
 * paragraph comes with it; with an item come the items it stands under and the sentence that introduces the list. In the
 * order of the file and whole sentences only, the nearest first. It is no part of the answer: nothing is decided by it.
 * A row and code come with what announces them.
 */
export type InContext = { context: ReadonlySet<Unit> };

/** So much of what stands before a sentence and of what follows it, in characters. */
export type Room = { before: number; after: number };
export const roundAnswer: Record<Lang, Room> = {
  en: { before: 400, after: 200 },
  "zh-CN": { before: 200, after: 100 },
};
/** Of what stands beside an answer, or in its place. */
export const roundOthers: Record<Lang, Room> = {
  en: { before: 200, after: 0 },
  "zh-CN": { before: 120, after: 0 },
};

/** The places with what each is read in. `shown`: units that are on the screen already; what comes joins them. */
export function inContext<Place extends Chosen>(
  chosen: readonly Place[],
  shown: Set<Unit>,
  room: Room,
): (Place & InContext)[] {
  for (const { units } of chosen) for (const unit of units) shown.add(unit);
  const said = new Set([...shown].map(({ text }) => text));
  const isTold = (unit: Unit): boolean => shown.has(unit) || said.has(unit.text);
  return chosen.map((place) => {
    const { source, units } = place;
    const context = new Set<Unit>();
    const add = (some: readonly Unit[]) => {
      for (const unit of some) {
        shown.add(unit);
        said.add(unit.text);
        context.add(unit);
      }
      return some;
    };
    const whole = units.flatMap((unit, i) => {
      const next = units[i + 1];
      const opens = units[i - 1]?.block !== unit.block;
      const goesOn = next?.block === unit.block;
      const until = goesOn ? source.units.indexOf(next) : undefined;
      return [
        ...(opens ? add(before(unit, source.units, isTold, room.before)) : []),
        unit,
        ...add(after(unit, source.units, isTold, goesOn ? room.before : room.after, until)),
      ];
    });
    return { ...place, units: whole, context };
  });
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
