import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenFound } from "../spoken-words.ts";
import { documentWeights, signalWeights } from "./limits.ts";
import type { RankingSignal } from "./signal.ts";

const saturation = 1;
const { dilution } = documentWeights;

/** How much a document's length takes from what is counted in it: 1 at the average length. */
export function dilutionBy(length: number, averageLength: number): number {
  return 1 - dilution + (dilution * length) / averageLength;
}

/** BM25 of one term over a whole document, all its passages together, without its rarity. */
export function termInDocument(count: number, diluting: number): number {
  return count / (saturation * diluting + count);
}

/** In the text itself; title and path stand in every passage and would be counted over and over. */
export function occurrencesIn(packed: number): number {
  return (
    countOf(packed, "body") +
    countOf(packed, "code") * documentWeights.code +
    (countOf(packed, "heading") > 0 ? documentWeights.heading : 0) +
    (countOf(packed, "title") > 0 ? documentWeights.title : 0)
  );
}

/** How much the whole document is about the question: the right page lends weight to its passages. */
export const documentSignal: RankingSignal = {
  name: "document",
  weight: signalWeights.document,
  value({ inDocument, documentLength }, { terms, averageDocument }) {
    let sum = 0;
    const diluting = dilutionBy(documentLength, averageDocument);
    for (let i = 0; i < terms.length; i++) {
      sum += (terms[i]?.share ?? 0) * termInDocument(inDocument[i] ?? 0, diluting);
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
