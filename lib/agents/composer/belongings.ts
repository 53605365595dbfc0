import type { Unit } from "#lib/markdown/units";
import { type Asked, hitsIn, share } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { headOfItem, isRow, isText } from "./items.ts";
import {
  answerBudget,
  isTooLong,
  procedureBudget,
  readLength,
  reasonBudget,
  sectionBudget,
  sectionWithCodeBudget,
} from "./lengths.ts";
import { wantsProcedure } from "./question.ts";
import { ownText } from "./unit-signs.ts";

/**
 * What a reader needs with a unit to use it, in the order of the file: the command under "Run:", the whole of a numbered
 * procedure, the sub-items of an item, "No." before the sentence it opens. For a section whose heading asks how something
 * is done: the section from its first words. Nothing beyond a unit too long to be quoted.
 */
const sameQuestion = 0.8;
/** An item that holds the amount so surely says it alone. */
const anAmount = 0.6;
/** A row that lists values, and as much of the question as this, is the list that was asked for. */
const listsValues = /(?:["'`][^"'`|]+["'`]\s*[,，、/]\s*){2,}/;
const asMuch = 0.7;
const mostOfIt = 0.35;

export function belongings(candidate: Candidate, asked: Asked): Unit[] {
  const { unit } = candidate;
  const all = everything(candidate, asked);
  const own = Math.max(0, all.indexOf(unit));
  const before = all.findLastIndex((u, i) => i < own && !isQuotable(u));
  const after = all.findIndex((u, i) => i >= own && !isQuotable(u));
  const near = all.slice(before + 1, after === -1 ? all.length : after);
  return near.length > 0 ? near : [unit];
}

/** Short enough to be a claim. */
const isQuotable = (unit: Unit): boolean => !isTooLong(unit);

function everything(candidate: Candidate, asked: Asked): Unit[] {
  const { units } = candidate.source;
  // The second sentence of an item stands behind the first.
  const index = headOfItem(units, candidate.index);
  const unit = units[index] as Unit; // an index of `units`
  const toDo = wantsProcedure(asked.kind);
  if (candidate.section >= sameQuestion && toDo) return openingOfSection(units, index);
  if (unit.kind === "step") return procedure(units, index);
  if (unit.kind === "list_item") return item(units, index, asked, candidate.signs.exactType);
  if (isRow(unit)) return rows(units, index, asked);
  const stuck = asked.kind === "troubleshooting";
  if (unit.kind === "code")
    return stuck ? withRemedy(units, codeWithLead(units, index)) : codeWithLead(units, index);
  const next = units[index + 1];
  const unfinished = next?.kind === "code" && !/[.。!！?？][^\p{L}\p{N}]*$/u.test(unit.text);
  if (unit.announces || unfinished) {
    const whole = [unit, ...announced(units, index)];
    return stuck && next?.kind === "code" ? withRemedy(units, whole) : whole;
  }
  if (toDo) return [unit, ...useful(units, index)];
  if (asked.kind === "list") return [unit, ...listBelow(units, index)];
  return withVerdict(units, index, asked);
}

export function lengthOf(units: readonly Unit[]): number {
  return units.reduce((sum, u) => sum + readLength(u), 0);
}

/** "Yes.", "没有。": the shortest answer there is, and none without the sentence that follows. */
const verdictAlone = /^(?:yes|no|not yet|是|否|不|能|会|可以|没有|有|支持|需要)/i;
const verdictFirst =
  /^(?:(?:yes|no|not yet)\b|(?:是的|是|否|不会|不能|不可以|不需要|不支持|不|能|会|可以|没有|支持|需要)[，,。])/i;

/** "Therefore …" says nothing without what it follows from; both must fit where an answer is looked for. */
const follows =
  /^(?:therefore|thus|hence|consequently|as a result|that is why|because of this|因此|因而|所以|为此|因为这样)/i;

function withVerdict(units: Unit[], index: number, asked: Asked): Unit[] {
  const unit = units[index] as Unit; // `index` is the candidate's own
  const next = units[index + 1];
  const alone = (u: Unit) => u.text.length <= 12 && verdictAlone.test(u.text);
  if (alone(unit)) return next?.block === unit.block ? [unit, next] : [unit];
  const before = units[index - 1];
  if (follows.test(unit.text) && before?.block === unit.block && isText(before)) {
    const both = [before, unit];
    if (lengthOf(both) <= reasonBudget) return both;
  }
  const opener = units.find((u) => u.block === unit.block);
  if (opener === undefined || opener === unit || !isText(opener)) return [unit];
  const decides = asked.kind === "yes_no" || asked.kind === "other";
  // Of a section that answers another question its "Yes." would answer this one.
  const opens = decides && (alone(opener) || verdictFirst.test(opener.text));
  return opens && lengthOf([opener, unit]) <= sectionBudget ? [opener, unit] : [unit];
}

function codeWithLead(units: Unit[], index: number): Unit[] {
  const code = units[index] as Unit; // `index` is the candidate's own
  const before = units[index - 1];
  return isText(before) && before.block !== code.block ? [before, code] : [code];
}

/** The section that holds the unit, from its first words, as far as an answer goes. */
function openingOfSection(units: Unit[], index: number): Unit[] {
  let from = index;
  while (from > 0 && units[from - 1]?.kind !== "heading") from--;
  let to = index + 1;
  while (to < units.length && units[to]?.kind !== "heading") to++;
  const section = units.slice(from, to);
  // Up to the end of the steps, or the first code and what is said about it.
  const lastStep = section.findLastIndex((u) => u.kind === "step");
  if (lastStep !== -1) {
    const end = section.findLastIndex((u, i) => i >= lastStep && (i === lastStep || u.depth > 0));
    return cut(section.slice(0, end + 1), procedureBudget);
  }
  const code = section.some((u) => u.kind === "code");
  return cut(section, code ? sectionWithCodeBudget : sectionBudget);
}

/** What "…:" announces: the code, list or table right below. */
function announced(units: Unit[], index: number): Unit[] {
  const at = index + 1;
  const next = units[at];
  if (isRow(next)) return cut(sameBlock(units, at), procedureBudget);
  switch (next?.kind) {
    case "code":
      return next.text.length <= answerBudget ? [next] : [];
    case "step":
      return cut(wholeList(units, at), procedureBudget);
    case "list_item":
      return cut(wholeList(units, at), answerBudget);
    case "sentence":
    case "quote":
      return [next];
    default:
      return [];
  }
}

/** For a reader who wants to do it: what follows up to the first code or steps; if there are none, the next sentences. */
function useful(units: Unit[], index: number): Unit[] {
  const unit = units[index] as Unit; // `index` is the candidate's own
  const following: Unit[] = [];
  let used = unit.text.length;
  for (let i = index + 1; i < units.length && i <= index + 4; i++) {
    const next = units[i] as Unit; // within bounds
    if (next.kind === "heading" || isRow(next)) break;
    if (next.kind === "step") return [...following, ...cut(wholeList(units, i), procedureBudget)];
    if (used + next.text.length > answerBudget) break;
    following.push(next);
    used += next.text.length;
    if (next.kind === "code") return following;
  }
  if (following.some((u) => u.kind === "list_item")) return following;
  return following.filter((u) => u.block === unit.block).slice(0, 2);
}

/** A message given back helps nobody: what its section says after it, cause and cure, belongs to it. */
function withRemedy(units: Unit[], message: Unit[]): Unit[] {
  const after = units.indexOf(message.at(-1) as Unit) + 1; // a message is never empty
  const end = units.findIndex((u, i) => i >= after && u.kind === "heading");
  const remedy = units.slice(after, end === -1 ? undefined : end);
  const brings = message.some((u) => u.kind === "code" && bringsAbout.test(u.text));
  return cut(brings && remedy.length > 0 ? remedy : [...message, ...remedy], procedureBudget);
}

/** Commands at a prompt and the error that they end with: how it is brought about, which nobody in trouble should type. */
const bringsAbout = /^\s*[$>] .+\n(?:.*\n)*?(?!\s*[$>] ).*\berror\b/im;

/** What a passage says before its first heading, as far as it fits. */
export function openingOf(units: readonly Unit[], budget: number): Unit[] {
  const end = units.findIndex((u) => u.kind === "heading");
  return cut(units.slice(0, end === -1 ? undefined : end), budget);
}

/** The list or table that a paragraph leads to without saying so, for a reader who asked for one. */
function listBelow(units: Unit[], index: number): Unit[] {
  const at = units.findIndex((u, i) => i > index && u.block !== units[index]?.block);
  const next = units[at];
  if (next?.kind === "list_item") return cut(wholeList(units, at), answerBudget);
  return isRow(next) ? cut(sameBlock(units, at), procedureBudget) : [];
}

/** The whole list that the step at `index` belongs to, with its code and sub-items, under its opening sentence. */
function procedure(units: Unit[], index: number): Unit[] {
  return cut(withLead(units, wholeList(units, index)), procedureBudget);
}

/** `amount`: how nearly the item itself holds the amount that is asked for; if none does, its items are what is counted. */
function item(units: Unit[], index: number, asked: Asked, amount: number): Unit[] {
  const unit = units[index] as Unit; // `index` is the candidate's own
  const list = withLead(units, wholeList(units, index));
  const wholesome =
    asked.kind === "list" ||
    (asked.kind === "how_many" && amount < anAmount) ||
    wantsProcedure(asked.kind);
  if (asked.kind === "list" || (wholesome && lengthOf(list) <= answerBudget))
    return cut(list, answerBudget);
  const own: Unit[] = [unit];
  for (const next of units.slice(index + 1)) {
    const inside = next.block === unit.block || next.depth > unit.depth;
    const below = next.depth === unit.depth && next.list === unit.list && next.kind === "code";
    if (!inside && !below) break;
    own.push(next);
  }
  return cut(own, answerBudget);
}

/** One row, or the table when it is what was asked for and short enough. */
function rows(units: Unit[], index: number, asked: Asked): Unit[] {
  const unit = units[index] as Unit; // `index` is the candidate's own
  const held = hitsIn(ownText(unit), asked);
  if (wantsProcedure(asked.kind)) {
    // Another row that says as much of it is another way to do it.
    return cut(
      sameBlock(units, index).filter((row) => {
        const own = hitsIn(ownText(row), asked);
        return row === unit || (held.size > 0 && [...held].every((i) => own.has(i)));
      }),
      answerBudget,
    );
  }
  if (asked.kind !== "list" && asked.kind !== "comparison") return [unit];
  // Both of what is compared stand in the one row.
  const both = asked.names.size > 1 && [...asked.names].every((name) => held.has(name));
  if (asked.kind === "comparison" && both) return [unit];
  const all = sameBlock(units, index);
  const least = Math.max(mostOfIt, asMuch * share(held, asked));
  const listing = all.filter(
    (row) => listsValues.test(ownText(row)) && share(hitsIn(ownText(row), asked), asked) >= least,
  );
  if (asked.kind === "list" && listing.length === 1) return listing;
  return lengthOf(all) <= procedureBudget ? all : [unit];
}

function wholeList(units: Unit[], index: number): Unit[] {
  const unit = units[index] as Unit; // callers name an item
  const belongs = (u: Unit | undefined) =>
    u !== undefined && (u.depth > unit.depth || (u.depth === unit.depth && u.list === unit.list));
  let from = index;
  while (belongs(units[from - 1])) from--;
  let to = index + 1;
  while (belongs(units[to])) to++;
  return units.slice(from, to);
}

function withLead(units: Unit[], list: Unit[]): Unit[] {
  const lead = list[0] === undefined ? undefined : units[units.indexOf(list[0]) - 1];
  return isText(lead) && lead.announces ? [lead, ...list] : list;
}

function sameBlock(units: Unit[], index: number): Unit[] {
  return units.filter((u) => u.block === units[index]?.block);
}

/** As many units from the front as fit, always the first; a last one that promises more is left out. */
function cut(units: Unit[], limit: number): Unit[] {
  const kept: Unit[] = [];
  let used = 0;
  for (const unit of units) {
    if (kept.length > 0 && used + readLength(unit) > limit) break;
    kept.push(unit);
    used += readLength(unit);
  }
  while (kept.length > 1 && kept.at(-1)?.announces === true) kept.pop();
  return kept;
}
