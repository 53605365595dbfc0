import type { Unit } from "#lib/markdown/units";
import type { Carrier } from "../carriers.ts";
import { type NumberFact, plain } from "./numbers.ts";

/**
 * How much a text speaks of, whatever form it is written in: figures, words, Chinese numerals, halves, and lengths of time
 * and sizes in any unit. "Half a minute", "thirty seconds" and 30 秒 are one amount.
 */
export type Amount = {
  value: number;
  /** In seconds or bytes; for others the unit says nothing here. */
  kind: "time" | "size" | "other";
  /** The number before its unit. */
  of: number;
  /** In figures, not in words. */
  figures: boolean;
};

const time: Record<string, number> = {
  ms: 1e-3,
  millisecond: 1e-3,
  毫秒: 1e-3,
  s: 1,
  sec: 1,
  second: 1,
  秒: 1,
  秒钟: 1,
  min: 60,
  minute: 60,
  分钟: 60,
  分鐘: 60,
  分: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  小时: 3600,
  小時: 3600,
  钟头: 3600,
  day: 86400,
  天: 86400,
  日: 86400,
  week: 604800,
  周: 604800,
  星期: 604800,
  礼拜: 604800,
  fortnight: 1209600,
  month: 2592000,
  个月: 2592000,
  個月: 2592000,
  月: 2592000,
  year: 31536000,
  年: 31536000,
};
const size: Record<string, number> = {
  b: 1,
  byte: 1,
  字节: 1,
  kb: 1e3,
  kilobyte: 1e3,
  kib: 1024,
  mb: 1e6,
  megabyte: 1e6,
  mib: 1048576,
  gb: 1e9,
  gigabyte: 1e9,
  gib: 1073741824,
  tb: 1e12,
  tib: 1099511627776,
};
const ones =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const words: Record<string, number> = {
  ...Object.fromEntries(ones.map((word, i) => [word, i])),
  ...Object.fromEntries(tens.map((word, i) => [word, (i + 2) * 10])),
  half: 0.5,
  quarter: 0.25,
  dozen: 12,
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  billion: 1e9,
  twice: 2,
  double: 2,
  doubled: 2,
  doubles: 2,
  thrice: 3,
  triple: 3,
  once: 1,
  both: 2,
  pair: 2,
  couple: 2,
};
const unitNames = Object.keys({ ...time, ...size })
  .filter((unit) => /^[a-z]+$/.test(unit))
  .sort((a, b) => b.length - a.length);
const hanUnits = Object.keys({ ...time, ...size })
  .filter((unit) => !/^[a-z]/.test(unit))
  .sort((a, b) => b.length - a.length);
const word = Object.keys(words)
  .sort((a, b) => b.length - a.length)
  .join("|");
const english = new RegExp(
  `(?<![\\w.]|[A-Za-z]-)(\\d+(?:\\.\\d+)?|(?:${word})(?:[\\s-](?:and\\s)?(?:${word}))*)(?:\\s(?:an?|of\\s(?:an?|the))(?=\\s))?(?:[\\s-]?(${unitNames.join("|")})s?)?(?![\\w]|[.,:/-]\\d)`,
  "gi",
);
const numeral = "[〇零一二两兩三四五六七八九十百千万萬]";
const han = new RegExp(
  `(?:(${numeral}+|(?<![\\d.,])\\d+(?:\\.\\d+)?(?![.,:/-]?\\d|[\\s-]?[A-Za-z]))|(半))\\s?(?:个|個)?(半)?\\s?(${hanUnits.join("|")})?(半)?`,
  "gu",
);
const times =
  /(?<![二两兩三四五六七八九十\d])([二两兩三四五六七八九十\d]{1,12})[倍成]|翻倍|翻一番|一半|半数/g;

export function amountsIn(written: string): Amount[] {
  const text = plain(written);
  const found: Amount[] = [];
  for (const [, value = "", unit] of text.matchAll(english))
    found.push(amount(readEnglish(value), unit, isFigures(value)));
  for (const [, value, half, more, unit, after] of text.matchAll(han)) {
    const read = half === undefined ? readHan(value ?? "") : 0.5;
    const extra = more === undefined && after === undefined ? 0 : 0.5;
    found.push(amount(read + extra, unit, isFigures(value)));
  }
  for (const [, value] of text.matchAll(times)) {
    const all = value === undefined ? [2, 0.5] : [readHan(value)];
    for (const one of all) found.push(amount(one, undefined, isFigures(value)));
  }
  return found;
}

const isFigures = (value: string | undefined): boolean => /^\d/.test(value ?? "");

function amount(of: number, unit: string | undefined, figures: boolean): Amount {
  const name = unit?.toLowerCase() ?? "";
  if (name in time) return { value: of * (time[name] ?? 1), kind: "time", of, figures };
  if (name in size) return { value: of * (size[name] ?? 1), kind: "size", of, figures };
  return { value: of, kind: "other", of, figures };
}

function readEnglish(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  let total = 0;
  let last = 0;
  for (const one of text.toLowerCase().split(/[\s-]+/)) {
    const value = words[one];
    if (value === undefined) continue;
    if (value >= 100) {
      total += Math.max(last, 1) * value;
      last = 0;
    } else last += value;
  }
  return total + last;
}

const digits: Record<string, number> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const ranks: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

function readHan(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  let total = 0;
  let section = 0;
  let last = 0;
  for (const sign of text) {
    if (sign in digits) last = digits[sign] ?? 0;
    else if (sign in ranks) {
      section += (last === 0 ? 1 : last) * (ranks[sign] ?? 1);
      last = 0;
    } else {
      total += (section + last) * 10_000;
      section = last = 0;
    }
  }
  return total + section + last;
}

/** Does one of these speak of as much? A number without a unit may mean any. */
export function holdsAmount(all: readonly Amount[], one: Amount): boolean {
  return all.some(
    (other) =>
      (other.kind === one.kind || other.kind === "other") &&
      Math.abs(other.value - one.value) <= Math.abs(one.value) * 1e-6,
  );
}

/** How many things may be counted without the lines saying their number. */
export type Counted = ReadonlySet<number>;
const mostNamed = 8;

/** How many items or rows stand together, and how many things the sentence, or a line, names itself. */
export function countsIn(
  window: readonly Carrier[],
  units: readonly Unit[],
  sentence: string,
): Counted {
  const counts = new Set<number>();
  for (const { unit } of window) {
    if (unit.list !== undefined) counts.add(units.filter(({ list }) => list === unit.list).length);
    if (unit.kind === "table")
      counts.add(
        units.filter(({ kind, block }) => kind === "table" && block === unit.block).length,
      );
  }
  for (const text of [sentence, ...window.map((one) => one.text)]) {
    const code = new Set(text.match(/`[^`]+`/g)).size;
    if (code > 1) counts.add(code);
  }
  const named = sentence.split(/,\s|\sand\s|\sor\s|[、，和与及]/).length;
  for (let i = 2; i <= Math.min(named, mostNamed); i += 1) counts.add(i);
  return counts;
}

/**
 * Do the lines speak of as much in another form ("thirty days" for 30 天), in the same kind of unit? `said`: the amounts of
 * the sentence, which say the unit of a number in words.
 */
export function inOtherForm(
  fact: NumberFact,
  amounts: readonly Amount[],
  said: readonly Amount[],
): boolean {
  const [own] = amountsIn(writtenOut(fact));
  // "One" is a word for anything.
  if (own === undefined || own.value === 1 || /^第|[,:/-]/.test(fact.value)) return false;
  const measured = said.filter(({ kind, of }) => kind !== "other" && of === own.of);
  if (own.kind === "other" && measured.length > 0)
    return measured.every((one) =>
      holdsAmount(
        amounts.filter(({ kind }) => kind === one.kind),
        one,
      ),
    );
  // A unit that says how much, and is none of time or size, stands as it is written.
  if (own.kind === "other" && fact.kind === "measure" && !counter.test(fact.unit)) return false;
  // No figures are another form of other figures.
  const others = amounts.filter(
    ({ kind, figures, of }) => kind === own.kind && !(figures && own.figures && of !== own.of),
  );
  return holdsAmount(others, own);
}

const counter = /^[个個位名次种種条條项項张張类類件台步层層列行作为為到]$/;

function writtenOut(fact: NumberFact): string {
  if (fact.kind === "number") return fact.value;
  return `${fact.value}${/^[a-z]/i.test(fact.unit) ? " " : ""}${fact.unit}`;
}

/** Do the lines speak of such a number in another form? One in words may be a count of what stands there. */
export function holdsNumber(
  fact: NumberFact,
  amounts: readonly Amount[],
  counted: Counted,
  said: readonly Amount[],
): boolean {
  // What comes first and second is told by the order of the clauses.
  if (/^(?:first|second|third)$|^第/.test(fact.value)) return true;
  const read = amountsIn(writtenOut(fact));
  const own = read.find(({ kind }) => kind !== "other") ?? read[0];
  if (own === undefined) return false;
  const measured = said.filter(({ kind, of }) => kind !== "other" && of === own.of);
  if (
    fact.kind === "number" &&
    measured.length > 0 &&
    measured.every((one) => holdsAmount(amounts, one))
  )
    return true;
  const same = fact.kind === "number" && amounts.some(({ value }) => value === own.value);
  if (same || holdsAmount(amounts, own)) return true;
  return own.kind === "other" && !/^\d/.test(fact.value) && counted.has(own.value);
}
