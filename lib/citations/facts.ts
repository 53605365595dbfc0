import { tokenize } from "#lib/platform/words";

/**
 * The parts of a sentence that may not change without changing what it says: numbers, numbers with their unit, versions,
 * identifiers, flags and paths, quoted words, names, negations. Compared as wholes, so "15" never passes for "150".
 */
export type Fact =
  | { kind: "number"; value: string }
  | { kind: "measure"; value: string; unit: string }
  | { kind: "identifier"; text: string }
  | { kind: "quoted"; text: string }
  | { kind: "name"; term: string };

/** What a text holds, ready to be asked for facts. */
export type FactIndex = {
  numbers: Set<string>;
  measures: Set<string>;
  identifiers: Set<string>;
  terms: Set<string>;
  flat: string;
};

const unitWords =
  "ns|µs|us|ms|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|b|bytes?|kb|mb|gb|tb|kib|mib|gib|tib|bits?|kbps|mbps|gbps|hz|khz|mhz|ghz|mm|cm|m|km|inch(?:es)?|ft|feet|miles?|mg|g|kg|tons?|lbs?|pounds?|percent|million|billion|trillion|thousand|hundred|dollars?|euros?|px|em|rem|vh|vw|dpi|rpm|kw|mw|gw|w|v|°c|°f|k";
const numberPattern = new RegExp(
  `(?<![\\p{L}\\p{N}_.])(?:([$€£¥])\\s?)?(\\d+(?:[.,:/-]\\d+)*)(?:(%|‰)|[\\s-]?(${unitWords})(?![\\p{L}\\p{N}_])|\\s?(\\p{Script=Han}))?`,
  "giu",
);
const anyNumber = /\d+(?:[.,:/-]\d+)*/g;
/** Flags, paths, dotted and snake names, camelCase, words that hold digits. */
const identifierPattern =
  /--?[A-Za-z][\w-]*|(?<![\w@$-])\/?[\w@$-]+(?:(?:\.|::|\/|_|:)[\w@$-]+)+|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b|\b[A-Za-z]+\d[\w]*\b|\b[A-Z]{2,}[A-Z0-9_]*\b/g;
const codePattern = /(`+)\s?(.+?)\s?\1(?!`)/g;
const quotedPattern =
  /“([^”]{1,200})”|「([^」]{1,200})」|『([^』]{1,200})』|(?<!\w)"([^"]{1,200})"/g;

export function indexFacts(text: string): FactIndex {
  const s = plain(text);
  const index: FactIndex = {
    numbers: new Set(s.match(anyNumber) ?? []),
    measures: new Set(),
    identifiers: new Set(s.match(identifierPattern) ?? []),
    terms: new Set(tokenize(s).map((t) => t.term)),
    flat: flat(s),
  };
  for (const fact of numberFacts(s)) {
    if (fact.kind === "number") index.numbers.add(fact.value);
    if (fact.kind === "measure") index.measures.add(`${fact.value} ${fact.unit}`);
  }
  return index;
}

export function holdsFact(index: FactIndex, fact: Fact): boolean {
  switch (fact.kind) {
    case "number":
      return index.numbers.has(fact.value);
    case "measure":
      return index.measures.has(`${fact.value} ${fact.unit}`);
    case "identifier":
      return index.identifiers.has(fact.text) || standsIn(index.flat, flat(fact.text));
    case "quoted":
      return standsIn(index.flat, flat(fact.text));
    case "name":
      return index.terms.has(fact.term);
  }
}

export function factsOf(sentence: string): Fact[] {
  const s = plain(sentence);
  const facts = numberFacts(s);
  for (const hit of s.matchAll(codePattern))
    facts.push({ kind: "identifier", text: hit[2] as string });
  for (const hit of s.replaceAll(codePattern, " ").matchAll(identifierPattern))
    facts.push({ kind: "identifier", text: hit[0] });
  for (const hit of s.matchAll(quotedPattern)) {
    const words = hit[1] ?? hit[2] ?? hit[3] ?? hit[4] ?? "";
    if (/[\p{L}\p{N}]/u.test(words)) facts.push({ kind: "quoted", text: words });
  }
  // A capital that no sentence start explains is a name.
  for (const hit of s.matchAll(/(?<=[\p{L}\p{N},;)\]”"]\s+)\p{Lu}[\p{L}’'-]+/gu)) {
    const token = tokenize(hit[0])[0];
    if (token !== undefined && !token.stop) facts.push({ kind: "name", term: token.term });
  }
  return facts;
}

function numberFacts(s: string): Fact[] {
  const facts: Fact[] = [];
  for (const hit of s.matchAll(numberPattern)) {
    const value = hit[2] as string;
    facts.push({ kind: "number", value });
    const unit = hit[3] ?? hit[4]?.toLowerCase() ?? hit[5];
    if (unit !== undefined) facts.push({ kind: "measure", value, unit });
    if (hit[1] !== undefined) facts.push({ kind: "measure", value, unit: hit[1] });
  }
  return facts;
}

/** Widths and thousands made equal; case and words stay. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
}

/** Lower case, white space as one blank, no inline marks. */
function flat(text: string): string {
  return plain(text).toLowerCase().replace(/[*`]/g, "").replace(/\s+/g, " ").trim();
}

function standsIn(text: string, words: string): boolean {
  if (words === "") return true;
  const edge = /[\p{L}\p{N}_]/u;
  const hanEdge = /\p{Script=Han}/u;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + words.length] ?? " ";
    const first = words[0] as string;
    const last = words.at(-1) as string;
    const open = !edge.test(before) || !edge.test(first) || hanEdge.test(first);
    const close = !edge.test(after) || !edge.test(last) || hanEdge.test(last);
    if (open && close) return true;
  }
  return false;
}

const negation =
  /\b(?:not|never|none|nor|neither|without|cannot|nothing|nobody|nowhere|no(?!\.\s?\d)|non-\w+)\b|n['’]t\b|[不没沒無无未非勿莫别別否禁]/gi;

/** How often a text denies something. */
export function negations(text: string): number {
  return text.match(negation)?.length ?? 0;
}
