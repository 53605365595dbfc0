import { atFirstUse } from "#lib/language/lexicon";
import { longestFirst, type NumberFact, numberWords, plain, units } from "./numbers.ts";

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

const numeral = "[〇零一二两兩三四五六七八九十百千万萬]";

const patterns = atFirstUse(() => {
  const worthy = [...units()].filter(([, { kind }]) => kind !== "").map(([word]) => word);
  const latin = longestFirst(worthy.filter((word) => word < "\u3000"));
  const wide = longestFirst(worthy.filter((word) => word >= "\u3000"));
  const valued = [...numberWords()].filter(([, { value }]) => value !== undefined);
  const word = longestFirst(valued.map(([written]) => written));
  return {
    english: new RegExp(
      `(?<![\\w.]|[A-Za-z]-)(\\d+(?:\\.\\d+)?|(?:${word})(?:[\\s-](?:and\\s)?(?:${word}))*)(\\s(?:an?|of\\s(?:an?|the))(?=\\s))?(?:[\\s-]?(${latin}))?(?![\\w]|[.,:/-]\\d)`,
      "gi",
    ),
    han: new RegExp(
      `(?:(${numeral}+|(?<![\\d.,])\\d+(?:\\.\\d+)?(?![.,:/-]?\\d|[\\s-]?[A-Za-z]))|(半))\\s?(?:个|個)?(半)?\\s?(${wide})?(半)?`,
      "gu",
    ),
  };
});
const times =
  /(?<![二两兩三四五六七八九十\d])([二两兩三四五六七八九十\d]{1,12})[倍成]|翻倍|翻一番|一半|半数/g;

export function amountsIn(written: string): Amount[] {
  const text = plain(written);
  const found: Amount[] = [];
  for (const [, value = "", article, unit] of text.matchAll(patterns().english)) {
    const of = readEnglish(value);
    // "Half an hour" is a time, "sixty an hour" is none.
    found.push(amount(of, article !== undefined && of >= 1 ? undefined : unit, isFigures(value)));
  }
  for (const [, value = "", half, more, unit, after] of text.matchAll(patterns().han)) {
    const extra = more === undefined && after === undefined ? 0 : 1 / 2;
    const read = half === undefined ? readHan(value) : 1 / 2;
    found.push(amount(read + extra, unit, isFigures(value)));
  }
  for (const [, value] of text.matchAll(times)) {
    const all = value === undefined ? [2, 1 / 2] : [readHan(value)];
    for (const one of all) found.push(amount(one, undefined, isFigures(value ?? "")));
  }
  return found;
}

const isFigures = (value: string): boolean => value >= "0" && value < ":";

function amount(of: number, unit: string | undefined, figures: boolean): Amount {
  const { kind = "", worth = 1 } = units().get(unit?.toLowerCase() ?? "") ?? {};
  return kind === ""
    ? { value: of, kind: "other", of, figures }
    : { value: of * worth, kind, of, figures };
}

/** What a number says, in figures or in words; none where it is a date or a version. */
export function worthOf(written: string): number {
  if (isFigures(written)) return Number(written);
  const [first = ""] = written;
  return first >= "\u3000" ? readHan(written) : readEnglish(written);
}

function readEnglish(text: string): number {
  if (isFigures(text)) return Number(text);
  let total = 0;
  let last = 0;
  for (const one of text.toLowerCase().replaceAll("-", " ").split(" ")) {
    const { value } = numberWords().get(one) ?? {};
    if (value === undefined) continue;
    if (value > ninety()) {
      total += Math.max(last, 1) * value;
      last = 0;
    } else last += value;
  }
  return total + last;
}

const ninety = () => numberWords().get("ninety")?.value ?? 0;

const digits = "〇一二三四五六七八九";
const ranks = "十百千";

function readHan(text: string): number {
  if (isFigures(text)) return Number(text);
  let total = 0;
  let section = 0;
  let last = 0;
  for (const sign of text.replaceAll("零", "〇").replaceAll("两", "二").replaceAll("兩", "二")) {
    const rank = ranks.indexOf(sign);
    if (digits.includes(sign)) last = digits.indexOf(sign);
    else if (rank !== -1) {
      section += (last === 0 ? 1 : last) * digits.length ** (rank + 1);
      last = 0;
    } else if (sign !== "第") {
      total += (section + last) * digits.length ** (ranks.length + 1);
      section = last = 0;
    }
  }
  return total + section + last;
}

/** Does one of these speak of as much? A number without a unit may mean any. */
export const holdsAmount = (all: readonly Amount[], one: Amount): boolean =>
  all.some(
    (other) =>
      (other.kind === one.kind || other.kind === "other") && isSame(other.value, one.value),
  );

const isSame = (a: number, b: number): boolean =>
  a.toPrecision(digits.length) === b.toPrecision(digits.length);

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
  if (own === undefined || own.value === 1 || isOrdinal(fact) || isCompound(fact)) return false;
  const measured = said.filter(({ kind, of }) => kind !== "other" && of === own.of);
  if (own.kind === "other" && measured.length > 0)
    return measured.every((one) =>
      holdsAmount(
        amounts.filter(({ kind }) => kind === one.kind),
        one,
      ),
    );
  // A unit that says how much, and is none of time or size, stands as it is written.
  if (own.kind === "other" && fact.kind === "measure" && !counters.has(fact.unit)) return false;
  // No figures are another form of other figures.
  const others = amounts.filter(
    ({ kind, figures, of }) => kind === own.kind && !(figures && own.figures && of !== own.of),
  );
  return holdsAmount(others, own);
}

/** What a number in words counts things with. */
export const counters = new Set("个個位名次种種条條项項张張类類件台步層层列行作为為到");
const ordinals = new Set(["first", "second", "third"]);
const isOrdinal = ({ value }: NumberFact): boolean => value.startsWith("第") || ordinals.has(value);
const isCompound = ({ value }: NumberFact): boolean =>
  [...",:/-"].some((sign) => value.includes(sign));

const writtenOut = (fact: NumberFact): string =>
  fact.kind === "number"
    ? fact.value
    : `${fact.value}${fact.unit < "\u3000" ? " " : ""}${fact.unit}`;

/** Do the lines speak of such a number in another form? */
export function holdsNumber(
  fact: NumberFact,
  amounts: readonly Amount[],
  said: readonly Amount[],
): boolean {
  // What comes first and second is told by the order of the clauses.
  if (isOrdinal(fact)) return true;
  const read = amountsIn(writtenOut(fact));
  const own = read.find(({ kind }) => kind !== "other") ?? read[0];
  if (own === undefined) return false;
  const measured = said.filter(({ kind, of }) => kind !== "other" && of === own.of);
  const number = fact.kind === "number";
  if (number && measured.length > 0) return measured.every((one) => holdsAmount(amounts, one));
  if (number && amounts.some(({ value }) => value === own.value)) return true;
  return holdsAmount(amounts, own);
}
