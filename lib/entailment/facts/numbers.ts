import { atFirstUse, readLexicon } from "#lib/language/lexicon";
import { formsOf } from "./cues.ts";

/**
 * Numbers of a text as facts, in figures and in words, English and Chinese: by themselves, and with the unit, currency or
 * sign that they are meant with. Dates, versions, ranges and times are one number: 2024-05-06, 1.20.3, 8-10, 12:30.
 * Units stand in `lexicon/units.tsv`, numbers in words in `lexicon/number-words.tsv`.
 */
export type NumberFact =
  | { kind: "number"; value: string }
  | { kind: "measure"; value: string; unit: string };

type Unit = { name: string; kind: "time" | "size" | ""; worth: number };

export const units = atFirstUse(() => {
  const byWord = new Map<string, Unit>();
  for (const { unit, kind, worth, words } of readLexicon("units", [
    ...(["unit", "kind", "worth", "words"] as const),
  ])) {
    const of = { name: unit, kind: kind as Unit["kind"], worth: Number(worth) }; // a column of the list
    for (const word of words.split("|")) byWord.set(word, of);
  }
  return byWord;
});

/** What numbers in words are worth; of an ordinal nothing. */
export const numberWords = atFirstUse(
  () =>
    new Map(
      readLexicon("number-words", ["word", "value", "counts"]).map(({ word, value, counts }) => [
        word,
        { value: value === "" ? undefined : Number(value), counts: counts === "yes" },
      ]),
    ),
);

export const longestFirst = (words: Iterable<string>): string =>
  [...words].toSorted((a, b) => b.length - a.length).join("|");
const isLatin = (word: string): boolean => word < "\u3000";

/** In figures, with what stands before and behind it. */
const figurePattern = atFirstUse(() => {
  const known = [...units().keys()].filter((word) => word !== "%" && word !== "‰");
  const latin = longestFirst(known.filter(isLatin));
  const han = longestFirst(known.filter((word) => !isLatin(word)));
  return new RegExp(
    `(?<!(?!\\p{Script=Han})[\\p{L}\\p{N}_.])(?:([$€£¥<>≤≥≈±]=?)\\s?)?((?:(?<![\\p{L}\\p{N})\\]])[-−])?\\d+(?:[.,:/-]\\d+)*)(?:\\s?(%|‰)|[\\s-]?(${latin})(?![\\p{L}\\p{N}_])|\\s?(${han}|\\p{Script=Han}))?`,
    "giu",
  );
});
const figures = /\d+(?:[.,:/-]\d+)*/g;
const hanNumber =
  /(第?)(?<![〇零一二两兩三四五六七八九十百千万萬亿億])([〇零一二两兩三四五六七八九十百千万萬亿億]+)([个個位名次年月天种種岁歲座只隻艘条條支部集场場届屆所家轮輪项項分成倍秒小周週號号章节節页頁台件张張类類步级級层層行列字门門日世人份])/g;

export function numberFacts(s: string): NumberFact[] {
  const facts: NumberFact[] = [];
  for (const hit of s.matchAll(figurePattern())) {
    const value = (hit[2] as string).replace("−", "-"); // the pattern has this group
    facts.push({ kind: "number", value });
    const [, sign, , share, latin, han] = hit;
    const unit = share ?? latin?.toLowerCase() ?? han;
    // A version counts nothing: "3.42.0 起".
    if (unit !== undefined && value.split(".").length <= 2)
      facts.push({ kind: "measure", value, unit: nameOf(unit) });
    if (sign !== undefined) facts.push({ kind: "measure", value, unit: sign });
  }
  for (const { written, counter } of countedIn(s)) {
    const value = written.replaceAll("兩", "二").replaceAll("两", "二");
    if (counter === undefined) facts.push({ kind: "number", value });
    else facts.push({ kind: "measure", value, unit: nameOf(counter) });
  }
  return facts;
}

const nameOf = (unit: string): string => units().get(unit)?.name ?? unit;

export type Counted = { written: string; start: number; end: number; counter?: string };

/** Numbers in figures, inside words too (`x509`, `v1.2`), in words, and in Chinese before what they count. */
export function countedIn(s: string): Counted[] {
  const found: Counted[] = [];
  for (const { 0: written, index } of s.matchAll(figures))
    found.push({ written, start: index, end: index + written.length });
  for (const { form, kind, start, end } of formsOf(s)) {
    if (kind !== "word") continue;
    if (numberWords().get(form)?.counts !== true) continue;
    const one = form.slice(0, -1);
    found.push({ written: numberWords().has(one) ? one : form, start, end });
  }
  for (const hit of s.matchAll(hanNumber)) {
    const [, ordinal = "", value = "", counter = ""] = hit;
    if (value === "一" && ordinal === "") continue; // 一个 is an article more often than a number
    const written = `${ordinal}${value}`;
    found.push({ written, start: hit.index, end: hit.index + written.length, counter });
  }
  return found;
}

/** Does a figure stand in the text as the end of a name alone, as in "SQLite3" or "H.264"? "v2" is a version, and no such name. */
export const isPartOfWord = (value: string, text: string): boolean => {
  const before = text.split(value).slice(0, -1);
  return before.length > 0 && before.every(endsInLetters);
};
const endsInLetters = (piece: string): boolean => {
  const last = piece.at(-1) ?? "";
  if (last === ".") {
    const name = piece.slice(0, -1);
    return isLetter(name.at(-1) ?? "") && !isLetter(name.at(-2) ?? "");
  }
  return isLetter(last) && (isLetter(piece.at(-2) ?? "") || "_-".includes(piece.at(-2) ?? " "));
};

/** Of the Latin alphabet, without marks. */
export const isLetter = (sign: string): boolean => {
  const lower = sign.toLowerCase();
  return lower >= "a" && lower < "{";
};

/** Widths and thousands made equal; case and words stay. */
export function plain(text: string): string {
  return text.normalize("NFKC").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
}
