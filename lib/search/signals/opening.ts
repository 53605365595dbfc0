import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenFound } from "../spoken-words.ts";
import { openingPower, signalWeights } from "./limits.ts";
import type { RankingSignal } from "./signal.ts";

/**
 * A question that asks for little besides what a document is called ("What is MCP?", "Caching") is answered by how the
 * document begins. Counts for its first passage only, and steeply: half of the question in the title is next to nothing.
 */
export const openingSignal: RankingSignal = {
  name: "opening",
  weight: signalWeights.opening,
  value(candidate, question) {
    const { segment, passage } = candidate;
    const document = segment.documents[segment.document[passage] ?? 0];
    if (document?.first !== passage) return 0;
    let share = 0;
    for (let i = 0; i < question.terms.length; i++) {
      if (inTitle(candidate.counts[i] ?? 0)) share += question.terms[i]?.share ?? 0;
    }
    return share === 0 ? 0 : share ** openingPower;
  },
  // Not as a power: that takes longer than all the rest of a bound.
  most: ({ titled, first }) => (first ? titled * titled * titled : 0),
  explain(candidate, question, lang) {
    const found = question.terms.filter((_, i) => inTitle(candidate.counts[i] ?? 0));
    return {
      detail: say(lang, "search.signal.opening", {
        words: spokenFound(question.spoken, found, lang).words,
      }),
      params: { words: found.map((term) => term.term) },
    };
  },
};

function inTitle(packed: number): boolean {
  return countOf(packed, "title") > 0;
}
