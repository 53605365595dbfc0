import { tokenize } from "#lib/language/words";
import { negations } from "../negations.ts";
import { type NumberFact, numberFacts, plain } from "./numbers.ts";

/**
 * The parts of a sentence that may not change without changing what it says: numbers, numbers with their unit, versions,
 * identifiers, flags and paths, quoted words, names. Compared as wholes, so "15" never passes for "150", nor `lib/search`
 * for `lib/search/engines`. How often it denies is counted beside them (negations.ts).
 */
export type Fact =
  | NumberFact
  | { kind: "identifier"; text: string }
  | { kind: "quoted"; text: string }
  | { kind: "name"; term: string };

/** What a text holds, ready to be asked for facts. */
export type FactIndex = {
  numbers: Set<string>;
  measures: Set<string>;
  identifiers: Set<string>;
  terms: Set<string>;
  negations: number;
  /** Without inline marks, white space as one blank; in lower case too. */
  written: string;
  lower: string;
};

/** Flags, paths, dotted and snake names, camelCase, words that hold digits, digits that hold letters, capitals. */
const identifierPattern =
  /(?<![\w-])--?[A-Za-z][\w-]*|(?<![\w@$-])(?:~|\.{1,2})?\/?\.?[\w@$-]+(?:(?:\.|::|\/\.?|_|:|\\)[\w@$-]+)+|(?<![\w./~-])[~.]?\/?\.[A-Za-z][\w-]+|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b|\b[A-Za-z]+-?\d\w*\b|(?<![\w.])\d[\d.]*[A-Za-z]\w*|\b[A-Z]{2,}[A-Z0-9_]*\b/g;
const codePattern = /(`+)\s?(.+?)\s?\1(?!`)/g;
const quotedPattern =
  /“([^”]{1,200})”|「([^」]{1,200})」|『([^』]{1,200})』|《([^》]{1,200})》|(?<!\w)"([^"]{1,200})"|(?<![\p{L}\p{N}])['‘]([^'‘’]{1,200})['’](?![\p{L}\p{N}])/gu;
/** A capital that no sentence start explains. */
const namePattern =
  /(?<=[\p{L}\p{N},;:)\]”"’*_`][*_]*\s+[("“‘'*_[]*|[\p{Script=Han}，、；：（“「])\p{Lu}[\p{L}’'-]*\p{L}(?![\p{L}\p{N}_])/gu;
const calendarName =
  /\b(?:January|February|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/g;
const firstWords = /^[^\p{L}\p{N}]*(?:(?:The|A|An)\s+)?(\p{Lu}[\p{L}’'-]*\p{L})(?=[^\p{L}]|$)/u;

export function indexFacts(text: string): FactIndex {
  const s = plain(text);
  const written = unmarked(s);
  const index: FactIndex = {
    numbers: new Set(),
    measures: new Set(),
    identifiers: new Set([
      ...(s.match(identifierPattern) ?? []),
      // "`try`/`catch`": each by itself, not "try/catch".
      ...[...s.matchAll(codePattern)].map((hit) => hit[2] as string), // the pattern has two groups
    ]),
    terms: new Set(tokenize(s).map((t) => t.term)),
    negations: negations(s),
    written,
    lower: written.toLowerCase(),
  };
  for (const fact of numberFacts(s)) {
    if (fact.kind === "number") index.numbers.add(fact.value);
    else index.measures.add(`${fact.value} ${fact.unit}`);
  }
  return index;
}

/** "RPC" where the lines have "RPCs", "MDX" where they have `.mdx`. */
const acronym = /^[A-Z]{3,}s?$/;

export const isNumber = (fact: Fact): fact is NumberFact =>
  fact.kind === "number" || fact.kind === "measure";

export function holdsFact(index: FactIndex, fact: Fact): boolean {
  switch (fact.kind) {
    case "number":
      return index.numbers.has(fact.value);
    case "measure":
      return index.measures.has(`${fact.value} ${fact.unit}`);
    case "identifier":
      return (
        index.identifiers.has(fact.text) ||
        standsIn(index.written, unmarked(fact.text)) ||
        (acronym.test(fact.text) && tokenize(fact.text).every((t) => index.terms.has(t.term)))
      );
    case "quoted":
      return standsIn(index.lower, unmarked(fact.text).toLowerCase());
    case "name":
      return index.terms.has(fact.term);
  }
}

/** `names`: words that the evidence writes with a capital, which tell a name at the front of a sentence from a word. */
export function factsOf(sentence: string, names: ReadonlySet<string> = new Set()): Fact[] {
  const s = plain(sentence);
  const facts: Fact[] = numberFacts(s);
  for (const hit of s.matchAll(codePattern))
    facts.push({ kind: "identifier", text: hit[2] as string });
  const prose = s.replaceAll(codePattern, " ` ");
  for (const hit of prose.matchAll(identifierPattern)) {
    const measured = /^[\d.]/.test(hit[0]) && numberFacts(hit[0]).some((f) => f.kind === "measure");
    if (!measured) facts.push({ kind: "identifier", text: hit[0] });
  }
  for (const hit of s.matchAll(quotedPattern)) {
    const words = hit.slice(1).find((group) => group !== undefined) ?? "";
    if (/[\p{L}\p{N}]/u.test(words)) facts.push({ kind: "quoted", text: words });
  }
  for (const term of [...namesIn(prose), ...[...prose.matchAll(calendarName)].map(termOf)]) {
    if (term !== undefined) facts.push({ kind: "name", term });
  }
  const first = firstWords.exec(prose)?.[1];
  const opening = first === undefined ? undefined : termOf([first]);
  if (opening !== undefined && names.has(opening)) facts.push({ kind: "name", term: opening });
  return facts;
}

/** The names of a text as terms: words with a capital where no sentence begins. */
export function namesIn(text: string): string[] {
  return [...plain(text).matchAll(namePattern)].flatMap((hit) => termOf(hit) ?? []);
}

function termOf(hit: readonly string[]): string | undefined {
  const token = tokenize(hit[0] ?? "")[0];
  return token === undefined || token.stop ? undefined : token.term;
}

function unmarked(text: string): string {
  return plain(text).replace(/[*`]/g, "").replace(/\s+/g, " ").trim();
}

/** A piece that goes on behind a dot, a slash or a hyphen is another name: `1.2` is not in `1.2.3`, `--port` not in `--port-min`. */
function standsIn(text: string, words: string): boolean {
  if (words === "") return true;
  const edge = /[\p{L}\p{N}_]/u;
  const hanEdge = /\p{Script=Han}/u;
  const joined = /[\p{L}\p{N}_][./\\-]$|[./~]\/$|-$/u;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const before = text[at - 1] ?? " ";
    const after = text[end] ?? " ";
    const first = words[0] as string;
    const last = words.at(-1) as string;
    const open = edge.test(first)
      ? hanEdge.test(first) ||
        !(edge.test(before) || joined.test(text.slice(Math.max(0, at - 2), at)))
      : !/[-./~]/.test(first) || !/[\w./~-]/.test(before);
    const close =
      !edge.test(last) ||
      hanEdge.test(last) ||
      !(edge.test(after) || /^[./\\-][\p{L}\p{N}_]/u.test(text.slice(end, end + 2)));
    if ((open || hanEdge.test(before)) && (close || hanEdge.test(after))) return true;
  }
  return false;
}
