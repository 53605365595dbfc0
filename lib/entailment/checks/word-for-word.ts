import { sentenceRanges } from "#lib/markdown/sentences";
import { aroundCarrier, type Carrier, type Evidence, pointsBack } from "../carriers.ts";
import { dropsCondition } from "../clauses.ts";
import { hitsOf, opening } from "../facts/cues.ts";
import { codeIn } from "../facts/pieces.ts";
import { type Spoken, spoken } from "../facts/spoken.ts";
import { aboutOf } from "../facts/subject.ts";
import { leadsOf } from "../leads.ts";
import { entailmentLimits } from "../limits.ts";
import { saidInRow } from "./row-said.ts";
import {
  copula,
  isDefault,
  limits,
  pastAny,
  pastLead,
  sameDefault,
  sameStatement,
  sameWords,
} from "./same-statement.ts";

/**
 * A sentence that is made of whole statements of one place, word for word and in their order, is what that place says: a
 * sentence or a half of one, several of one paragraph or item, a row from its first cell on, each also behind the name
 * that it stands under. Only what joins them may be other: marks, "however", "is", the words of a column's title. Nothing
 * is judged by its words here; a statement with a word more or less is for the others (support.ts).
 */
export type WordForWord = {
  carriers: Carrier[];
  /** Nothing but the words of one sentence or row of the place. */
  sure: boolean;
};

/** What the lines say, piece by piece. */
type Statement = {
  carrier: Carrier;
  text: string;
  words: readonly Spoken[];
  /** The sentence that it is a half of. */
  whole: string;
};

type Found = { used: readonly Statement[]; sure: boolean };

export function wordForWord(
  sentence: string,
  carriers: readonly Carrier[],
  evidence: Evidence,
): WordForWord | undefined {
  const said = spoken(sentence);
  if (said.length < entailmentLimits.spoken_least || said.length > entailmentLimits.spoken_most)
    return undefined;
  const read = carriers.filter(({ items, unit }) => items === undefined && unit.kind !== "code");
  const places = Map.groupBy(read, ({ unit }) => (unit.kind === "table" ? unit : unit.block));
  for (const [, place] of places) {
    const [first] = place;
    if (first === undefined) continue;
    const row = first.cells === undefined ? undefined : { used: [statementOf(first)], sure: true };
    const found =
      row === undefined
        ? inProse(said, place, read, evidence)
        : saidInRow(said, first)
          ? row
          : undefined;
    if (found === undefined || !isFair(sentence, found.used, evidence)) continue;
    const told = [...new Set(found.used.map(({ carrier }) => carrier))];
    return { carriers: told, sure: found.sure && told.length === 1 };
  }
  return undefined;
}

/** Is nothing left out that would change what is told: a condition, or a lead that denies or restricts it? */
const isFair = (sentence: string, used: readonly Statement[], evidence: Evidence): boolean =>
  used.every(({ carrier, whole }) => {
    const { denials, leads } = aroundCarrier(carrier, evidence);
    const own = carrier.cells === undefined ? [whole] : [];
    return (
      (denials === 0 || opening(carrier.text, "forbids") !== undefined) &&
      !dropsCondition(sentence, [...own, ...leads].join("\n"))
    );
  });

const statementOf = (carrier: Carrier, text = carrier.text): Statement => ({
  ...{ carrier, text, words: spoken(text), whole: carrier.text },
});

/** A sentence, or each half of one. */
const statementsOf = (carrier: Carrier): Statement[] =>
  carrier.text
    .replaceAll("; ", "；")
    .split("；")
    .filter((text) => text.trim() !== "")
    .map((text) => statementOf(carrier, text));

function inProse(
  said: readonly Spoken[],
  place: readonly Carrier[],
  all: readonly Carrier[],
  evidence: Evidence,
): Found | undefined {
  const [first] = place;
  if (first === undefined) return undefined;
  const section = sectionOf(first, evidence);
  const [value, ...others] = all.filter(
    (one) => isDefault(one.text) && sectionOf(one, evidence).at === section.at,
  );
  // "Default: 5" of a section named after one thing is that thing's; of an item it is nobody else's.
  const its = value?.unit.list === undefined && first.unit.list === undefined;
  const where = {
    statements: place.flatMap(statementsOf),
    given:
      value !== undefined && others.length === 0 && its && section.names[0]?.length === 1
        ? [statementOf(value)]
        : [],
    heading: section.asks ? [] : (section.names[0] ?? []),
  };
  const unnamed = toldFrom(said, 0, { ...where, behind: undefined });
  if (unnamed !== undefined) return unnamed;
  const before = [
    ...[...section.names, ...headOf(first)].map((name) => ({ name, behind: "name" as const })),
    ...leadsOver(first, evidence).map((name) => ({ name, behind: "lead" as const })),
    ...section.over.map((name) => ({ name, behind: "title" as const })),
  ];
  for (const { name, behind } of before) {
    const end = sameWords(said, 0, name);
    const at = end === undefined || behind === "lead" ? end : pastAny(said, end, copula);
    if (at === undefined || (behind === "title" && said[at]?.border !== true)) continue;
    const found = toldFrom(said, at, { ...where, behind });
    if (found !== undefined) return { ...found, sure: false };
  }
  return undefined;
}

/** What announces an item, as far as the item goes on with it: "`fmt` exits with" of "… the following codes:". */
function leadsOver({ unit }: Carrier, { units, above }: Evidence): (readonly Spoken[])[] {
  const [lead, ...others] = unit.list === undefined ? [] : leadsOf(unit, units, above).lines;
  if (lead === undefined || others.length > 0) return [];
  const [last = lead.text] = sentenceRanges(lead.text)
    .slice(-1)
    .map(({ start, end }) => lead.text.slice(start, end));
  const followed = hitsOf(last, "following")[0]?.start;
  return [spoken(last.slice(0, followed)), spoken(last)].filter((words) => words.length > 1);
}

/** The heading that a line stands under, and the names that it may be told by. */
function sectionOf({ unit }: Carrier, { units, above }: Evidence) {
  const at = units.slice(0, units.indexOf(unit)).findLastIndex(({ kind }) => kind === "heading");
  const heading = units[at]?.text ?? above.split("\n").at(-1) ?? "";
  const name = spoken(heading);
  const [only] = name;
  const last = name.length === 1 ? (only?.word.split(".").at(-1) ?? "") : "";
  return {
    at,
    // "No lamp" is nothing that is said of a lamp.
    names: [name, ...(last === "" ? [] : [spoken(last)])].filter((n) => n.length > 0 && !limits(n)),
    /** A question names nothing. */
    asks: "?？".includes(heading.trim().at(-1) ?? " "),
    /** Titles further up, which a mark must part from what is said under them. */
    over: at === -1 ? above.split("\n").slice(0, -1).map(spoken) : [],
  };
}

/** What an item begins with, which its later sentences are about. */
function headOf({ unit }: Carrier): (readonly Spoken[])[] {
  const [first] = unit.list === undefined ? [] : codeIn(unit.text);
  const bold = unit.list === undefined ? [] : unit.text.split("**");
  const head = first?.start === 0 ? first.text : bold[0] === "" ? bold[1] : undefined;
  return head === undefined ? [] : [spoken(head)];
}

const leansBack = (text: string): boolean =>
  pointsBack(text) || opening(text, "points-far-back") !== undefined;

type Place = {
  statements: readonly Statement[];
  given: readonly Statement[];
  heading: readonly Spoken[];
  /** What stands before them is the name of what they are about, what announces them, or a title further up. */
  behind: "name" | "lead" | "title" | undefined;
};

/** The statements that the words from `at` on are made of. */
function toldFrom(
  said: readonly Spoken[],
  at: number,
  { statements, given, heading, behind }: Place,
): Found | undefined {
  const pointsTo = (i: number) => leansBack(statements[i]?.text ?? "");
  // Lines that repeat one another would be tried in every choice of them.
  const failed = new Set<string>();
  const from = (start: number, next: number, used: readonly Statement[]): Found | undefined => {
    if (start === said.length) return used.length === 0 ? undefined : { used, sure: true };
    const step = `${start},${next},${used.length === 0},${given.filter((one) => used.includes(one)).length}`;
    if (failed.has(step)) return undefined;
    const opens = used.length === 0;
    const { at: begins, adds } = pastLead(said, start);
    const marked = said[start]?.border === true || (opens ? behind !== "name" : begins > start);
    for (const [i, one] of statements.entries()) {
      if (i < next) continue;
      const skips = !opens && i > next;
      // What is left out may have been about what was told, and what comes about what is left out.
      if (skips && [...statements.keys()].slice(next, i + 1).some(pointsTo)) continue;
      const before = { sentence: statements[i - 1]?.words ?? [], heading };
      // That one follows from the other is said by whoever says it.
      if (adds && !opens && !pastLead(one.words, 0).adds) continue;
      const found = sameStatement(said, begins, one.words, opens && behind === "name", before);
      if (found === undefined) continue;
      // Behind a name without a mark stands what has no subject of its own.
      const goesOn = opens ? found.third || aboutOf(one.text) === "" : isDefault(one.text);
      if (!marked && !goesOn) continue;
      // "It is not so" is said of the line before it, which is not told.
      if (opens && found.end < said.length && !found.filled && pointsTo(i)) continue;
      const rest = from(found.end, i + 1, [...used, one]);
      const own = !skips && !adds && !found.filled;
      if (rest !== undefined) return { ...rest, sure: rest.sure && own };
    }
    for (const one of opens || behind !== "name" ? [] : given) {
      const end = used.includes(one) ? undefined : sameDefault(said, start, one.words);
      const rest = end === undefined ? undefined : from(end, next, [...used, one]);
      if (rest !== undefined) return { ...rest, sure: false };
    }
    failed.add(step);
    return undefined;
  };
  return from(at, 0, []);
}
