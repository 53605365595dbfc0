import type { QueryTerm } from "#lib/contracts/envelope";
import { type Token, tokenize } from "./words.ts";

/**
 * The question's words as the person wrote them, for steps and gaps: identifiers whole, function words left out, Han text
 * in runs rather than in the pairs the index uses. A run ends where the segmenter sees a function word.
 *
 *   "怎么打开金库的门？" -> 打开金库, 门        "Where is max_turns set?" -> max_turns, set
 */
export type QuestionWord = {
  text: string;
  /** True when at least one of the index terms in it stands in some passage. */
  found: boolean;
  han: boolean;
};

type Run = { start: number; end: number; han: boolean };

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

export function questionWords(question: string, terms: readonly QueryTerm[]): QuestionWord[] {
  const tokens = tokenize(question);
  const passages = new Map(terms.map((t) => [t.term, t.passages]));
  const stands = (token: Token) => !token.stop && (passages.get(token.term) ?? 0) > 0;
  const words = new Map<string, QuestionWord>();
  for (const run of [...foreignRuns(tokens), ...hanRuns(question, tokens)].sort(
    (a, b) => a.start - b.start,
  )) {
    const text = question.slice(run.start, run.end);
    const key = text.toLowerCase();
    if (words.has(key)) continue;
    const inside = tokens.filter((t) => t.start >= run.start && t.end <= run.end);
    // A single Han character of a longer word says too little: it stands in some passage of any Chinese folder.
    const telling = text.length > 1 ? inside.filter((t) => t.kind !== "han_single") : inside;
    words.set(key, { text, found: telling.some(stands), han: run.han });
  }
  return [...words.values()];
}

function foreignRuns(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  for (const token of tokens) {
    if (token.stop || token.kind === "han" || token.kind === "han_single") continue;
    const last = runs.at(-1);
    if (last && token.start < last.end) last.end = Math.max(last.end, token.end);
    else runs.push({ start: token.start, end: token.end, han: false });
  }
  return runs;
}

function hanRuns(question: string, tokens: readonly Token[]): Run[] {
  const han = tokens.filter((t) => t.kind === "han" || t.kind === "han_single");
  const runs: Run[] = [];
  for (const { index: start, segment } of segmenter.segment(question)) {
    const end = start + segment.length;
    const inside = han.filter((t) => t.start >= start && t.end <= end);
    const pairs = inside.filter((t) => t.kind === "han");
    if (!(pairs.length > 0 ? pairs : inside).some((t) => !t.stop)) continue;
    const last = runs.at(-1);
    if (last && last.end === start) last.end = end;
    else runs.push({ start, end, han: true });
  }
  return runs;
}
