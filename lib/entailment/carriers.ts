import { tokenize } from "#lib/language/words";
import { sentenceRanges } from "#lib/markdown/sentences";
import { columnsOf } from "#lib/markdown/table-rows";
import type { Unit } from "#lib/markdown/units";
import { type HeldWords, wordsHeld } from "./coverage.ts";
import { has, hitsOf, isWhole, opening } from "./facts/cues.ts";
import { markedPieces } from "./facts/pieces.ts";
import { leadsOf } from "./leads.ts";
import { entailmentLimits } from "./limits.ts";

/** Lines as they stand in the file now, that a sentence says it rests on. */
export type Evidence = {
  citation: number;
  units: Unit[];
  /** Title of the document and headings above the lines. */
  above: string;
  /** Name of the folder that the document stands in. */
  folder?: string;
  /** Of the person whom it is answered: what they say is so needs not be said again. */
  question?: string;
};

/** One sentence of the lines, an item, a row, or a whole list with the line that announces it. */
export type Carrier = {
  unit: Unit;
  /** All that it is made of: of a whole list the line that announces it and its items. */
  units: readonly Unit[];
  /** Its place among the others, in reading order. */
  at: number;
  text: string;
  prose: boolean;
  words: HeldWords;
  /** Of a row: what stands in its cells, each with its header, so that one may be told without the others. */
  cells: readonly string[] | undefined;
  /** Of a whole list: the line that announces it, and its items. */
  items: readonly string[] | undefined;
  before: string | undefined;
  after: string | undefined;
};

/** What is read with a carrier. */
export type Around = {
  /** With the code or list it announces and the lines that announce it. */
  statement: string;
  above: string;
  /** The nearest heading and the titles over it. */
  topic: string;
  refers: boolean;
  leads: readonly string[];
  /** How often these, or the heading, deny it. */
  denials: number;
};

export function carriersIn(units: readonly Unit[]): readonly Carrier[] {
  const known = carriersOf.get(units);
  if (known !== undefined) return known;
  const read = readCarriers(units);
  carriersOf.set(units, read);
  return read;
}

/** The lines of an answer are asked for each of its sentences. */
const carriersOf = new WeakMap<readonly Unit[], readonly Carrier[]>();

function readCarriers(units: readonly Unit[]): Carrier[] {
  const texts: Omit<Carrier, "at" | "words" | "before" | "after">[] = [];
  const lists = new Set<number>();
  for (const [i, unit] of units.entries()) {
    const long = unit.text.length > entailmentLimits.line_characters;
    // Under a heading or lead that is too long to be read nothing is known to be affirmed.
    if (long && (unit.kind === "heading" || unit.announces)) break;
    if (long || unit.kind === "heading") continue;
    if (texts.length >= entailmentLimits.carriers) return [];
    if (unit.list !== undefined && !lists.has(unit.list)) {
      lists.add(unit.list);
      const whole = wholeList(units, i, unit.list);
      if (whole !== undefined) texts.push({ unit, units: whole, ...listed(whole) });
    }
    if (unit.kind === "table") {
      const cells = columnsOf(unit.text).map(saidByCell);
      const text = cells.join("\n");
      texts.push({ unit, units: [unit], text, prose: false, cells, items: undefined });
      continue;
    }
    const prose = unit.kind !== "code";
    const ranges = prose ? sentenceRanges(unit.text) : [];
    const parts =
      unit.kind === "code"
        ? linesOf(unit.text)
        : ranges.length < 2
          ? [unit.text]
          : ranges.map(({ start, end }) => unit.text.slice(start, end));
    const plain = { unit, units: [unit], prose, cells: undefined, items: undefined };
    for (const text of parts) texts.push({ ...plain, text });
  }
  const short = texts.filter(({ text }) => text.length <= entailmentLimits.carrier_characters);
  return short.map((one, at) => ({
    ...one,
    at,
    words: wordsHeld(one.text),
    before: short[at - 1]?.text,
    after: short[at + 1]?.text,
  }));
}

/** A line of code says nothing of what the next one names. */
function linesOf(code: string): string[] {
  const lines = code.split("\n").filter((line) => tokenize(line).length > 0);
  return lines.length === 0 || lines.length > entailmentLimits.code_lines ? [code] : lines;
}

/** "It has three parts:" with its items is one statement. */
function wholeList(units: readonly Unit[], first: number, list: number): Unit[] | undefined {
  const items = units.filter((unit) => unit.list === list);
  const lead = units[first - 1];
  if (lead === undefined || lead.kind === "heading" || items.length < 2) return undefined;
  if (items.length > entailmentLimits.items) return undefined;
  return [lead, ...items];
}

function listed(whole: readonly Unit[]) {
  const items = whole.map((unit) => unit.text);
  return { text: items.join("\n"), prose: false, cells: undefined, items };
}

/** "No" under "Required" says that it is not; any other cell is what its column calls it. */
function saidByCell({ header, cell }: { header: string; cell: string }): string {
  if (header === "") return cell;
  const required = isWhole(header, "column-required");
  if (isWhole(cell, "cell-no") && !has(header, "default"))
    return required ? "optional, not required, 可选，不是必须" : `not ${header}: ${cell}`;
  return required && isWhole(cell, "cell-yes") ? `${header}, required, 必须` : `${header}: ${cell}`;
}

/** Does a text open with what stands in the sentence before? */
export function pointsBack(text: string): boolean {
  const { start } = hitsOf(text, "then")[0] ?? {};
  const then = start !== undefined && start <= entailmentLimits.then_characters;
  return (
    opening(text, "points-back") !== undefined ||
    (then && markedPieces(text.slice(0, start)).length < 2)
  );
}

export function aroundCarrier(carrier: Carrier, evidence: Evidence): Around {
  const known = aroundOf.get(carrier);
  if (known !== undefined && known.above === evidence.above) return known.around;
  const around = readAround(carrier, evidence);
  aroundOf.set(carrier, { above: evidence.above, around });
  return around;
}

const aroundOf = new WeakMap<Carrier, { above: string; around: Around }>();

function readAround({ unit, text, before }: Carrier, evidence: Evidence): Around {
  const { units } = evidence;
  const at = units.indexOf(unit);
  const same: string[] = [];
  const heading = units.slice(0, at).findLast((u) => u.kind === "heading")?.text;
  const topicOf = [evidence.above, ...(heading === undefined ? [] : [heading])];
  const next = units[at + 1];
  if (unit.announces && next !== undefined && next.kind !== "heading") same.push(next.text);
  const { lines, denials } = leadsOf(unit, units, evidence.above);
  const leads = lines.map((line) => line.text);
  same.push(...leads);
  const refers = pointsBack(text);
  // A later sentence of an item is about what the item begins with.
  if (unit.list !== undefined && text !== unit.text && !unit.text.startsWith(text))
    topicOf.push(markedPieces(unit.text.slice(0, entailmentLimits.head_characters))[0] ?? "");
  const topic = topicOf.join("\n");
  return {
    statement: [text, ...same].join("\n"),
    above: refers && before !== undefined ? `${topic}\n${before}` : topic,
    topic,
    refers,
    leads,
    denials,
  };
}
