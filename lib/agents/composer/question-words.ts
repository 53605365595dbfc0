import type { QueryTerm } from "#lib/contracts/envelope";
import { type Token, tokenize } from "#lib/platform/words";

/**
 * The question's words behind its index terms. Chinese is indexed in pairs of characters, and a pair across the border
 * of two words ("引" of "什么是引用") is rare without meaning anything: it would weigh most and be called missing. The
 * segmenter tells such pairs from words; it is used on questions alone, which are short.
 */
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Share of its weight that a pair across a word border keeps, if some passage holds it and if none does. */
const acrossWords = 0.6;
const acrossWordsUnknown = 0.2;

/** The same terms with the weight moved from accidental pairs to words; the sum stays 1. */
export function weighTerms(question: string, terms: readonly QueryTerm[]): QueryTerm[] {
  const words = hanWords(question);
  const tokens = tokenize(question).filter((t) => t.kind === "han");
  const weights = terms.map((term) => {
    const places = tokens.filter((t) => t.term === term.term);
    const accidental = places.length > 0 && places.every((t) => !words.some((w) => holds(w, t)));
    if (!accidental) return term.weight;
    return term.weight * (term.passages === 0 ? acrossWordsUnknown : acrossWords);
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  return terms.map((term, i) => ({ ...term, weight: sum === 0 ? 0 : (weights[i] ?? 0) / sum }));
}

/** Words of the question that no passage holds, as they are written. */
export function wordsNowhere(question: string, terms: readonly QueryTerm[]): string[] {
  const unknown = new Set(terms.filter((t) => t.passages === 0).map((t) => t.term));
  if (unknown.size === 0) return [];
  const tokens = tokenize(question).filter((t) => !t.stop);
  const pairs = tokens.filter((t) => t.kind === "han");
  const found: string[] = [];
  for (const token of tokens) {
    if ((token.kind === "word" || token.kind === "number") && unknown.has(token.term))
      found.push(question.slice(token.start, token.end));
  }
  const words = hanWords(question);
  for (const [i, word] of words.entries()) {
    const inside = pairs.filter((t) => holds(word, t));
    if (inside.length === 0 || !inside.every((t) => unknown.has(t.term))) continue;
    // The segmenter cuts 打印|机 where one word was meant: a lone character after it belongs to it if their pair is unknown.
    const next = words[i + 1];
    const lone = next !== undefined && next.start === word.end && next.end - next.start === 1;
    const bridge = lone
      ? pairs.find((t) => t.start < word.end && t.end > word.end && unknown.has(t.term))
      : undefined;
    found.push(question.slice(word.start, bridge === undefined ? word.end : bridge.end));
  }
  return [...new Set(found)];
}

type Word = { start: number; end: number };

function hanWords(text: string): Word[] {
  const words: Word[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    if (/^\p{Script=Han}+$/u.test(segment))
      words.push({ start: index, end: index + segment.length });
  }
  return words;
}

const holds = (word: Word, token: Token): boolean =>
  token.start >= word.start && token.end <= word.end;
