import { say } from "#lib/platform/say";
import type { RankingSignal } from "./signal.ts";

const saturation = 1.5;
const dilution = 0.4;

/** The same for one term over a whole document, all its passages together. */
export function termInDocument(count: number, length: number, averageLength: number): number {
  if (count === 0) return 0;
  const diluted = count / (1 - dilution + (dilution * length) / averageLength);
  return diluted / (saturation + diluted);
}

/** How much the whole document is about the question: the right page lends weight to its passages. */
export const documentSignal: RankingSignal = {
  name: "document",
  weight: 0.2,
  value({ inDocument, documentLength }, { terms, averageDocument }) {
    let sum = 0;
    terms.forEach((term, i) => {
      sum += term.share * termInDocument(inDocument[i] ?? 0, documentLength, averageDocument);
    });
    return sum;
  },
  explain({ inDocument }, { terms }, lang) {
    const found = terms.filter((_, i) => (inDocument[i] ?? 0) > 0);
    return {
      detail: say(lang, "search.signal.document", {
        found: found.length,
        all: terms.length,
        count: Math.round(inDocument.reduce((sum, n) => sum + n, 0)),
      }),
      params: { words: found.map((term) => term.term) },
    };
  },
};
