import { say } from "#lib/platform/say";
import { embeddingWeight, percent } from "./limits.ts";
import type { RankingSignal } from "./signal.ts";

/** Does the embedding model that is set up find the passage near to the question? */
export const embeddingSignal: RankingSignal = {
  name: "embedding",
  weight: embeddingWeight,
  value: ({ embedding }) => embedding ?? 0,
  most: () => 1,
  explain({ embedding }, _, lang) {
    const nearness = Math.round((embedding ?? 0) * percent);
    return {
      detail: say(lang, "search.signal.embedding", { percent: nearness }),
      params: { percent: nearness },
    };
  },
};
