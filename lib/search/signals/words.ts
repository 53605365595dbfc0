import { say } from "#lib/platform/say";
import type { Averages } from "../engines/inverted-index.ts";
import type { Segment } from "../engines/segment.ts";
import { countOf, type Field, fields } from "../engines/segment.ts";
import { spokenWords } from "../spoken-words.ts";
import type { RankingSignal } from "./signal.ts";

/** How much an occurrence says, by where it stands, and how much a long field dilutes it. */
export const fieldWeights: Record<Field, { boost: number; dilution: number }> = {
  body: { boost: 1, dilution: 0.7 },
  code: { boost: 0.5, dilution: 0.7 },
  heading: { boost: 0.8, dilution: 0.5 },
  title: { boost: 0.6, dilution: 0.5 },
  path: { boost: 0.3, dilution: 0.3 },
};
/** After how many occurrences in a passage of average length a word has said half of what it can say. */
const saturation = 1;

/** BM25F of one term in one passage without its rarity: 0 when absent, towards 1 the more often it stands there. */
export function termInPassage(
  packed: number,
  segment: Segment,
  passage: number,
  averages: Averages,
): number {
  let weighted = 0;
  for (const name of fields) {
    const count = countOf(packed, name);
    if (count === 0) continue;
    const { boost, dilution } = fieldWeights[name];
    const length = segment.lengths[name][passage] ?? 0;
    weighted += (boost * count) / (1 - dilution + (dilution * length) / averages.length[name]);
  }
  return weighted / (saturation + weighted);
}

/** Which of the question's words stand in the passage, its headings, its document's title and path (BM25F). */
export const wordsSignal: RankingSignal = {
  name: "words",
  weight: 0.62,
  value({ counts, segment, passage }, { terms, averages }) {
    let sum = 0;
    terms.forEach((term, i) => {
      sum += term.share * termInPassage(counts[i] ?? 0, segment, passage, averages);
    });
    return sum;
  },
  explain({ counts }, { terms }, lang) {
    const found = terms.filter((_, i) => (counts[i] ?? 0) > 0);
    const params: Record<string, string[]> = {};
    for (const name of fields) {
      const held = terms.filter((_, i) => countOf(counts[i] ?? 0, name) > 0);
      if (held.length > 0) params[name] = held.map((term) => term.term);
    }
    return {
      detail: say(lang, "search.signal.words", {
        found: found.length,
        all: terms.length,
        words: spokenWords(found, lang),
      }),
      params,
    };
  },
};
