import { createRequire } from "node:module";
import path from "node:path";
import type { Jieba } from "@node-rs/jieba";
import type nlp from "compromise";
import { projectDir } from "#lib/platform/project";
import { recentTexts } from "#lib/platform/recent-texts";
import { askLimits } from "./limits.ts";
import { classAt, han, holdsHan, letter, paired } from "./words/characters.ts";
import { tokenize } from "./words.ts";

/**
 * The words of a question and what each of them is. A thing that is asked about and stands nowhere in the folder is not
 * answered; what is done with it, and how, when, by whom and in which words, is said in a hundred ways, and that one of
 * them stands nowhere says little. Read by a dictionary of each language, on questions alone, which are short.
 */
export type QuestionWord = {
  /** UTF-16 offsets in the question. */
  start: number;
  end: number;
  /** A noun or a foreign word; a verb; anything else: describing words, times, people, numbers, function words. */
  kind: "thing" | "deed" | "other";
  /** What names of people and places are made of. */
  proper?: boolean;
  /** The name of a person. */
  person?: boolean;
};

export function questionWords(question: string): readonly QuestionWord[] {
  return lately.of(question, () =>
    holdsHan(question) ? chineseWords(question) : englishWords(question),
  );
}

/** One question is asked for its words many times over, and each time takes some milliseconds. */
const lately = recentTexts<readonly QuestionWord[]>(askLimits.remembered_chars);

/** The dictionaries are a fifth of what a start loads, and a question alone needs them: loaded with the first of its language. */
const load = createRequire(path.join(projectDir(), "package.json"));

let english: typeof nlp | undefined;
function readEnglish(text: string): ReturnType<typeof nlp> {
  english ??= load("compromise") as typeof nlp;
  return english(text);
}

let jieba: Jieba | undefined;
function readChinese(text: string): ReturnType<Jieba["tag"]> {
  jieba ??= withDictionary();
  return jieba.tag(text);
}

function withDictionary(): Jieba {
  const { Jieba: WithWords } = load("@node-rs/jieba") as typeof import("@node-rs/jieba");
  const { dict } = load("@node-rs/jieba/dict.js") as typeof import("@node-rs/jieba/dict.js");
  return WithWords.withDict(dict);
}

function chineseWords(question: string): QuestionWord[] {
  let at = 0;
  return readChinese(inSimplified(question)).flatMap(({ word, tag }): QuestionWord[] => {
    const start = at;
    at += word.length;
    // 执行 make deps 时报 …: what is reported when, and no newspaper; 多大时会 … as well.
    if (word === "时报" || word === "时会")
      return [
        { start, end: start + 1, kind: "other" },
        { start: start + 1, end: at, kind: "deed" },
      ];
    const proper = tag.startsWith("j") || (tag.startsWith("n") && "rstz".includes(tag[1] ?? " "));
    // 代表什么, 算什么: what stands right before 什么 at the end of an ask is its verb, whatever else the word may be.
    const isVerb = asksWhat(question, at) && tag !== "eng" && isFree(question, start, at);
    const kind = isVerb ? "deed" : chineseKind(tag);
    return [{ start, end: at, kind, proper, person: tag.startsWith("nr") }];
  });
}

const meanings = ["意思", "含义", "含義"];

/** 什么意思 at the end of an ask. */
function asksWhat(question: string, from: number): boolean {
  let at = "了着过過".includes(question[from] ?? " ") ? from + 1 : from;
  const what = ["什么", "什麼", "啥"].find((word) => question.startsWith(word, at));
  if (what === undefined) return false;
  at += what.length;
  at += meanings.find((word) => question.startsWith(word, at))?.length ?? 0;
  const next = at < question.length ? classAt(question, at) : 0;
  return next !== letter && next !== han && next !== paired;
}

/** 这个参数什么意思 asks about a thing, 起重机的颜色什么意思 as well; 代表什么意思 has its verb. */
function isFree(question: string, start: number, end: number): boolean {
  const behind = question.slice(end, end + "什么意思呢".length);
  if (meanings.some((word) => behind.includes(word)))
    return ["代表", "表示"].includes(question.slice(start, end));
  return !"的个個".includes(question[start - 1] ?? " ");
}

/** The dictionary knows simplified characters alone. */
function inSimplified(text: string): string {
  let simplified = text;
  for (const { kind, term, start, end } of tokenize(text)) {
    if (kind !== "han_single" || term.length !== end - start) continue;
    simplified = simplified.slice(0, start) + term + simplified.slice(end);
  }
  return simplified;
}

function chineseKind(tag: string): QuestionWord["kind"] {
  if (["v", "vd", "vn", "vg", "vi", "vq"].includes(tag)) return "deed";
  // `ng`: a part of words that names nothing by itself.
  const names = tag === "eng" || (tag.startsWith("n") && !tag.startsWith("ng"));
  return names ? "thing" : "other";
}

type Term = { text: string; tags: string[]; offset: { start: number; length: number } };

function englishWords(question: string): QuestionWord[] {
  const sentences: { terms: Term[] }[] = readEnglish(question).json({ offset: true });
  return sentences.flatMap(({ terms }) =>
    terms.map(({ tags, offset: { start, length } }) => ({
      start,
      end: start + length,
      kind: englishKind(new Set(tags)),
    })),
  );
}

function englishKind(tags: ReadonlySet<string>): QuestionWord["kind"] {
  if (aside.some((tag) => tags.has(tag))) return "other";
  if (tags.has("Verb")) return "deed";
  return tags.has("Noun") ? "thing" : "other";
}

const aside = ["Pronoun", "Actor", "Date", "Duration", "Value", "Adjective", "Adverb"];
