import type { QuestionTerm, TermRole } from "#lib/contracts/question";
import { describes } from "../describing-words.ts";
import { isIdentifier } from "../identifier.ts";
import { atFirstUse, readLexicon } from "../lexicon.ts";
import { questionLimits } from "../limits.ts";
import { createPhraseBook, isContraction } from "../phrases.ts";
import { isEveryday } from "../talk-words.ts";
import type { QuestionWord } from "../word-kinds.ts";
import { type Token, tokenize } from "../words.ts";
import type { Reading, Span } from "./read-question.ts";
import { isVersion } from "./version.ts";

/**
 * The words of a question that say something, each with what it is there for. A name is told by how it is written (a
 * capital inside a sentence, quotation marks, Latin letters in a Chinese question) or by the dictionary; a circumstance by
 * `lexicon/circumstance.tsv`; talk by the lists of everyday and of describing words, unless the word is a verb or a noun.
 */
export function termsOf(
  reading: Reading,
  given: {
    words: readonly QuestionWord[];
    /** What names a folder. */
    names: readonly Span[];
    /** What asks and what is done about it: never talk. */
    asked: readonly Span[];
  },
  steps: () => void = () => {},
): QuestionTerm[] {
  const { text } = reading;
  const tokens = tokenize(text);
  const isHan = tokens.some(({ kind }) => kind === "han_single");
  const roles = roleOf(reading, given, isHan, steps);
  const borders = new Set(given.words.map(({ start }) => start));
  const terms: QuestionTerm[] = [];
  let whole: Token | undefined;
  for (const token of tokens) {
    steps();
    if (token.kind !== "part") whole = token;
    if (token.stop) continue;
    if (terms.length === questionLimits.terms) break;
    const inside = token.kind === "part" && whole !== undefined ? whole : token;
    terms.push({
      term: token.term,
      written: text.slice(token.start, token.end),
      ...{ start: token.start, end: token.end, kind: token.kind },
      role: roles(inside),
      ...classOf(inside, given.words),
      ...(token.kind === "han" && isCrossing(token, borders) ? { crossing: true } : {}),
    });
  }
  return terms;
}

/** What the dictionary takes its word for. */
function classOf(
  { start, end }: Token,
  words: readonly QuestionWord[],
): Pick<QuestionTerm, "class"> {
  const word = words.find((one) => one.start <= start && end <= one.end);
  if (word === undefined || word.kind === "other") return {};
  return { class: word.kind === "deed" ? "action" : "thing" };
}

/** A pair has a border within it where another word begins behind its first character. */
function isCrossing({ start, end }: Token, borders: ReadonlySet<number>): boolean {
  for (let at = start + 1; at < end; at++) if (borders.has(at)) return true;
  return false;
}

function roleOf(
  reading: Reading,
  given: { words: readonly QuestionWord[]; names: readonly Span[]; asked: readonly Span[] },
  isHan: boolean,
  steps: () => void,
): (token: Token) => TermRole {
  const { text, forms, shown, sentences, courtesies } = reading;
  const place = ({ from, to }: { from: number; to: number }): Span => ({
    start: forms[from]?.start ?? 0,
    end: forms[to - 1]?.end ?? 0,
  });
  const shownSpans = forms.flatMap((_form, i) =>
    shown[i] === true ? [place({ from: i, to: i + 1 })] : [],
  );
  const at = {
    circumstance: covering(circumstancesOf(reading, steps), text.length),
    talk: covering(courtesies.map(place), text.length),
    name: covering(given.names, text.length),
    shown: covering(shownSpans, text.length),
    asked: covering(given.asked, text.length),
  };
  const begins = new Set(sentences.map(({ from }) => forms[from]?.start ?? 0));
  const proper = covering(
    given.words.filter((word) => word.proper === true),
    text.length,
  );
  const verbOrNoun = covering(
    given.words.filter(({ kind }) => kind !== "other"),
    text.length,
  );
  const shouting = text === text.toUpperCase();
  return (token) => {
    const { start, end, kind, term } = token;
    const written = text.slice(start, end);
    if (at.name(start)) return "name";
    if (kind === "number" || isVersion(written)) return "number";
    if (isContraction(written)) return "talk";
    const isOption =
      text[start - 1] === "-" && (start < 2 || "- `".includes(text[start - 2] ?? ""));
    if (kind === "word" && (isIdentifier(written) || isOption || holdsJoint(written)))
      return "identifier";
    if (at.shown(start)) return kind === "word" ? "identifier" : "name";
    if (at.circumstance(start)) return "circumstance";
    if (at.talk(start)) return "talk";
    const latin = kind === "word" && isHan;
    const capital = written !== written.toLowerCase() && !shouting;
    const inner = written.slice(1) !== written.slice(1).toLowerCase() && !shouting;
    if (kind === "word" && (latin || inner || (capital && !begins.has(start)))) return "name";
    if ((kind === "han" || kind === "han_single") && proper(start)) return "name";
    if (isEveryday(term)) return at.asked(start) ? "content" : "talk";
    if (describes(term))
      return at.asked(start) || !verbOrNoun(start) ? asideOf(at.asked(start)) : "content";
    return "content";
  };
}

const asideOf = (asked: boolean): TermRole => (asked ? "content" : "talk");

/** `a/b`, `a_b`, `a::b`; a hyphen joins ordinary words. */
const holdsJoint = (written: string): boolean =>
  [..."/\\_:@#+"].some((sign) => written.includes(sign));

/** Whether a place lies within one of the spans, looked up. */
function covering(spans: readonly Span[], length: number): (at: number) => boolean {
  const marked = new Uint8Array(length + 1);
  for (const { start, end } of spans) marked.fill(1, start, end);
  return (at) => marked[at] === 1;
}

const circumstances = atFirstUse(() => {
  const rows = readLexicon("circumstance", ["lang", "part", "phrase"]);
  return {
    phrases: createPhraseBook(rows.filter(({ part }) => part === "phrase")),
    openers: createPhraseBook(rows.filter(({ part }) => part === "opener")),
    places: createPhraseBook(rows.filter(({ part }) => part === "place")),
  };
});

/** Whole phrases, and a place right behind its opener or one word later: "on my laptop", "on my old laptop". */
export function circumstancesOf({ forms, shown }: Reading, steps?: () => void): Span[] {
  const { phrases, openers, places } = circumstances();
  const spans: Span[] = [];
  const add = (from: number, to: number) => {
    if (shown[from] === true) return;
    spans.push({ start: forms[from]?.start ?? 0, end: forms[to - 1]?.end ?? 0 });
  };
  for (const { from, to } of phrases.find(forms, steps)) add(from, to);
  const endOf = new Map<number, number>();
  for (const { from, to } of places.find(forms, steps))
    endOf.set(from, Math.max(endOf.get(from) ?? 0, to));
  for (const { from, to } of openers.find(forms, steps)) {
    const end = endOf.get(to) ?? (forms[to]?.kind === "word" ? endOf.get(to + 1) : undefined);
    if (end !== undefined) add(from, end);
  }
  return spans;
}
