import type { Lang } from "#lib/contracts/answer";
import { alikeness } from "#lib/meaning/comparison";
import { say } from "#lib/platform/say";
import type { WordPair } from "../engines/engine.ts";
import { leastTold, meaningWeights } from "./limits.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

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
    return { detail: saidPairs(pairs, lang), params: { pairs } };
  },
};

export const saidPairs = (pairs: readonly string[], lang: Lang): string =>
  pairs.length === 0
    ? say(lang, "search.signal.similar_words_faint")
    : say(lang, "search.signal.similar_words", { pairs: pairs.join(", ") });

/**
 * The pairs that say most, in the order of the question: of words that people would say, which pairs of characters across two
 * words are not.
 */
export function wordPairs({ meaning }: Candidate, { terms, spoken, wordOf }: Question): WordPair[] {
  return terms.flatMap(({ written, told, start, end }, i) => {
    const alike = alikeness(meaning?.near[i] ?? 0);
    const whole = spoken.words.some((word) => word.start <= start && end <= word.end);
    if (alike < leastTold || !whole) return [];
    return [{ written, term: wordOf(meaning?.by[i] ?? 0), alike, share: told }];
  });
}
