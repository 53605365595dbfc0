import type { Lang } from "#lib/contracts/answer";
import type { Passage, QueryTerm } from "#lib/contracts/envelope";
import { contentTerms, type Token, tokenize } from "#lib/language/words";
import { namesAmong } from "./named-things.ts";
import { type QuestionKind, questionKind } from "./question.ts";
import { type Compound, weighTerms } from "./question-words.ts";
import { termsIn, tokensOf } from "./tokens.ts";

/** The question as the composer sees it, and how much of it a text holds. Shares are of the question's weight, 0 to 1. */
export type Asked = {
  question: string;
  kind: QuestionKind;
  lang: Lang;
  /** Weighed anew (question-words.ts). */
  terms: QueryTerm[];
  /** Share of the question's weight that weighing left where it was. */
  kept: number;
  /** Terms, by their index in `terms`, that are words or lie within one. */
  whole: ReadonlySet<number>;
  /** Terms, by their index in `terms`, that name a thing. */
  things: ReadonlySet<number>;
  compounds: readonly Compound[];
  /** Terms, by their index in `terms`, that are names: a word in capitals, a foreign word in a Chinese question. */
  names: ReadonlySet<number>;
  /** Names that are words as well, by their terms: "Word" is meant where the documents write it with its capital. */
  proper: ReadonlySet<string>;
  /** Pairs of neighbouring content words of the question. */
  pairs: Set<string>;
};

/** Question words that a text holds, by their index in `terms`. */
export type Hits = ReadonlySet<number>;

export function readQuestion(
  question: string,
  lang: Lang,
  terms: readonly QueryTerm[],
  passages: readonly Passage[] = [],
): Asked {
  const kind = questionKind(question, lang);
  const names = namesIn(question, terms);
  return {
    question,
    kind,
    lang,
    ...weighTerms(question, terms),
    names,
    proper: properNames(question, passages),
    pairs: neighbours(question),
  };
}

/** Words that the question writes with a capital, and some passage in the midst of a sentence too. */
function properNames(question: string, passages: readonly Passage[]): Set<string> {
  const text = passages.map((p) => p.text.replace(/^#.*$/gm, "")).join("\n");
  const written = [...question.matchAll(/(?<=[\p{L},] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}_.-])/gu)];
  return new Set(
    written.flatMap(([word]) =>
      new RegExp(`[a-z,] ${word}(?![\\p{L}\\p{N}_])`, "u").test(text)
        ? tokenize(word).map((t) => t.term)
        : [],
    ),
  );
}

function namesIn(question: string, terms: readonly QueryTerm[]): Set<number> {
  const words = tokensOf(question).filter((t) => t.kind === "word" && !t.stop);
  const written = words.map((t) => question.slice(t.start, t.end));
  const names = new Set(namesAmong(written, question));
  const named = new Set(words.flatMap((t, i) => (names.has(written[i] ?? "") ? [t.term] : [])));
  return new Set(terms.flatMap((t, i) => (named.has(t.term) && t.passages > 0 ? [i] : [])));
}

export function hitsIn(text: string, asked: Asked): Hits {
  const said = withoutPaths(text);
  const held = asked.proper.size === 0 ? termsIn(said) : termsMeant(said, asked.proper);
  const hits = new Set<number>();
  for (const [i, { term }] of asked.terms.entries()) if (held.has(term)) hits.add(i);
  return hits;
}

function termsMeant(text: string, proper: ReadonlySet<string>): ReadonlySet<string> {
  const meant = ({ term, start }: Token) =>
    !proper.has(term) || /^\p{Lu}/u.test(text.slice(start, start + 2));
  return new Set(tokensOf(text).flatMap((t) => (meant(t) ? [t.term] : [])));
}

export function union(...sets: Hits[]): Hits {
  const all = new Set<number>();
  for (const hits of sets) for (const i of hits) all.add(i);
  return all;
}

export function share(hits: Hits, asked: Asked): number {
  let sum = 0;
  let all = 0;
  asked.terms.forEach((t, i) => {
    all += t.weight;
    if (hits.has(i)) sum += t.weight;
  });
  return all === 0 ? 0 : sum / all;
}

/** The same of the question's words alone: pairs of characters across the border of two words say nothing about a text. */
export function wordShare(hits: Hits, asked: Asked): number {
  const whole = {
    ...asked,
    terms: asked.terms.map((t, i) => (asked.whole.has(i) ? t : { ...t, weight: 0 })),
  };
  return share(hits, whole);
}

/** Share of the question's neighbouring words that are neighbours in the text too. */
export function pairShare(text: string, asked: Asked): number {
  if (asked.pairs.size === 0) return 0;
  const own = neighbours(text);
  return [...asked.pairs].filter((pair) => own.has(pair)).length / asked.pairs.size;
}

/** How nearly a heading is the question: words in common over the words of either (F1). */
export function headingMatch(heading: string, asked: Asked): number {
  if (namesOther(heading, asked)) return 0;
  if (definesSame(heading, asked)) return 1;
  const recall = share(hitsIn(heading, asked), asked);
  if (recall === 0) return 0;
  const held = contentTerms(heading).filter((t) => t.length > 1);
  const known = new Set(asked.terms.map((t) => t.term));
  const precision = held.filter((t) => known.has(t)).length / Math.max(1, held.length);
  if (precision === 0) return 0;
  const near = (2 * precision * recall) / (precision + recall);
  return precision === 1 && recall >= muchOfIt && asksSame(heading, asked)
    ? Math.max(near, sameAsk)
    : near;
}

/** "How do I update X?" asks what "How do I update X to the newest version?" asks. */
const asksSame = (heading: string, { kind, lang }: Asked): boolean =>
  kind !== "other" && questionKind(heading, lang) === kind;
const muchOfIt = 0.4;
const sameAsk = 0.9;

/** How nearly a heading is the question as it is written, "all" and endings included (F1 of its words or characters). */
export function wordingMatch(heading: string, asked: Asked): number {
  if (namesOther(heading, asked)) return 0;
  if (definesSame(heading, asked)) return 1;
  const own = asWritten(heading);
  const wanted = asWritten(asked.question);
  const both = [...own].filter((word) => wanted.has(word)).length;
  return both === 0 ? 0 : (2 * both) / (own.size + wanted.size);
}

/** 什么是空缺 and “空缺”是什么意思 ask one thing, as "What is a gap?" and "what does gap mean" do; "What are gaps and claims?" two. */
function definesSame(heading: string, { question, kind }: Asked): boolean {
  if (kind !== "definition") return false;
  const [own, wanted] = [heading, question].map(definedIn) as [string, string]; // one for each
  if (wanted !== "" && nameOf(heading) === wanted) return true;
  const several = own.split(/\s(?:and|or)\s|\s?[和与與及、]\s?/);
  return wanted !== "" && several.includes(wanted) && own !== bare(heading);
}

/** "`jest.resetAllMocks()`", "--runInBand": the bare name of what a heading is about; nothing where it says more. */
function nameOf(heading: string): string {
  const written = /^`?(?:--?|@)?((?:[\w$-]+\.)*)([\w$-]+)(?:\(.*\))?`?$/.exec(heading.trim());
  const isCode =
    heading.includes("`") || written?.[1] !== "" || /[(@_]|[a-z][A-Z]|^-/.test(heading);
  return isCode ? (written?.[2] ?? "").toLowerCase() : "";
}

/** What a question for a definition asks about; the whole text for any other. */
const definedIn = (text: string): string =>
  bare(text)
    .replace(
      /^(?:什[么麼]是|何谓|何謂|what(?:['’]?s| is| are| does| do) (?:meant by )?(?:an? |the )?)/,
      "",
    )
    .replace(
      /(?:是什[么麼](?:意思)?|指的?是什[么麼]|是(?:用[来來])?[干幹做](?:什[么麼]|啥)用?的|有(?:什[么麼]|啥)用| means?| stands? for)$/,
      "",
    )
    .replace(/^(?:an?|the) /, "")
    .trim();

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/["“”「」`*?？!！.。]/g, "")
    .trim();

/** What "moved" means is not asked where "changed" is. */
function namesOther(heading: string, { question }: Asked): boolean {
  const [own, wanted] = [heading, question].map(labelsIn) as [string[], string[]]; // one for each
  return own.length > 0 && wanted.length > 0 && !own.some((label) => wanted.includes(label));
}

/** What stands in quotation marks, in small letters. */
export const labelsIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|“([^”]+)”|「([^」]+)」/g)].map((hit) =>
    (hit.slice(1).find((label) => label !== undefined) ?? "").toLowerCase(),
  );

const asWritten = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .replace(/\b(?:every|each)\b/g, "all")
      .match(/\p{Script=Han}|[^\P{L}\p{Script=Han}]+|\p{N}+/gu),
  );

function neighbours(text: string): Set<string> {
  const words = tokensOf(text).filter(
    (t) => !t.stop && t.kind !== "part" && t.kind !== "han_single",
  );
  const pairs = new Set<string>();
  for (let i = 1; i < words.length; i++) pairs.add(`${words[i - 1]?.term} ${words[i]?.term}`);
  return pairs;
}

/** `C:\Users\Anna` in an example says nothing about users, nor a link's target about its sentence. */
function withoutPaths(text: string): string {
  if (!/\]\(|`|:\/\//.test(text)) return text;
  return text
    .replace(/\]\([^)\s]*(?:\s[^)]*)?\)/g, "]")
    .replace(/`[^`\s]*[\\/][^`]*`|https?:\/\/\S+/g, " ");
}
