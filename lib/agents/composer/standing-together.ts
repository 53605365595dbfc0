import type { Lang } from "#lib/contracts/answer";
import { contentTerms } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import type { Asked } from "./asked.ts";
import { belongings, lengthOf } from "./belongings.ts";
import type { Candidate } from "./candidates.ts";
import { dangles } from "./first-unit.ts";
import { isItem, isRow, isText } from "./items.ts";
import { answerBudget } from "./lengths.ts";
import { namesBefore, opensBack, pointsAtSaid, pointsBack } from "./points-back.ts";
import { asksFact, wantsProcedure } from "./question.ts";
import { countedAbove } from "./torn.ts";
import { ownText, unitWeights } from "./unit-signs.ts";

/**
 * What is quoted with a unit because it stands with it, so that nothing is torn: of prose a run of sentences that follow
 * each other, of a procedure the paragraph from its first words; then what the section says next.
 */

/** A paragraph no longer than this is quoted whole where the whole matters, in characters; Chinese says it in half. */
const paragraph: Record<Lang, number> = { en: 420, "zh-CN": 210 };
/** A run of sentences, where a fact was asked for: its first one answers. */
const run: Record<Lang, number> = { en: 280, "zh-CN": 200 };
/** A run of sentences of a paragraph that is too long to be quoted whole. */
const longRun: Record<Lang, number> = { en: 300, "zh-CN": 150 };
/** The section is quoted on while the answer is no longer than this. */
const section: Record<"doing" | "fact", Record<Lang, number>> = {
  doing: { en: 1300, "zh-CN": 780 },
  fact: { en: 300, "zh-CN": 240 },
};

/** More of the section is quoted where it comes this near to the best unit's score … */
const nearness = 0.8;
/** … from before a fact only where it comes as near as this … */
const asGood = 0.85;
/** … while the stretch is no longer than this, in characters, */
const stretch: Record<Lang, number> = { en: 900, "zh-CN": 540 };
/** … and the answer ends no farther from its beginning than this: the words that answer stand near the front. */
const front: Record<Lang, number> = { en: 270, "zh-CN": 180 };

/** … and so far where it points at what stands in the sentence before, and would speak of something else without it. */
const toldBefore: Record<Lang, number> = { en: 340, "zh-CN": 210 };

/** The unit with its code, list or table (belongings.ts), or with the sentences beside it. */
export function blockOf(candidate: Candidate, asked: Asked): Unit[] {
  const units = belongings(candidate, asked);
  const { unit, source } = candidate;
  const [head] = units;
  if (head === undefined || !isText(unit) || units.some((u) => u.block !== unit.block))
    return units;
  const all = source.units.filter((u) => u.block === unit.block);
  const back = asked.kind === "yes_no" && pointsBack(unit);
  const whole = wantsProcedure(asked.kind) || asked.kind === "comparison" || back;
  if (whole && lengthOf(all) <= paragraph[asked.lang]) return all;
  const at = all.indexOf(head);
  let from = at > 0 && whole && pointsBack(unit) ? at - 1 : at;
  // A sentence that opens with what stands before it is quoted with that, while it still stands near the front.
  while (from > 0 && hangs(all[from] as Unit)) {
    const most = pointsAtSaid(all[from] as Unit) ? toldBefore : front;
    if (lengthOf(all.slice(from - 1, at + 1)) > most[asked.lang]) break;
    from--;
  }
  const most = (whole ? longRun : run)[asked.lang];
  let to = Math.max(from + 1, all.indexOf(units.at(-1) ?? head) + 1);
  const told = candidate.signs.exactType === 1;
  while (!told && to < all.length && lengthOf(all.slice(from, to + 1)) <= most) to++;
  const above =
    from === 0
      ? [...shortAbove(source.units, all[0]), ...saidAbove(source.units, all[0], asked)]
      : [];
  return [...above, ...withoutPromise(all.slice(from, to))];
}

const hangs = (unit: Unit): boolean => pointsBack(unit) || namesBefore(unit);

/** "This means …" at the head of a paragraph: what stands right above it in the section, as far as it is short. */
function saidAbove(units: readonly Unit[], unit: Unit | undefined, { lang }: Asked): Unit[] {
  const above: Unit[] = [];
  let first = unit;
  while (first !== undefined && opensBack(first)) {
    const before: Unit | undefined = units[units.indexOf(first) - 1];
    if (before === undefined || !(isText(before) || before.kind === "code")) break;
    if (lengthOf([before, ...above]) > paragraph[lang]) break;
    above.unshift(before);
    first = before;
  }
  return above;
}

/** The list or table that it counts in, where that is short. */
function shortAbove(units: readonly Unit[], unit: Unit | undefined): Unit[] {
  const above = unit === undefined ? [] : countedAbove(unit, units);
  return above.reduce((sum, u) => sum + ownText(u).length, 0) <= answerBudget ? above : [];
}

/** The blocks that follow in the section: what is said next belongs to it. Rows of a table stand for themselves. */
export function withSection(block: Unit[], candidate: Candidate, asked: Asked): Unit[] {
  const { units } = candidate.source;
  const last = block.at(-1);
  if (last === undefined) return block;
  const toDo = wantsProcedure(asked.kind);
  let at = units.indexOf(last) + 1;
  const cutShort = units[at]?.block === last.block;
  const enumerated = block.some((u) => isRow(u) || u.kind === "list_item");
  if (candidate.signs.exactType === 1 && !dangles(block)) return block;
  if (isRow(last) || (!toDo && (cutShort || enumerated))) return block;
  // What "…:" announces belongs to it, however little else is quoted.
  const most = dangles(block) ? answerBudget : section[toDo ? "doing" : "fact"][asked.lang];
  const all = [...block];
  while (at < units.length && units[at]?.kind !== "heading") {
    const next = units.slice(at).filter((u) => u.block === units[at]?.block);
    if (lengthOf([...all, ...next]) > most) break;
    all.push(...next);
    at += next.length;
  }
  return withoutPromise(all);
}

/**
 * "Example:" and its code say what is typed and not what it does: the first words of their section come before them, whatever
 * of it is left out.
 */
export function withOpening(chosen: Unit[], best: Candidate, { lang }: Asked): Unit[] {
  const { source, signs } = best;
  const [head] = chosen;
  if (head === undefined || !isBare(head) || signs.exactType === 1) return chosen;
  const { units } = source;
  const [start] = sectionAround(units, units.indexOf(head), units.indexOf(head));
  const opener = units[start];
  if (opener === undefined || chosen.includes(opener) || !isText(opener)) return chosen;
  const whole = units.filter((u) => u.block === opener.block);
  const opening = lengthOf(whole) <= run[lang] ? whole : [opener];
  return dangles(opening) ? chosen : [...opening, ...chosen];
}

const isBare = ({ kind, text, announces }: Unit): boolean =>
  kind === "code" || (announces && contentTerms(text).length <= 1);

/**
 * The section as far as more of it comes near: from a line that stands shortly before to what follows, with everything
 * between and in the order of the file, so that nothing is torn and no exception stands before its rule.
 */
export function stretchOf(
  block: Unit[],
  best: Candidate,
  ranked: readonly Candidate[],
  { lang, kind }: Asked,
): Unit[] {
  const { units } = best.source;
  const whole = !asksFact(kind);
  const places = block.map((unit) => units.indexOf(unit));
  let from = Math.min(...places);
  let to = Math.max(...places);
  // What was left out before it stays out.
  const begins = !block.includes(best.unit);
  // An item that holds the value is one of many that hold another.
  if (isItem(best.unit) && best.signs.exactType > 0) return block;
  const [start, end] = sectionAround(units, from, to);
  // That it defines the thing puts a sentence first, and nothing else farther from it.
  const least = nearness * (best.score - unitWeights.definition * best.signs.definition);
  const near = ranked.filter((c) => c.source === best.source && c.score >= least);
  for (const { index, signs, score } of near) {
    if (index < start || index >= end || (index >= from && index <= to)) continue;
    if (begins && index < from) continue;
    const wider = units.slice(Math.min(from, index), Math.max(to, index) + 1);
    if (lengthOf(wider) > stretch[lang] || wider.some(isRow)) continue;
    if (index < from && lengthOf(units.slice(index, best.index + 1)) > front[lang]) continue;
    // A fact is told by its own sentence first, unless what stands before is as good; the paragraph goes on from there.
    const tells = best.signs.exactType === 1 && signs.exactType < 1;
    const lesser = tells || score < best.score * asGood;
    if (index < from && !whole && (lesser || units[index]?.block === best.unit.block)) continue;
    from = Math.min(from, index);
    to = Math.max(to, index);
  }
  const all = units.slice(from, endOfList(units, from, to) + 1);
  return all.length > block.length ? withoutPromise(all) : block;
}

/** "The following files:" is not followed by some of them, where all of them fit. */
function endOfList(units: readonly Unit[], from: number, to: number): number {
  const { list } = units[to] ?? {};
  if (list === undefined) return to;
  const first = units.findIndex((u) => u.list === list);
  const last = units.findLastIndex((u) => u.list === list);
  if (first <= from || units[first - 1]?.announces !== true) return to;
  return lengthOf(units.slice(from, last + 1)) <= answerBudget ? last : to;
}

/** The first unit of the section and the first one behind it. */
function sectionAround(units: readonly Unit[], from: number, to: number): [number, number] {
  const start = units.findLastIndex((u, i) => i < from && u.kind === "heading") + 1;
  const end = units.findIndex((u, i) => i > to && u.kind === "heading");
  return [start, end === -1 ? units.length : end];
}

/** A last sentence that announces what is not quoted is left out, unless it is all there is. */
function withoutPromise(units: Unit[]): Unit[] {
  const kept = [...units];
  while (kept.length > 1 && dangles(kept)) kept.pop();
  return kept;
}
