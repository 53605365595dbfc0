import { say } from "#lib/platform/say";
import { meaningWeights, percent } from "./limits.ts";
import type { RankingSignal } from "./signal.ts";

/** Is the passage as a whole about what the question is about, whatever words it has for it? */
export const similarTextSignal: RankingSignal = {
  name: "similar_text",
  weight: meaningWeights.similar_text,
  value: ({ meaning }) => Math.max(0, meaning?.text ?? 0),
  most: () => 1,
  explain({ meaning }, _, lang) {
    const nearness = Math.round((meaning?.text ?? 0) * percent);
    return {
      detail: say(lang, "search.signal.similar_text", { percent: nearness }),
      params: { percent: nearness },
    };
  },
};
