import type { Lang } from "#lib/contracts/answer";
import { type Token, tokenize } from "#lib/language/words";

/**
 * The words of a question as a person would say them: Chinese ones by the segmenter, because the pairs of characters that
 * the index knows run across the borders of words; function words left out.
 */
export type SpokenQuestion = { text: string; words: readonly Span[] };
type Span = { start: number; end: number };

/** What of the question stands somewhere. */
export type SpokenFound = {
  /** For a sentence, in the question's order. Of a word that is there in pieces, the pieces. */
  words: string;
  /** The words that are not there as a whole; empty when all are. */
  missing: string;
  found: number;
  all: number;
};

/** Made when it is first needed: its dictionary takes a while to open. */
let segmenter: Intl.Segmenter | undefined;
const isHan = /\p{Script=Han}/u;

export function readSpoken(text: string): SpokenQuestion {
  const words: Span[] = [];
  for (const token of tokenize(text)) {
    if (token.stop || token.kind === "han" || token.kind === "han_single") continue;
    if (token.start >= (words.at(-1)?.end ?? 0)) words.push({ start: token.start, end: token.end });
  }
  if (isHan.test(text)) words.push(...hanWords(text));
  const seen = new Set<string>();
  const once = ({ start, end }: Span) => {
    const written = text.slice(start, end).toLowerCase();
    return !seen.has(written) && seen.add(written) !== undefined;
  };
  return { text, words: words.sort((a, b) => a.start - b.start).filter(once) };
}

/**
 * The Chinese words of a text but function words, by their places. A name that the segmenter does not know falls into
 * single characters: side by side they are one word.
 */
export function hanWords(text: string): Span[] {
  const words: (Span & { single: boolean })[] = [];
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  for (const { segment, index } of segmenter.segment(text)) {
    if (!isHan.test(segment) || tokenize(segment).every((token) => token.stop)) continue;
    const single = segment.length === 1;
    const last = words.at(-1);
    if (single && last?.single === true && last.end === index) last.end = index + 1;
    else words.push({ start: index, end: index + segment.length, single });
  }
  return words;
}

/**
 * Where the segmenter sees a word of a single character, function words left out. Three and more side by side are a word
 * that it does not know (断点续传, 抄送人), and none of them is one of its own, unless they begin with what is done: 删空行.
 */
export function hanSingles(text: string): Token[] {
  if (!isHan.test(text)) return [];
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const singles = tokenize(text).filter(({ kind, stop }) => kind === "han_single" && !stop);
  const at = new Map(singles.map((token) => [token.start, token]));
  const runs: Token[][] = [];
  let open = false;
  for (const { segment, index } of segmenter.segment(text)) {
    const token = segment.length === 1 ? at.get(index) : undefined;
    if (token === undefined) open = false;
    else if (open && !particle.test(segment)) runs.at(-1)?.push(token);
    else runs.push([token]);
    open = token !== undefined && !particle.test(segment);
  }
  const isWord = (run: readonly Token[]): boolean => {
    const start = run[0]?.start ?? 0;
    return (
      run.length < unknownWord ||
      isDone.test(text[start] ?? "") ||
      asksHow.test(text.slice(0, start))
    );
  };
  return runs.flatMap((run) => (isWord(run) ? run : []));
}
const unknownWord = 3;
/** Behind a verb: they begin no word, and end none. */
const particle = /[掉到了着過过得起来來去完好住]/u;
const isDone =
  /[删刪改换換调調查找停开開关關加看选選存传傳搬移装裝卸读讀写寫发發收打拆清切填贴貼]/u;
const asksHow = /(?:怎么|怎麼|怎样|怎樣|如何|能|把)$/u;

const known = new WeakMap<SpokenQuestion, Map<string, SpokenFound>>();

/** Which words of the question the terms that were found cover. Many passages hold the same ones. */
export function spokenFound(
  question: SpokenQuestion,
  terms: readonly Span[],
  lang: Lang,
): SpokenFound {
  const told = known.get(question) ?? new Map<string, SpokenFound>();
  known.set(question, told);
  let which: string = lang;
  for (const { start, end } of terms) which += String.fromCodePoint(start, end);
  const found = told.get(which) ?? findSpoken(question, terms, lang);
  told.set(which, found);
  return found;
}

function findSpoken(
  { text, words }: SpokenQuestion,
  terms: readonly Span[],
  lang: Lang,
): SpokenFound {
  const held = joined(terms, (last, next) => next.start <= last.end);
  const covers = (word: Span) => held.some((h) => h.start <= word.start && word.end <= h.end);
  const whole = words.filter(covers);
  // Of "maxPort" a passage may hold "port" alone; half a Chinese word is another word.
  const pieces = held.filter(
    (h) =>
      !isHan.test(text.slice(h.start, h.end)) &&
      !whole.some((word) => word.start <= h.start && h.end <= word.end),
  );
  const said = [...whole, ...pieces].sort((a, b) => a.start - b.start);
  const write = (spans: readonly Span[]) =>
    phrases(text, spans)
      .map(({ start, end }) => text.slice(start, end))
      .join(lang === "zh-CN" ? "、" : ", ");
  return {
    words: write(said.length > 0 ? said : held),
    missing: write(words.filter((word) => !covers(word) && !isParticle(text, word))),
    found: whole.length,
    all: words.length,
  };
}

/** A single character between words is seldom missed by anybody. */
function isParticle(text: string, { start, end }: Span): boolean {
  return end - start === 1 && isHan.test(text.slice(start, end));
}

/** Chinese words that follow each other are one phrase, with the numbers between them (1970年4月). */
function phrases(text: string, spans: readonly Span[]): Span[] {
  const chinese = ({ start, end }: Span) => isHan.test(text.slice(start, end));
  const number = ({ start, end }: Span) => /^\d+$/.test(text.slice(start, end));
  return joined(spans, (last, next) => {
    if (next.start !== last.end) return next.start < last.end;
    return chinese(last) ? chinese(next) || number(next) : number(last) && chinese(next);
  });
}

function joined(spans: readonly Span[], belong: (last: Span, next: Span) => boolean): Span[] {
  const grown: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = grown.at(-1);
    if (last !== undefined && belong(last, { start, end })) last.end = Math.max(last.end, end);
    else grown.push({ start, end });
  }
  return grown;
}
