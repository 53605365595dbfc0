import { tokenize } from "#lib/language/words";
import { recentTexts } from "#lib/platform/recent-texts";
import { entailmentLimits } from "../limits.ts";
import { hitsOf } from "./cues.ts";
import { isLetter, type NumberFact, numberFacts, plain } from "./numbers.ts";
import { codeIn } from "./pieces.ts";
import { isHan } from "./single-words.ts";

/**
 * The parts of a sentence that may not change without changing what it says: numbers, numbers with their unit, versions,
 * identifiers, flags and paths, quoted words, names. Compared as wholes, so "15" never passes for "150", nor `lib/search`
 * for `lib/search/engines`. How often it denies is counted beside them (negations.ts).
 */
export type Fact =
  | NumberFact
  /** `opens`: its capital may be that of the sentence ("Username/password"). `code`: capitals that are written as code. */
  | { kind: "identifier"; text: string; opens?: boolean; code?: boolean }
  | { kind: "quoted"; text: string }
  /** `calendar`: a month or a day, which may be written short ("Feb"). */
  | { kind: "name"; term: string; calendar?: boolean };

/** What a text holds, ready to be asked for facts. */
export type FactIndex = {
  numbers: Set<string>;
  measures: Set<string>;
  identifiers: Set<string>;
  terms: Set<string>;
  /** Months and days that are written short beside a figure ("Feb 9"), as terms. */
  short: Set<string>;
  /** Without inline marks, white space as one blank; in lower case too. */
  written: string;
  lower: string;
};

/** Flags, paths, dotted and snake names, camelCase, words that hold digits, digits that hold letters, capitals. */
const identifierPattern =
  /(?<![\w-])--?[A-Za-z][\w-]*|(?<![\w@$-])(?:~|\.{1,2})?\/?\.?[\w@$-]+(?:(?:\.|::|\/\.?|_|:|\\)[\w@$-]+)+|(?<![\w./~-])[~.]?\/?\.[A-Za-z][\w-]+|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b|\b[A-Za-z]+-?\d\w*\b|(?<![\w.])\d[\d.]*[A-Za-z]\w*|\b[A-Z]{2,}[A-Z0-9_]*\b/g;
const quotedPattern =
  /“([^”]{1,200})”|「([^」]{1,200})」|『([^』]{1,200})』|《([^》]{1,200})》|(?<!\w)"([^"]{1,200})"|(?<![\p{L}\p{N}])['‘]([^'‘’]{1,200})['’](?![\p{L}\p{N}])/gu;
/** A capital that no sentence start explains. */
const namePattern =
  /(?<=[\p{L}\p{N},;:)\]”"’*_`][*_]*\s+[("“‘'*_[]*|[\p{Script=Han}，、；：（“「])\p{Lu}[\p{L}’'-]*\p{L}(?![\p{L}\p{N}_])/gu;
/** The first word of a sentence, behind its article. */
const firstWord =
  /^[^\p{L}\p{N}]*(?:(?:The|A|An)\s+)?(\p{Lu}[\p{L}’'-]*\p{L})(?=[^\p{L}\p{N}_]|$)/u;

export const indexFacts = (text: string): FactIndex => lately.of(text, readFacts);

const lately = recentTexts<FactIndex>(entailmentLimits.remembered_characters);

function readFacts(text: string): FactIndex {
  const s = plain(text);
  const written = unmarked(s);
  const index: FactIndex = {
    numbers: new Set(),
    measures: new Set(),
    identifiers: new Set([
      ...(s.match(identifierPattern) ?? []),
      // "`try`/`catch`": each by itself, not "try/catch".
      ...codeIn(s).map(({ text: code }) => code.trim()),
    ]),
    terms: new Set(tokenize(s).map((t) => t.term)),
    short: shortCalendarIn(s),
    written,
    lower: written.toLowerCase(),
  };
  // "**28** days" is 28 days.
  for (const fact of [...numberFacts(s), ...numberFacts(written)]) {
    if (fact.kind === "number") index.numbers.add(fact.value);
    else index.measures.add(`${fact.value} ${fact.unit}`);
  }
  return index;
}

/** "RPC" where the lines have "RPCs", "MDX" where they have `.mdx`; but `TOKEN` is not in `SITE_TOKEN`, nor this in "the site's token". */
const isAcronym = (text: string): boolean =>
  text.length > 2 && text.replace("s", "").toUpperCase() === text.replace("s", "");

const isCapitals = (code: string): boolean => isAcronym(code) && [...code].every(isWord);

/** "AUX1" where the lines have "AUX 1": letters, two at least, and a figure; and "v1.2" where they have "v 1.2". */
function apart(name: string): string | undefined {
  const at = [...name].findIndex((sign) => !isLetter(sign));
  const figure = name.slice(at);
  const named = at > 1 || name.slice(0, at).toLowerCase() === "v";
  return named && figure !== "" && [...figure].every(startsWithFigure)
    ? `${name.slice(0, at)} ${figure}`
    : undefined;
}

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
        isMember(index.written, fact.text) ||
        standsIn(index.written, apart(fact.text) ?? fact.text) ||
        (fact.opens === true && standsIn(index.written, uncapital(fact.text))) ||
        (isAcronym(fact.text) &&
          (fact.code === true || fact.text.includes("_")
            ? standsIn(index.lower, fact.text.toLowerCase())
            : tokenize(fact.text).every((t) => index.terms.has(t.term))))
      );
    case "quoted":
      return standsIn(index.lower, unmarked(fact.text).toLowerCase());
    case "name":
      return (
        index.terms.has(fact.term) ||
        (fact.calendar === true && index.short.has(fact.term.slice(0, shortOfCalendar)))
      );
  }
}

/** Letters of "Feb" and "Mon". */
const shortOfCalendar = "Feb".length;
function shortCalendarIn(text: string): Set<string> {
  const tokens = tokenize(text);
  const isFigured = (at: number) => startsWithFigure(text[tokens[at]?.start ?? text.length] ?? "");
  const short = tokens.filter(({ start, end }, i) => {
    const [first = ""] = text.slice(start, end);
    const capital = first !== first.toLowerCase();
    return capital && end - start === shortOfCalendar && (isFigured(i - 1) || isFigured(i + 1));
  });
  return new Set(short.map(({ term }) => term));
}

/** Words with a slash between them, which only the first of a sentence gives a capital. */
const isAlternative = (text: string): boolean =>
  text.includes("/") &&
  uncapital(text) === text.toLowerCase() &&
  text.split("/").every((word) => word !== "" && [...word].every(isLetter));
const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `names`: words that the evidence writes with a capital, which tell a name at the front of a sentence from a word. */
export function factsOf(sentence: string, names: ReadonlySet<string> = new Set()): Fact[] {
  // Behind the colon of Chinese something else begins, which a colon of Latin writing may join.
  const s = plain(sentence.replaceAll("：", "： "));
  const facts: Fact[] = numberFacts(s);
  for (const { text } of codeIn(s)) {
    const code = text.trim();
    facts.push({ kind: "identifier", text: code, ...(isCapitals(code) ? { code: true } : {}) });
  }
  const prose = withoutCode(s);
  for (const hit of prose.matchAll(identifierPattern)) {
    const measured =
      startsWithFigure(hit[0]) && numberFacts(hit[0]).some((f) => f.kind === "measure");
    const opens = hit.index === 0 && isAlternative(hit[0]);
    if (!measured) facts.push({ kind: "identifier", text: hit[0], ...(opens ? { opens } : {}) });
  }
  for (const hit of s.matchAll(quotedPattern)) {
    const words = hit.slice(1).find((group) => group !== undefined) ?? "";
    if (tokenize(words).length > 0) facts.push({ kind: "quoted", text: words });
  }
  const calendar = new Set(calendarIn(prose));
  for (const term of [...namesIn(prose), ...calendar]) {
    if (term === undefined) continue;
    facts.push({ kind: "name", term, ...(calendar.has(term) ? { calendar: true } : {}) });
  }
  const first = firstWord.exec(prose)?.[1];
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

/** Months and days that no other word is written like. */
const calendarIn = (text: string): (string | undefined)[] =>
  hitsOf(text, "calendar")
    .map(({ start, end }) => text.slice(start, end))
    .filter((word) => word !== word.toLowerCase())
    .map((word) => termOf([word]));

export function withoutCode(text: string): string {
  let from = 0;
  const prose = codeIn(text).map(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    return before;
  });
  return [...prose, text.slice(from)].join(" ` ");
}

const startsWithFigure = (text: string): boolean =>
  text[0] === "." || ((text[0] ?? "") >= "0" && (text[0] ?? "") < ":");

const unmarked = (text: string): string =>
  plain(text).replaceAll("*", "").replaceAll("`", "").split(blanks).join(" ").trim();
const blanks = /\s+/;

/** A piece that goes on behind a dot, a slash or a hyphen is another name: `1.2` is not in `1.2.3`, `--port` not in `--port-min`. */
function standsIn(text: string, words: string): boolean {
  if (words === "") return true;
  const [first = "", last = ""] = [words[0], words.at(-1)];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const [before = " ", after = " "] = [text[at - 1], text[end]];
    const open = isHan(first) || isHan(before) || !joinsBefore(first, text, at);
    const close = isHan(last) || isHan(after) || !joinsBehind(last, text, end);
    if (open && close) return true;
  }
  return false;
}

/**
 * "mp4" where the lines have `my.mp4.jpg`, "updateTimeout" where they have `session.updateTimeout`, "open" where they have
 * `door.open()`: the part of a longer name that is a name by itself, for it has a figure or a capital within, or is called. A
 * mere word of it is another name (`port` of `server.port`), as is a version, or the front of a name, of a file or of a version.
 */
function isMember(text: string, name: string): boolean {
  if (![...name].every(isWord) || !startsWithLetter(name) || isVersion(name)) return false;
  const isName = figureIn(name) !== -1 || isCamel(name);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const [before = " ", after = " ", next = " "] = [
      at - 1,
      at + name.length,
      at + name.length + 1,
    ].map((place) => text[place]);
    const goesOn = after === "-" || isWord(after) || (after === "." && startsWithFigure(next));
    const isFront = !behindJoint.has(before) || (before === "/" && after === ".");
    if (!goesOn && !isFront && (isName || after === "(")) return true;
  }
  return false;
}
const behindJoint = new Set("./:>#");
const figureIn = (name: string): number => [...name].findIndex(startsWithFigure);
const isVersion = (name: string): boolean =>
  versionFronts.has(name.slice(0, Math.max(0, figureIn(name))).toLowerCase());
const versionFronts = new Set(["v", "rc", "alpha", "beta"]);
const isCamel = (name: string): boolean =>
  name !== name.toUpperCase() && name.slice(1) !== name.slice(1).toLowerCase();
const startsWithLetter = (text: string): boolean => isLetter(text[0] ?? "");

const joints = new Set("./\\-");
const isWord = (char: string | undefined): boolean =>
  char !== undefined && (char === "_" || wordLike.test(char));
const wordLike = /[\p{L}\p{N}]/u;

function joinsBefore(first: string, text: string, at: number): boolean {
  const [far = " ", near = " "] = [text[at - 2], text[at - 1]];
  if (!isWord(first)) return "-./~".includes(first) && (isWord(near) || "./~-".includes(near));
  if (isWord(near) || near === "-") return true;
  return (joints.has(near) && isWord(far)) || (near === "/" && "./~".includes(far));
}

const joinsBehind = (last: string, text: string, end: number): boolean =>
  isWord(last) && (isWord(text[end]) || (joints.has(text[end] ?? "") && isWord(text[end + 1])));
