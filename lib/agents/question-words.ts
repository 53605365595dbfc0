import type { QueryTerm } from "#lib/contracts/envelope";
import { tokenize } from "#lib/platform/words";

/**
 * The question's words as the person wrote them, for steps and gaps: identifiers whole, Han text in runs rather than in
 * the pairs the index uses, function words left out.
 */
export type QuestionWord = {
  text: string;
  /** True when at least one of the index terms in it stands in some passage. */
  found: boolean;
  han: boolean;
};

export function questionWords(question: string, terms: readonly QueryTerm[]): QuestionWord[] {
  const passages = new Map(terms.map((t) => [t.term, t.passages]));
  type Run = { start: number; end: number; found: boolean; han: boolean };
  const runs: Run[] = [];
  for (const token of tokenize(question)) {
    if (token.stop) continue;
    const han = token.kind === "han" || token.kind === "han_single";
    // A single Han character says too little: "怎" stands in some passage of any Chinese folder.
    const found = token.kind !== "han_single" && (passages.get(token.term) ?? 0) > 0;
    const last = runs[runs.length - 1];
    const within = last && token.start < last.end;
    if (last && within) {
      last.end = Math.max(last.end, token.end);
      last.found ||= found;
    } else {
      runs.push({ start: token.start, end: token.end, found, han });
    }
  }
  const seen = new Map<string, QuestionWord>();
  for (const { start, end, found, han } of runs) {
    const text = question.slice(start, end);
    const key = text.toLowerCase();
    if (!seen.has(key)) seen.set(key, { text, found, han });
  }
  return [...seen.values()];
}
