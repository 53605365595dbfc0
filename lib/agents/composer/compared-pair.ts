import { comparison } from "#lib/language/comparison";
import { contentTerms, tokenize } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import type { Asked } from "./asked.ts";
import { belongings, lengthOf } from "./belongings.ts";
import type { Candidate, Source } from "./candidates.ts";
import { answerBudget } from "./lengths.ts";
import { ownText, tableHead } from "./unit-signs.ts";

export type Pair = { source: Source; units: Unit[] };

/**
 * What sets two things against each other: a table with a column for either, or what each has of its own in one passage,
 * a row, an item or a paragraph ("moved: …" and "changed: …").
 */
export function comparedPair(ranked: readonly Candidate[], asked: Asked): Pair | undefined {
  if (asked.kind !== "comparison") return undefined;
  const near = ranked.filter((c) => !c.source.foreign);
  const names = comparedIn(asked.question);
  if (names === undefined) return keyedPair(near, keysIn(asked.question));
  const [a, b] = names.map(bareName) as [string, string]; // two names are compared
  const table = tableOfBoth(near, a, b) ?? listOfBoth(near, a, b, asked);
  if (table !== undefined) return table;
  for (const one of near.filter(({ unit }) => isOf(unit, a, b))) {
    const other = near.find(({ source, unit }) => source === one.source && isOf(unit, b, a));
    if (other?.unit.kind !== one.unit.kind) continue;
    return pairOf(one, other);
  }
  return keyedPair(near, (key) => [a, b].some((name) => isCalled(name, key)));
}

/** Rows of one table or items of one section, each keyed by one of the things: "`WAIT` …" and "`REJECT` …". */
function keyedPair(
  near: readonly Candidate[],
  isMeant: (key: string) => boolean,
): Pair | undefined {
  const keyed = near.flatMap((one) => {
    const key = keyOfEntry(one.unit);
    return key.length > 1 && isMeant(key) ? [{ ...one, key }] : [];
  });
  for (const one of keyed) {
    const together = keyed.filter((other) => standTogether(one, other));
    const keys = Map.groupBy(together, ({ key }) => key);
    if (keys.size < 2) continue;
    const firsts = [...keys.values()].flatMap(([first]) => first ?? []);
    const units = firsts.sort((x, y) => x.index - y.index).map(({ unit }) => unit);
    if (lengthOf(units) <= answerBudget) return { source: one.source, units };
  }
  return undefined;
}

function standTogether(one: Candidate, other: Candidate): boolean {
  if (one.source !== other.source || one.unit.kind !== other.unit.kind) return false;
  if (one.unit.kind === "table") return one.unit.block === other.unit.block;
  const [from, to] = [Math.min(one.index, other.index), Math.max(one.index, other.index)];
  return !one.source.units.slice(from, to).some(({ kind }) => kind === "heading");
}

/** The key is what is compared, or its last word: 停止 of 工作流实例点停止. */
const isCalled = (name: string, key: string): boolean => {
  const said = plain(name);
  const apart = han.test(key) || han.test(said.at(-key.length - 1) ?? "");
  return said === key || (said.endsWith(key) && apart);
};

/** Where no two things are told apart by the grammar: keys that the question has as words. */
function keysIn(question: string): (key: string) => boolean {
  const words = new Set(question.toLowerCase().match(/[\w.-]*\w/g));
  const names = (key: string) => words.has(key) && tokenize(key).some(({ stop }) => !stop);
  return (key) => (han.test(key) ? key.length > 2 && question.includes(key) : names(key));
}

/** What a row, or an item that opens with a term in code or in bold, is about; in small letters. */
function keyOfEntry(unit: Unit): string {
  const opening =
    unit.kind === "table"
      ? /^\s*\|?([^|]*)\|/.exec(ownText(unit))?.[1]
      : unit.kind === "list_item" || unit.kind === "step"
        ? /^(?:`[^`]{1,30}`|\*\*[^*]{1,30}\*\*)/.exec(unit.text)?.[0]
        : undefined;
  return (opening ?? "").replace(/[`*"'“”\s:：]/g, "").toLowerCase();
}
const han = /\p{Script=Han}/u;

/** "A vs B: what are the defaults?" compares in its first words and asks for more of both in the rest. */
function comparedIn(question: string): readonly [string, string] | undefined {
  const first = question.split(/[:：,，;；]\s?/)[0] ?? "";
  return comparison.plan(question)?.compared ?? comparison.plan(first)?.compared;
}

/** Rows and items as they are; of prose both paragraphs, with what stands between them. */
function pairOf(one: Candidate, other: Candidate): Pair {
  const { source } = one;
  const [first, second] = one.index < other.index ? [one, other] : [other, one];
  const both = { source, units: [first.unit, second.unit] };
  if (one.unit.kind !== "sentence") return both;
  const end = source.units.findLastIndex((u) => u.block === second.unit.block);
  const stretch = source.units.slice(first.index, end + 1);
  const whole = stretch.every((u) => u.kind === "sentence") && lengthOf(stretch) <= answerBudget;
  return whole ? { source, units: stretch } : both;
}

/** A table with a column for each of the two sets them against each other, row by row. */
function tableOfBoth(near: readonly Candidate[], a: string, b: string): Pair | undefined {
  const row = near.find(({ unit }) => {
    const titles = tableHead(unit)
      .split(/(?<!\\)\|/)
      .map(plain);
    return plain(a) !== plain(b) && titles.includes(plain(a)) && titles.includes(plain(b));
  });
  if (row === undefined) return undefined;
  const { source, unit } = row;
  const units = source.units.filter((u) => u.kind === "table" && u.block === unit.block);
  const own = units.reduce((sum, u) => sum + ownText(u).length, 0);
  return own <= longestTable ? { source, units } : undefined;
}

/** "A and B differ mainly in:" and the list below it; of several the one that says least of anything else. */
function listOfBoth(
  near: readonly Candidate[],
  a: string,
  b: string,
  asked: Asked,
): Pair | undefined {
  const leads = near.filter(({ unit: { announces, text } }) => {
    return announces && saysDifference.test(text) && holds(text, a) && holds(text, b);
  });
  const [lead] = leads.sort((one, two) => two.signs.density - one.signs.density);
  if (lead === undefined) return undefined;
  const units = belongings(lead, asked);
  return units.some(({ kind }) => kind === "list_item" || kind === "table")
    ? { source: lead.source, units }
    : undefined;
}

const saysDifference = /\bdiffer|\bcompar|\bunlike\b|区别|區別|差异|差異|差别|差別|不同/i;

/** Rows of two columns that are compared, in characters. */
const longestTable = 1400;

const plain = (text: string): string => text.toLowerCase().replace(/[`*_\s]/g, "");

/** It opens with the one name, and not with both. */
function isOf(unit: Unit, name: string, other: string): boolean {
  const opening = unit.text.slice(0, name.length + other.length + 20);
  const both = unit.kind === "sentence" && holds(opening, other);
  return opensWith(unit, name) && !opensWith(unit, other) && !both;
}

/** The words of a name stand in a row's first cell, at the very beginning of a text, or in it as a term that it names. */
function opensWith(unit: Unit, name: string): boolean {
  const own = ownText(unit);
  const cell = /^\s*\|?([^|]*)\|/.exec(own)?.[1] ?? "";
  if (unit.kind === "table") return holds(cell, name);
  const terms = unit.kind === "sentence" ? [...own.matchAll(emphasis)] : [];
  return holds(own.slice(0, name.length + 6), name) || terms.some(([term]) => holds(term, name));
}

function holds(text: string, name: string): boolean {
  const held = new Set(contentTerms(text));
  const terms = contentTerms(name);
  return terms.length > 0 && terms.every((term) => held.has(term));
}

/** "… is called the *Heartbeat Interval*." */
const emphasis = /(?<![*_\w])[*_]{1,2}([^*_]{2,40})[*_]{1,2}(?![*_\w])/g;

/** `"changed" on a source`, "a source marked changed" -> changed. */
function bareName(name: string): string {
  const quoted = /["“「`]([^"”」`]+)["”」`]/.exec(name)?.[1];
  return (
    quoted ??
    name
      .replace(/^.*\b(?:marked|called|named|labell?ed|flagged)\s(?:as\s)?/i, "")
      .replace(/\s(?:in|on|of|for|at|with|when)\s.*$/i, "")
      .replace(/^(?:an?|the)\s/i, "")
  );
}
