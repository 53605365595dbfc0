import type { Unit } from "#lib/citations/units";
import { type Asked, share, union } from "./asked.ts";
import type { Candidate, Source } from "./candidates.ts";
import { wantsProcedure } from "./question.ts";

/**
 * From the unit that answers to what a reader needs to use it: the command under "Run:", the whole of a numbered
 * procedure, the rows of a table under their header, the sentence that goes on. A second source is quoted only if it
 * holds words of the question that the first lacks, or answers nearly as well.
 */
export type Chosen = { source: Source; units: Unit[] };

/** Characters of an answer in all; a procedure that is kept whole may pass it. */
const budget = 900;
const procedureBudget = 1600;

/** When a further unit is quoted: scores are shares of the best one's. */
export const more = {
  /** Sentences are added while the answer is shorter than this, if they come this near. */
  fill: { en: 300, "zh-CN": 220 },
  fillNear: 0.6,
  fillNearOther: 0.8,
  /** Beyond that, only what nearly answers as well or holds this much more of the question. */
  near: 0.88,
  /** Beside steps, code or a table. */
  nearBeside: 0.95,
  gain: 0.15,
  farthest: 0.55,
  sure: 0.8,
  limit: 480,
};

export function selectUnits(ranked: Candidate[], asked: Asked): Chosen[] {
  const best = ranked[0];
  if (best === undefined) return [];
  const first = around(best, asked);
  const chosen: Chosen[] = [{ source: best.source, units: first }];
  const seen = new Set(first.map((u) => u.text));
  let used = length(first);
  const quoted = ranked.filter((c) => c.source === best.source && first.includes(c.unit));
  let covered = union(best.hitsWithHeading, ...quoted.map((c) => c.hits));
  // A section whose heading asks the question needs no second opinion.
  const sure = best.section >= more.sure;
  const prose = first.every((u) => u.kind === "sentence" || u.kind === "quote");
  const limit = prose ? more.limit : budget;
  for (const next of ranked.slice(1, 16)) {
    if (used >= limit) break;
    if (seen.has(next.unit.text) || next.source.foreign !== best.source.foreign) continue;
    const same = chosen.find((c) => c.source === next.source);
    if (same === undefined && chosen.length >= 3) continue;
    const nearness = next.score / best.score;
    if (nearness < more.farthest) break;
    const gain = share(union(covered, next.hits), asked) - share(covered, asked);
    const other = next.source !== best.source;
    const fills =
      prose &&
      used < more.fill[asked.lang] &&
      nearness >= (other ? more.fillNearOther : more.fillNear) &&
      !(other && sure);
    const near = nearness >= (prose ? more.near : more.nearBeside) && !(other && sure);
    if (!fills && !near && gain < more.gain) continue;
    const units = (same === undefined ? around(next, asked) : [next.unit]).filter(
      (u) => !seen.has(u.text),
    );
    if (units.length === 0 || used + length(units) > limit) continue;
    if (same) same.units = inOrder(same, units, best.unit);
    else chosen.push({ source: next.source, units });
    for (const u of units) seen.add(u.text);
    used += length(units);
    covered = union(covered, next.hits);
  }
  return chosen;
}

function length(units: readonly Unit[]): number {
  return units.reduce((sum, u) => sum + u.text.length, 0);
}

/** The answering unit stays first; what was added follows in the order of the file. */
function inOrder(chosen: Chosen, added: Unit[], first: Unit): Unit[] {
  const all = chosen.source.units;
  const rest = [...chosen.units, ...added].filter((u) => u !== first);
  if (chosen.units[0] !== first) return [...chosen.units, ...added];
  return [first, ...rest.sort((a, b) => all.indexOf(a) - all.indexOf(b))];
}

/** The unit with what belongs to it, in the order of the file. */
function around(candidate: Candidate, asked: Asked): Unit[] {
  const { unit, index } = candidate;
  const { units } = candidate.source;
  if (candidate.section >= more.sure && wantsProcedure(asked.kind)) return opening(units, index);
  if (unit.kind === "step") return procedure(units, index);
  if (unit.kind === "list_item") return item(units, index, asked);
  if (unit.kind === "table") return rows(units, index, candidate, asked);
  if (unit.kind === "code") {
    const before = units[index - 1];
    return before !== undefined && isText(before) && before.block !== unit.block
      ? [before, unit]
      : [unit];
  }
  const next = units[index + 1];
  const unfinished = next?.kind === "code" && !/[.。!！?？]\W*$/.test(unit.text);
  if (unit.announces || unfinished) return [unit, ...announced(units, index)];
  if (wantsProcedure(asked.kind)) return [unit, ...useful(units, index)];
  if (isVerdict(unit.text) && next?.block === unit.block) return [unit, next];
  const opener = units.find((u) => u.block === unit.block);
  return opener !== undefined && isVerdict(opener.text) ? [opener, unit] : [unit];
}

/** "Yes.", "没有。": the shortest answer there is, and none without the sentence that it opens. */
const isVerdict = (text: string): boolean =>
  text.length <= 12 && /^(?:yes|no|not yet|是|否|不|能|会|可以|没有|有|支持|需要)/i.test(text);

/** The section that holds the unit, from its first words, as far as an answer goes. */
function opening(units: Unit[], index: number): Unit[] {
  let from = index;
  while (from > 0 && units[from - 1]?.kind !== "heading") from--;
  let to = index + 1;
  while (to < units.length && units[to]?.kind !== "heading") to++;
  const section = units.slice(from, to);
  const step = section.findIndex((u) => u.kind === "step");
  const last = section.findLastIndex((u) => u.kind === "step" || u.depth > 0);
  // Up to the end of the steps, or the first code and what is said about it.
  if (step !== -1) return cut(section.slice(0, last + 1), procedureBudget);
  return cut(section, more.limit + (section.some((u) => u.kind === "code") ? 420 : 0));
}

const isText = (u: Unit): boolean => u.kind === "sentence" || u.kind === "quote";

/** What "…:" announces: the code, list or table right below. */
function announced(units: Unit[], index: number): Unit[] {
  const next = units[index + 1];
  if (next === undefined || next.kind === "heading") return [];
  if (next.kind === "code") return next.text.length <= budget ? [next] : [];
  if (next.kind === "step")
    return procedure(units, index + 1).filter((u) => units.indexOf(u) > index);
  if (next.kind === "list_item") return cut(wholeList(units, index + 1), budget);
  if (next.kind === "table") return cut(sameBlock(units, index + 1), budget);
  return isText(next) ? [next] : [];
}

/** For a reader who wants to do it: the next sentences, code or steps up to the first code or the end of the section. */
function useful(units: Unit[], index: number): Unit[] {
  const following: Unit[] = [];
  let used = units[index]?.text.length ?? 0;
  for (let i = index + 1; i < units.length && i <= index + 4; i++) {
    const next = units[i] as Unit;
    if (next.kind === "heading" || next.kind === "table") break;
    if (next.kind === "step") {
      following.push(...procedure(units, i).filter((u) => units.indexOf(u) >= i));
      break;
    }
    if (used + next.text.length > budget) break;
    following.push(next);
    used += next.text.length;
    if (next.kind === "code") break;
  }
  // Prose alone that goes on and on is not what was asked for.
  if (following.some((u) => u.kind === "code" || u.kind === "step" || u.kind === "list_item"))
    return following;
  return following.filter((u) => u.block === units[index]?.block).slice(0, 2);
}

/** The whole list that the step at `index` belongs to, its code and sub-items included, under its opening sentence. */
function procedure(units: Unit[], index: number): Unit[] {
  const list = wholeList(units, index);
  const lead = units[units.indexOf(list[0] as Unit) - 1];
  const opened = lead !== undefined && isText(lead) && lead.announces ? [lead, ...list] : list;
  return cut(opened, procedureBudget);
}

function wholeList(units: Unit[], index: number): Unit[] {
  const unit = units[index] as Unit;
  const outer = unit.depth;
  const belongs = (u: Unit) =>
    u.depth > outer || (u.depth === outer && u.list === unit.list && u.kind !== "heading");
  let from = index;
  while (from > 0 && belongs(units[from - 1] as Unit)) from--;
  let to = index + 1;
  while (to < units.length && belongs(units[to] as Unit)) to++;
  return units.slice(from, to);
}

function item(units: Unit[], index: number, asked: Asked): Unit[] {
  const unit = units[index] as Unit;
  const list = wholeList(units, index);
  const lead = units[units.indexOf(list[0] as Unit) - 1];
  const opening = lead !== undefined && isText(lead) && lead.announces ? [lead] : [];
  const wholesome =
    asked.kind === "list" || asked.kind === "how_many" || wantsProcedure(asked.kind);
  if (wholesome && length([...opening, ...list]) <= budget) return [...opening, ...list];
  if (asked.kind === "list") return cut([...opening, ...list], budget);
  const own: Unit[] = [unit];
  for (let i = index + 1; i < units.length; i++) {
    const next = units[i] as Unit;
    const inside = next.block === unit.block || next.depth > unit.depth;
    const below = next.depth === unit.depth && next.list === unit.list && next.kind !== unit.kind;
    if (!inside && !(below && next.kind !== "list_item" && next.kind !== "step")) break;
    own.push(next);
  }
  return cut(own, budget);
}

function rows(units: Unit[], index: number, candidate: Candidate, asked: Asked): Unit[] {
  const unit = units[index] as Unit;
  if (asked.kind !== "list" && asked.kind !== "comparison") return [unit];
  const all = sameBlock(units, index);
  return length(all) / 3 <= budget ? all : [candidate.unit];
}

function sameBlock(units: Unit[], index: number): Unit[] {
  const block = units[index]?.block;
  return units.filter((u) => u.block === block);
}

/** As many units from the front as fit; always the first. */
function cut(units: Unit[], limit: number): Unit[] {
  const kept: Unit[] = [];
  let used = 0;
  for (const unit of units) {
    if (kept.length > 0 && used + unit.text.length > limit) break;
    kept.push(unit);
    used += unit.text.length;
  }
  return kept;
}
