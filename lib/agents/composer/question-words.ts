import type { QueryTerm } from "#lib/contracts/envelope";
import { describes } from "#lib/language/describing-words";
import { isEveryday } from "#lib/language/talk-words";
import { type QuestionWord, questionWords } from "#lib/language/word-kinds";
import { type Token, tokenize } from "#lib/language/words";
import { tokensOf } from "./tokens.ts";

/**
 * The question's words behind its index terms. Chinese is indexed in pairs of characters, and a pair across the border
 * of two words ("引" of "什么是引用") is rare without meaning anything: it would weigh most and be called missing. The
 * segmenter tells such pairs from words; it is used on questions alone, which are short.
 */

/**
 * Share of its weight that a pair across a word border keeps, if some passage holds it and if none does; the ranking has
 * taken from it before, by a segmenter that is quicker and sees less.
 */
const acrossWords = 0.5;
const acrossWordsUnknown = 0.15;
/** … and that a describing or everyday word keeps which no passage holds, or one that no dictionary holds. */
const describedNowhere = 0.1;
/** … and one for what is done, which a text may say in another word. */
const deedNowhere = 0.4;
/** … and an everyday word that some does. */
const everydayHere = 0.4;

export type Weighed = {
  terms: QueryTerm[];
  kept: number;
  whole: ReadonlySet<number>;
  /** Terms, by their index, that name a thing. */
  things: ReadonlySet<number>;
  compounds: Compound[];
};

/** "task priority", 任务优先级: what the thing is of, and the thing, by the indexes of their terms. */
export type Compound = { of: number[]; thing: number[] };

/**
 * The same terms with the weight moved from accidental pairs, and from describing words that stand nowhere, to words that
 * name something. `kept` is the share of the weight that was not moved: a score, which is measured against the whole
 * question, grows by as much. `whole`: the terms, by their index, that are no accidental pairs.
 */
export function weighTerms(question: string, terms: readonly QueryTerm[]): Weighed {
  const read = questionWords(question);
  const words = hanWords(question, read);
  const tokens = tokensOf(question).filter((t) => t.kind === "han");
  const asking = askingTerms(question);
  const shunned = termsShunned(question);
  const forms = [...question.matchAll(either)].map(({ index, 0: form }) => ({
    start: index,
    end: index + form.length,
  }));
  const known = new Set(terms.filter((t) => t.passages > 0).map((t) => t.term));
  const whole = new Set<number>();
  const things = new Set<number>();
  const written = tokensOf(question).filter((t) => !t.stop);
  const isPartOfLonger = (t: Token) =>
    read.some((w) => holds(w, t) && w.end - w.start > t.end - t.start);
  const weights = terms.map((term, i) => {
    const places = tokens.filter((t) => t.term === term.term);
    const asks = (word: Word) => questionWord.test(question.slice(word.start, word.end));
    const whether = places.length > 0 && places.every((t) => forms.some((f) => holds(f, t)));
    const accidental =
      whether ||
      (places.length > 0 && places.every((t) => crosses(t, tokens, known))) ||
      (places.length > 0 && places.every((t) => !words.some((w) => holds(w, t) && !asks(w))));
    if (!accidental) whole.add(i);
    if (asking.has(term.term)) return term.weight * whatIsAsked;
    if (shunned.has(term.term)) return term.weight * notWanted;
    const everyday = isEveryday(term.term);
    const kind = kindOf(
      written.find((t) => t.term === term.term),
      read,
      words,
    );
    if (kind === "thing" && !everyday) things.add(i);
    if (!accidental && term.passages === 0) {
      if (everyday || describes(term.term) || kind === "other")
        return term.weight * describedNowhere;
      if (kind === "deed") return term.weight * deedNowhere;
    }
    if (!accidental && everyday) return term.weight * everydayHere;
    if (!accidental)
      return term.weight * (places.every(isPartOfLonger) && places.length > 0 ? partOfLonger : 1);
    return term.weight * (whether || term.passages === 0 ? acrossWordsUnknown : acrossWords);
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  return {
    terms: terms.map((term, i) => ({ ...term, weight: sum === 0 ? 0 : (weights[i] ?? 0) / sum })),
    kept: sum,
    whole,
    things,
    compounds: compoundsOf(question, terms, read),
  };
}

/** "… without removing it", "…，又不用把它移除": what is not to be done; the place that says how to do it is another one. */
function termsShunned(question: string): Set<string> {
  const [, english, chinese] = shuns.exec(question) ?? [];
  return new Set(tokenize(english ?? chinese ?? "").flatMap((t) => (t.stop ? [] : [t.term])));
}

const shuns =
  /\bwithout (?:having to |needing to )?(\w+ing)(?: (?:it|them|anything|everything))?\W*$|[，,]?(?:又|而|但|却)(?:不用|不必|不想|不要|无需|不)(?:把[它其])?(\p{Script=Han}{2})(?:它|掉)?\P{L}*$/u;
const notWanted = 0.2;

function compoundsOf(
  question: string,
  terms: readonly QueryTerm[],
  words: readonly QuestionWord[],
): Compound[] {
  const tokens = tokensOf(question).filter((t) => !t.stop && t.kind !== "han_single");
  const termsIn = (word: Word): number[] => {
    const inside = new Set(tokens.filter((t) => holds(word, t)).map((t) => t.term));
    return terms.flatMap((t, i) => (inside.has(t.term) && t.passages > 0 ? [i] : []));
  };
  return words.flatMap((word, i) => {
    const next = words[i + 1];
    if (word.kind !== "thing" || next === undefined || next.kind === "deed") return [];
    if (!/^ ?$/.test(question.slice(word.end, next.start))) return [];
    const [of, thing] = [termsIn(word), termsIn(next)];
    return of.length > 0 && thing.length > 0 ? [{ of, thing }] : [];
  });
}

/**
 * Of several words that a term lies across, what the first is that names anything. Chinese that no dictionary holds names
 * something only where it is made as names are (六耳铃): 装得对 and 往回 are how somebody says something.
 */
function kindOf(
  token: Token | undefined,
  words: readonly QuestionWord[],
  runs: readonly Word[],
): QuestionWord["kind"] {
  if (token === undefined) return "thing";
  const across = words.filter((w) => w.start < token.end && w.end > token.start);
  if (token.kind === "han" && across.length > 1) {
    const run = runs.find((r) => holds(r, token));
    return run !== undefined && isName(run, words) ? "thing" : "other";
  }
  const kinds = new Set(across.map((w) => w.kind));
  if (across.length === 0 || kinds.has("thing")) return "thing";
  return kinds.has("deed") ? "deed" : "other";
}

function isName(run: Word, words: readonly QuestionWord[]): boolean {
  const inside = words.filter((w) => holds(run, w));
  if (inside.length < 2) return false;
  if (inside.some((w) => w.proper)) return true;
  const things = inside.filter((w) => w.kind === "thing").length;
  return things > 1 && inside.every((w) => w.kind !== "deed");
}

/** What stands between a number and what is counted, and is a family name as well. */
const counting: ReadonlySet<string> = new Set("种種名位条條张張盘盤封方项項支门門");

/** What the dictionary takes for a name is of so many characters at most; with less of the weight it names a person or nothing. */
const longestName = 3;
const leastOfName = 0.15;

/**
 * Chinese names that no passage holds: those that the dictionary takes for one, of which a part stands nowhere, and those
 * that it does not hold and of which no part stands anywhere.
 */
export function namesNowhere(question: string, terms: readonly QueryTerm[]): string[] {
  const unknown = new Map(terms.filter((t) => t.passages === 0).map((t) => [t.term, t.weight]));
  const tokens = tokensOf(question);
  const pairs = tokens.filter((t) => t.kind === "han" && !t.stop);
  const read = questionWords(question);
  const cutWrongly = (word: Word) =>
    // 多少种颜色: no person is called 种颜色, where something is counted.
    (/(?:多少|[几幾])$/u.test(question.slice(0, word.start)) &&
      counting.has(question[word.start] ?? "")) ||
    /^(.).\1$/u.test(question.slice(word.start, word.end)) ||
    tokens.some((t) => t.kind === "han_single" && t.stop && holds(word, t));
  const known = read.filter((word) => {
    if (word.proper !== true || word.end - word.start > longestName || cutWrongly(word))
      return false;
    const least = word.person === true ? 0 : leastOfName;
    return pairs.some((t) => holds(word, t) && (unknown.get(t.term) ?? -1) >= least);
  });
  const names = hanWords(question, read).filter(
    (run) =>
      read.some((w) => holds(run, w) && w.proper && !holds(w, run)) ||
      isPersonDoing(question, run, read),
  );
  const strange = names.filter((run) => {
    const near = pairs.filter((t) => t.start < run.end && t.end > run.start);
    return near.some((t) => holds(run, t)) && near.every((t) => unknown.has(t.term));
  });
  return [...known, ...strange].map(({ start, end }) => question.slice(start, end));
}

/** 马飚担任…: what begins with a family name, opens its clause and does something. */
function isPersonDoing(question: string, run: Word, read: readonly QuestionWord[]): boolean {
  const opens = /(?:^|[\p{P}\s])$/u.test(question.slice(0, run.start));
  const does = read.some((w) => w.start === run.end && w.kind === "deed");
  const unknown = !read.some((w) => holds(w, run));
  return opens && does && unknown && familyNames.has(question[run.start] ?? "");
}

const familyNames = new Set(
  "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖萧蕭田董袁潘蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁沈姚卢盧姜崔钟鍾谭譚陆陸汪范廖贾賈夏韦韋付邹鄒孟熊秦邱尹薛闫閻段侯龙龍陶黎贺賀顾顧毛郝龚龔邵钱錢严嚴覃武戴莫孔汤湯",
);

/**
 * A pair of characters that stands nowhere, between two that do ("词页" in 同义词页面): whatever the segmenter makes of it,
 * the documents cut there.
 */
function crosses(pair: Token, pairs: readonly Token[], known: ReadonlySet<string>): boolean {
  if (known.has(pair.term)) return false;
  const beside = pairs.filter((t) => known.has(t.term));
  return (
    beside.some((t) => t.start < pair.start && t.end > pair.start) &&
    beside.some((t) => t.end > pair.end && t.start < pair.end)
  );
}

/** A word of three characters is indexed as two pairs, and is one word all the same. */
const partOfLonger = 0.8;

/** "How many", "which year", "the name of": the word says what is asked for, and an answer need not repeat it. */
const asksFor =
  /\b(?:how|what|which)(?:['’]s)? (many|much|often|long|old|far|year|date|day|month|time|number|percentage|percent|amount|kinds?|types?|sort|name|term|word)\b|\b(?:is|was|are|were) the (name|term|number|amount|percentage|type|kind) (?:of|for|given)\b|\b(called|named|known)\b\W*$|^\W*(?:please )?(show|give|list|name|tell|explain|describe)\b|\b(examples?|samples?) (?:of|for)\b|\bby (accident|mistake|chance)\b|\bwhat (now|next|then)\b|\bwhere (?:do|can|could|should|would|did) (?:I|we|you|one|they) (find|get|see|look|go)\b|\bhow (?:do|can|could|should) (?:I|we|you|one) (get|go|make)\b|怎(?:么|麼|样|樣)([办辦]|处理|處理|解决|解決|修复|修復|应对)|如何(处理|處理|解决|解決|修复|修復|应对)|什[么麼](地方|时候|時候|意思|原因|区别|區別|不同)|(报错|報錯|提示|返回|抛出|遇到)(?=\s*["“「`A-Za-z])|\b(?:do|can|could|should) (?:I|we|you) (fix|solve|resolve|handle) (?:it|this|that)\b|\bwhat (?:does|do) [^?,;]{1,60} (mean)\b|\bwhat (?:is|are) (meant) by\b|(用[来來][干幹做]|[干幹做])(?=(?:什[么麼]|啥)用?的?\P{L}*$)|(例子|示例|范例|範例|样例)|^(?:请|請|麻烦)?(给|給)我?一?[个個份段]?/giu;
const whatIsAsked = 0.4;

function askingTerms(question: string): Set<string> {
  const words = [...question.matchAll(asksFor)].map(
    (hit) => hit.slice(1).find((word) => word !== undefined) ?? "",
  );
  return new Set(words.flatMap((word) => tokenize(word).map((t) => t.term)));
}

/**
 * Words of the question that no passage holds, as they are written: foreign ones, and of Chinese those that name
 * something. What is done, and how somebody says it, is written in a hundred other ways, and nothing is missed with it.
 */
export function wordsNowhere(question: string, terms: readonly QueryTerm[]): string[] {
  const unknown = new Set(terms.filter((t) => t.passages === 0).map((t) => t.term));
  if (unknown.size === 0) return [];
  const tokens = tokensOf(question).filter((t) => !t.stop);
  const pairs = tokens.filter((t) => t.kind === "han");
  const known = new Set(terms.filter((t) => t.passages > 0).map((t) => t.term));
  const read = questionWords(question);
  const names = (word: Word) =>
    isName(word, read) || read.some((w) => w.kind === "thing" && holds(w, word));
  const isOfCompound = (t: Token) =>
    t.kind === "part" && (question[t.end] === "-" || question[t.start - 1] === "-");
  const foreign = tokens
    .filter((t) => t.kind === "word" || t.kind === "number" || isOfCompound(t))
    .filter((t) => unknown.has(t.term))
    .filter((t) => !isEveryday(t.term) && !describes(t.term));
  const han = hanWords(question, read).filter((word) => {
    const inside = pairs.filter((t) => holds(word, t));
    if (inside.length === 0 || !inside.every((t) => unknown.has(t.term))) return false;
    if (inside.every((t) => isEveryday(t.term) || crosses(t, pairs, known))) return false;
    return names(word) && !questionWord.test(question.slice(word.start, word.end));
  });
  return [...new Set([...foreign, ...han].map((w) => question.slice(w.start, w.end)))];
}

/** 何年, 几门, 哪位: they ask, and stand in no answer. */
const questionWord = /[何几幾哪谁誰什怎]|多少/;

/** How many words the question has that say what it is about; pairs and pieces are not counted. */
export function countWords(question: string): number {
  const tokens = tokensOf(question).filter((t) => !t.stop);
  const foreign = tokens.filter((t) => t.kind === "word" || t.kind === "number");
  const han = hanWords(question).filter((word) =>
    tokens.some((t) => t.kind === "han" && holds(word, t)),
  );
  return foreign.length + han.length;
}

type Word = { start: number; end: number };

/**
 * The words of a Chinese question. A name that the dictionary does not know falls into single characters, so characters that stand alone side
 * by side are one word, unless they are function words: 六|耳|铃|是 -> 六耳铃, 是.
 */
function hanWords(text: string, read: readonly QuestionWord[] = questionWords(text)): Word[] {
  const words: (Word & { loose: boolean })[] = [];
  const alternatives = new Set([...text.matchAll(either)].map((hit) => hit.index));
  for (const { start: index, end } of read) {
    const segment = text.slice(index, end);
    if (!/^\p{Script=Han}+$/u.test(segment)) continue;
    const loose = segment.length === 1 && !functionWords.has(segment);
    const last = words.at(-1);
    const joins = last?.loose === true && last.end === index && !alternatives.has(index);
    if (loose && joins) last.end = index + segment.length;
    else if (segment.length > 2 && /[时時]$/.test(segment)) {
      // 接口时: what happens when, not a word of three.
      words.push({ start: index, end: index + segment.length - 1, loose: false });
    } else words.push({ start: index, end: index + segment.length, loose });
  }
  return words;
}

/** 采不采, 有没有: a verb and its denial ask whether; they are no part of the name before them. */
const either = /(\p{Script=Han}{1,2})[不没沒]\1/gu;

const functionWords = new Set(
  "的了着過过吗嗎呢吧啊是在有和与與及或被把给給对對从從到将將就都也还還很不没沒无無要能会會可为為以于於之其由向让讓使叫做这這那哪谁誰个個位名次年月日时時种種些上下中里裡前后後内外多少几幾我你他她它",
);

const holds = (word: Word, token: Word): boolean =>
  token.start >= word.start && token.end <= word.end;
