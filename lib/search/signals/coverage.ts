import { say } from "#lib/platform/say";
import { percent, signalWeights } from "./limits.ts";
import type { RankingSignal } from "./signal.ts";

/** How much of the question's weight, rare words first, stands in the passage or above it at all. */
export const coverageSignal: RankingSignal = {
  name: "coverage",
  weight: signalWeights.coverage,
  value({ counts }, { terms }) {
    let sum = 0;
    for (let i = 0; i < terms.length; i++) {
      if ((counts[i] ?? 0) > 0) sum += terms[i]?.share ?? 0;
    }
    return sum * sum;
  },
  most: ({ share }) => share * share,
  explain({ counts }, { terms }, lang) {
    const missing = terms.filter((_, i) => (counts[i] ?? 0) === 0);
    const share = terms.reduce((sum, t, i) => sum + ((counts[i] ?? 0) > 0 ? t.share : 0), 0);
    return {
      detail: say(lang, "search.signal.coverage", { percent: Math.round(share * percent) }),
      params: { missing: missing.map((term) => term.term) },
    };
  },
};
