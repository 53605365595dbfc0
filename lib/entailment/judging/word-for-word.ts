import { sentenceRanges } from "#lib/markdown/sentences";
import { columnsOf } from "#lib/markdown/table-rows";
import { aroundCarrier, type Carrier, type Evidence, pointsBack } from "../carriers.ts";
import { dropsCondition } from "../conditions.ts";
import { hitsOf, isWhole, opening } from "../facts/cues.ts";
import { codeIn } from "../facts/pieces.ts";
import { type Spoken, spoken } from "../facts/spoken.ts";
import { aboutOf } from "../facts/subject.ts";
import { leadsOf } from "../leads.ts";
import { entailmentLimits } from "../limits.ts";

/**
 * A sentence that is made of whole statements of one place, word for word and in their order, is what that place says: a
 * sentence or a half of one, several of one paragraph or item, cells of a row, each also behind the name that it stands
 * under. Only what joins them may be other: marks, "however", "is", the words of a column's title. Nothing is judged by its
 * words here; a statement with a word more or less is for the others (support.ts).
 */
export type WordForWord = {
  carriers: Carrier[];
  /** Nothing but the words of one sentence or row of the place. */
  sure: boolean;
};

/** What the lines say, piece by piece; of a cell with the words of its column's title. */
type Statement = { carrier: Carrier; text: string; words: readonly Spoken[]; title: Set<string> };
type Name = { words: readonly Spoken[]; leads: boolean };
type Found = { used: readonly Statement[]; sure: boolean };

export function wordForWord(
  sentence: string,
  carriers: readonly Carrier[],
  evidence: Evidence,
): WordForWord | undefined {
  const said = spoken(sentence);
  const { spoken_least: least, spoken_most: most } = entailmentLimits;
  if (said.length < least || said.length > most) return undefined;
  const read = carriers.filter(({ items, unit }) => items === undefined && unit.kind !== "code");
  const places = Map.groupBy(read, ({ unit }) => (unit.kind === "table" ? unit : unit.block));
  for (const [, place] of places) {
    const found = toldIn(said, place, evidence);
    if (found === undefined || !isFair(sentence, found.used, evidence)) continue;
    const told = [...new Set(found.used.map(({ carrier }) => carrier))];
    return { carriers: told, sure: found.sure && told.length === 1 };
  }
  return undefined;
}

/** Is nothing left out that would change what is told: a condition, or a lead that denies or restricts it? */
const isFair = (sentence: string, used: readonly Statement[], evidence: Evidence): boolean =>
  used.every(({ carrier }) => {
    const { denials, leads } = aroundCarrier(carrier, evidence);
    const own = carrier.cells === undefined ? [carrier.text] : [];
    const forbids = opening(carrier.text, "forbids") !== undefined;
    return (denials === 0 || forbids) && !dropsCondition(sentence, [...own, ...leads].join("\n"));
  });

/** A sentence, each half of one, or the cells of a row. */
function statementsOf(carrier: Carrier): Statement[] {
  const cells = carrier.cells === undefined ? [] : columnsOf(carrier.unit.text).slice(1);
  const halves = cells.length === 0 ? carrier.text.replaceAll("; ", "；").split("；") : [];
  const made = (text: string, header = ""): Statement => ({
    ...{ carrier, text, words: spoken(text) },
    title: new Set(spoken(header).map(({ word }) => word)),
  });
  return [
    ...halves.map((text) => made(text)),
    ...cells.flatMap(({ cell, header }) =>
      sentenceRanges(cell).map(({ start, end }) => made(cell.slice(start, end), header)),
    ),
  ].filter(({ words }) => words.length > 0);
}

function toldIn(
  said: readonly Spoken[],
  place: readonly Carrier[],
  evidence: Evidence,
): Found | undefined {
  const [first] = place;
  if (first === undefined) return undefined;
  const statements = place.flatMap(statementsOf);
  const unnamed = first.cells === undefined ? toldFrom(said, 0, statements, undefined) : undefined;
  if (unnamed !== undefined) return unnamed;
  for (const name of namesOf(first, evidence)) {
    const end = sameWords(said, 0, name.words);
    const at = end === undefined || name.leads ? end : pastAny(said, end, copula);
    const found = at === undefined ? undefined : toldFrom(said, at, statements, name);
    if (found !== undefined) return { ...found, sure: first.cells !== undefined };
  }
  return undefined;
}

/** What statements may be told by: their heading, what their item or row begins with, what announces them. */
function namesOf({ unit, cells }: Carrier, { units, above }: Evidence): Name[] {
  if (cells !== undefined)
    return [{ words: spoken(columnsOf(unit.text)[0]?.cell ?? ""), leads: false }];
  const heading =
    units.slice(0, units.indexOf(unit)).findLast(({ kind }) => kind === "heading")?.text ??
    above.split("\n").at(-1) ??
    "";
  const [code] = codeIn(unit.text);
  const bold = unit.text.split("**");
  const head = code?.start === 0 ? code.text : bold[0] === "" ? (bold[1] ?? "") : "";
  const [lead, ...others] = unit.list === undefined ? [] : leadsOf(unit, units, above).lines;
  const announced = lead === undefined || others.length > 0 ? "" : lastSentence(lead.text);
  // "No lamp" is nothing that is said of a lamp, and a question names nothing.
  return [
    ...("?？".includes(heading.trim().at(-1) ?? "?")
      ? []
      : [{ words: spoken(heading), leads: false }]),
    ...(unit.list === undefined ? [] : [{ words: spoken(head), leads: false }]),
    { words: spoken(announced.slice(0, hitsOf(announced, "following")[0]?.start)), leads: true },
    { words: spoken(announced), leads: true },
  ].filter(
    ({ words }) => words.length > 0 && !words.some(({ word }) => isWhole(word, "limiting-word")),
  );
}

function lastSentence(text: string): string {
  const last = sentenceRanges(text).at(-1);
  return last === undefined ? text : text.slice(last.start, last.end);
}

const leansBack = (text: string): boolean =>
  pointsBack(text) || opening(text, "points-far-back") !== undefined;

/** The statements that the words from `at` on are made of. */
function toldFrom(
  said: readonly Spoken[],
  at: number,
  statements: readonly Statement[],
  name: Name | undefined,
): Found | undefined {
  const leans = statements.map(({ text }) => leansBack(text));
  // Lines that repeat one another would be tried in every choice of them.
  const failed = new Set<string>();
  const from = (start: number, next: number, used: readonly Statement[]): Found | undefined => {
    if (start === said.length) return used.length === 0 ? undefined : { used, sure: true };
    const opens = used.length === 0;
    const step = `${start},${next},${opens}`;
    if (failed.has(step)) return undefined;
    const lead = pastLead(said, start);
    const marked =
      said[start]?.border === true || (opens ? name?.leads !== false : lead.at > start);
    for (const [i, one] of statements.entries()) {
      if (i < next) continue;
      // What is left out may have been about what was told, and what comes about what is left out.
      const skips = !opens && i > next;
      if (skips && leans.slice(next, i + 1).includes(true)) continue;
      // That one follows from the other is said by whoever says it.
      if (lead.adds && !opens && !pastLead(one.words, 0).adds) continue;
      // Behind a name without a mark stands what has no subject of its own.
      if (!marked && !(opens && (one.title.size > 0 || aboutOf(one.text) === ""))) continue;
      const end = sameStatement(said, pastAny(said, lead.at, one.title), one.words);
      // "It is not so" is said of the line before it, which is not told.
      if (end === undefined || (opens && end < said.length && leans[i] === true)) continue;
      const rest = from(end, i + 1, [...used, one]);
      if (rest !== undefined) return { ...rest, sure: rest.sure && !skips && !lead.adds };
    }
    failed.add(step);
    return undefined;
  };
  return from(at, 0, []);
}

/** Words that may stand on one side alone and change nothing. */
const idle = new Set(["the", "a", "an", "that", "also", "please", ..."会就则也的了将便請请"]);
const copula: ReadonlySet<string> = new Set(["is", "are", "means", ..."是为会"]);

/** Where a statement ends that is said from `at` on, the whole of it, its brackets too: what is left out may take it back. */
function sameStatement(
  said: readonly Spoken[],
  at: number,
  statement: readonly Spoken[],
): number | undefined {
  let mine = at;
  let theirs = pastLead(statement, 0).at;
  while (theirs < statement.length) {
    const [one, other] = [said[mine]?.word, statement[theirs]?.word ?? ""];
    if (one === other) {
      mine += 1;
      theirs += 1;
    } else if (one !== undefined && idle.has(one)) mine += 1;
    else if (idle.has(other)) theirs += 1;
    else return undefined;
  }
  return mine === at ? undefined : mine;
}

function sameWords(
  said: readonly Spoken[],
  at: number,
  name: readonly Spoken[],
): number | undefined {
  return name.every(({ word }, i) => said[at + i]?.word === word) ? at + name.length : undefined;
}

function pastAny(said: readonly Spoken[], from: number, words: ReadonlySet<string>): number {
  let at = from;
  while (words.has(said[at]?.word ?? "")) at += 1;
  return at;
}

/** Past what leads to a statement and is no part of it; `adds`: it says how that statement follows from what stands before. */
function pastLead(said: readonly Spoken[], from: number): { at: number; adds: boolean } {
  const { lead_words } = entailmentLimits;
  for (let words = Math.min(lead_words, said.length - from); words > 0; words -= 1) {
    const text = said
      .slice(from, from + words)
      .map(({ word }) => word)
      .join(" ");
    const adds = isWhole(text, "lead-adds");
    if (adds || isWhole(text, "lead-joins")) return { at: from + words, adds };
  }
  return { at: from, adds: false };
}
