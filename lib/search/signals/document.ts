import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenFound } from "../spoken-words.ts";
import type { RankingSignal } from "./signal.ts";

const saturation = 1;
const dilution = 0.4;

/** BM25 of one term over a whole document, all its passages together, without its rarity. */
export function termInDocument(count: number, length: number, averageLength: number): number {
  if (count === 0) return 0;
  const diluted = count / (1 - dilution + (dilution * length) / averageLength);
  return diluted / (saturation + diluted);
}

/** In the text itself; title and path stand in every passage and would be counted over and over. */
export function occurrencesIn(packed: number): number {
  return (
    countOf(packed, "body") +
    countOf(packed, "code") * 0.5 +
    (countOf(packed, "heading") > 0 ? 0.5 : 0) +
    (countOf(packed, "title") > 0 ? 0.5 : 0)
  );
}

/** How much the whole document is about the question: the right page lends weight to its passages. */
export const documentSignal: RankingSignal = {
  name: "document",
  weight: 0.2,
  value({ inDocument, documentLength }, { terms, averageDocument }) {
    let sum = 0;
    for (let i = 0; i < terms.length; i++) {
      const share = terms[i]?.share ?? 0;
      sum += share * termInDocument(inDocument[i] ?? 0, documentLength, averageDocument);
    }
    return sum;
  },
  most: ({ document }) => document,
  explain({ inDocument }, { terms, spoken }, lang) {
    const found = terms.filter((_, i) => (inDocument[i] ?? 0) > 0);
    const { found: held, all } = spokenFound(spoken, found, lang);
    return {
      detail: say(lang, "search.signal.document", {
        found: held,
        all,
        count: Math.round(inDocument.reduce((sum, n) => sum + n, 0)),
      }),
      params: { words: found.map((term) => term.term) },
    };
  },
};
