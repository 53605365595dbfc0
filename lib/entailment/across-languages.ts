import { detectLang, tokenize } from "#lib/language/words";
import type { Unit } from "#lib/markdown/units";
import { type Around, aroundCarrier, type Carrier, carriersIn, type Evidence } from "./carriers.ts";
import { factsOf, holdsFact, indexFacts } from "./checks/facts.ts";
import { numberFacts, plain } from "./checks/numbers.ts";
import { reorders } from "./checks/order.ts";
import { denialsIn } from "./negations.ts";

/**
 * How far lines in another language carry a sentence: a Chinese one over an English line, or the other way. Their words
 * cannot be compared, so this never says more than that nothing stands against it: every number, name, identifier and
 * foreign word of the sentence, and there must be one, stands in one line, its measures in the same unit, in the same
 * order, and both deny or both affirm. What a reader makes of it is theirs: it is shown as in doubt, with the line.
 */
export function heldAcross(
  sentence: string,
  given: readonly Evidence[],
): { citation: number; unit: Unit }[] {
  const lang = detectLang(sentence);
  if (sentence.length > longestSentence) return [];
  const found = given
    .filter(({ units }) => isOther(lang, units.map(({ text }) => text).join("\n")))
    .flatMap((evidence) => {
      const facts = hardFacts(sentence, evidence);
      const many = facts.all.length + facts.measures.length;
      if (many === 0 || many > mostFacts) return [];
      return carriersIn(evidence.units)
        .filter(({ text, unit }) => unit.kind !== "code" && isOther(lang, text))
        .map((carrier) => ({ carrier, around: aroundCarrier(carrier, evidence) }))
        .filter(({ around }) => standsThere(sentence, facts, around))
        .map((one) => ({ ...one, citation: evidence.citation }));
    });
  // Of two lines with the same facts, one that denies and one that does not, nobody knows which is meant.
  if (!found.every(({ carrier, around }) => samePolarity(sentence, carrier, around))) return [];
  const units = new Map(found.map(({ citation, carrier }) => [carrier.unit, citation]));
  return [...units].slice(0, mostLines).map(([unit, citation]) => ({ citation, unit }));
}

const longestSentence = 600;
const mostFacts = 40;
/** What stands in more lines than these is no fact of one of them. */
const mostLines = 3;

/** Are these lines, if there are any, all in another language than the sentence? */
export function speakOther(sentence: string, units: readonly Unit[]): boolean {
  const lang = detectLang(sentence);
  return units.every(({ text, kind }) => kind !== "code" && isOther(lang, text));
}

/** A text of sentences in another language, not a name or a command that belongs to none. */
function isOther(lang: ReturnType<typeof detectLang>, text: string): boolean {
  const prose = text.replace(/(`+).+?\1/g, " ");
  if (lang === "en") return detectLang(prose) !== "en";
  return (
    !/\p{Script=Han}/u.test(prose) && (prose.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= leastWords
  );
}

const leastWords = 3;

type Hard = { all: ReturnType<typeof factsOf>; measures: string[]; words: string[] };

function hardFacts(sentence: string, { units, above }: Evidence): Hard {
  const around = [above, ...units.map(({ text }) => text)].join("\n");
  const facts = factsOf(sentence, new Set(tokenize(around).map(({ term }) => term)));
  return {
    all: facts.filter(({ kind }) => kind !== "measure"),
    measures: measuresIn(sentence),
    // A word that a Chinese sentence leaves as it is, is one of the line's.
    words: /\p{Script=Han}/u.test(sentence)
      ? tokenize(sentence.replace(/(`+).+?\1/g, " ")).flatMap((token) =>
          token.kind === "word" ? [token.term] : [],
        )
      : [],
  };
}

function standsThere(sentence: string, { all, measures, words }: Hard, around: Around): boolean {
  // What a heading names may be something else than what the line is about, and no word tells.
  const line = indexFacts(around.statement);
  const figures = new Set([...line.numbers].map(figureOf));
  const theirs = new Set(measuresIn(around.statement));
  return (
    all.every((fact) =>
      fact.kind === "number" ? figures.has(figureOf(fact.value)) : holdsFact(line, fact),
    ) &&
    measures.every((one) => theirs.has(one)) &&
    words.every((word) => line.terms.has(word)) &&
    !reorders(sentence, all, around.statement)
  );
}

function samePolarity(sentence: string, { text }: Carrier, { denials }: Around): boolean {
  const mine = denialsIn(sentence);
  const theirs = denialsIn(text);
  if (mine.least > 0) return theirs.most + denials > 0;
  return mine.most > 0 || theirs.least + denials === 0;
}

/** Measures whose unit both languages know, as "30 s"; what a Chinese character counts else is a number alone. */
function measuresIn(text: string): string[] {
  return numberFacts(plain(text)).flatMap((fact) => {
    const unit = fact.kind === "measure" ? (unitIn[fact.unit] ?? fact.unit) : undefined;
    if (fact.kind !== "measure" || unit === undefined) return [];
    return known.has(unit) ? [`${figureOf(fact.value)} ${unit}`] : [];
  });
}

const unitIn: Record<string, string> = {
  ...{ 毫秒: "ms", 微秒: "us", 纳秒: "ns", 秒: "s", 秒钟: "s", 分: "minute", 分钟: "minute" },
  ...{ 小时: "hour", 时: "hour", 天: "day", 日: "day", 周: "week", 星期: "week", 月: "month" },
  ...{ 个月: "month", 年: "year", 字节: "byte", 倍: "time", 次: "time", millisecond: "ms" },
  ...{ 元: "yuan", 美元: "$", dollar: "$", 欧元: "€", euro: "€", percent: "%", 公里: "km" },
};
const known = new Set([
  ...Object.values(unitIn),
  ..."kb,mb,gb,tb,kib,mib,gib,tib,hz,khz,mhz,ghz,m,cm,mm,kg,g".split(","),
]);

/** "three", "三" and "3" are one number. */
function figureOf(value: string): string {
  const at = Math.max(english.indexOf(value), [...chinese].indexOf(value));
  return at > 0 ? String(at) : (tens[value] ?? value);
}

const english =
  "zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen".split(
    ",",
  );
const chinese = "零一二三四五六七八九十";
const tens: Record<string, string> = {
  ...{ 十一: "11", 十二: "12", 十四: "14", 十五: "15", 二十: "20", 三十: "30", 六十: "60" },
  ...{ 九十: "90", 一百: "100", 一千: "1000", twenty: "20", thirty: "30", sixty: "60" },
  ...{ ninety: "90", hundred: "100", thousand: "1000", twice: "2", double: "2" },
};
