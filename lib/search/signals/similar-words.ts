import { say } from "#lib/platform/say";
import { leastAlike, meaningWeights } from "./limits.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

/** A word of the question and the one in the passage that comes nearest to it. */
export type WordPair = { written: string; term: string; alike: number };

/** How much of what the passage lacks of the question it says in other words: "big" where the question has "large". */
export const similarWordsSignal: RankingSignal = {
  name: "similar_words",
  weight: meaningWeights.similar_words,
  value({ meaning }, { terms }) {
    let sum = 0;
    for (let i = 0; i < terms.length; i++)
      sum += (terms[i]?.share ?? 0) * alikeness(meaning?.near[i] ?? 0);
    return sum;
  },
  most: () => 1,
  explain(candidate, question, lang) {
    const pairs = wordPairs(candidate, question).map(({ written, term }) => `${written} ≈ ${term}`);
    return {
      detail: say(lang, "search.signal.similar_words", { pairs: pairs.join(", ") }),
      params: { pairs },
    };
  },
};

/** The pairs that count, in the order of the question. */
export function wordPairs({ meaning }: Candidate, { terms, wordOf }: Question): WordPair[] {
  return terms.flatMap(({ written }, i) => {
    const alike = alikeness(meaning?.near[i] ?? 0);
    return alike > 0 ? [{ written, term: wordOf(meaning?.by[i] ?? 0), alike }] : [];
  });
}

/** 0 for words that have nothing to do with each other, towards 1 the more alike they are. */
function alikeness(cosine: number): number {
  return Math.max(0, (cosine - leastAlike) / (1 - leastAlike));
}
