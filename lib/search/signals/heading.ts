import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenFound } from "../spoken-words.ts";
import type { RankingSignal } from "./signal.ts";

/** Is the heading above the passage about the question, and about little else? */
export const headingSignal: RankingSignal = {
  name: "heading",
  weight: 0.03,
  value(candidate, question) {
    let found = 0;
    let share = 0;
    for (let i = 0; i < question.terms.length; i++) {
      if (countOf(candidate.counts[i] ?? 0, "heading") === 0) continue;
      found += 1;
      share += question.terms[i]?.share ?? 0;
    }
    if (found === 0) return 0;
    const length = candidate.segment.lengths.heading[candidate.passage] ?? 0;
    return share * Math.sqrt(Math.min(1, found / Math.max(1, length)));
  },
  most: ({ share }) => share,
  explain(candidate, question, lang) {
    const found = question.terms.filter((_, i) => countOf(candidate.counts[i] ?? 0, "heading") > 0);
    return {
      detail: say(lang, "search.signal.heading", {
        words: spokenFound(question.spoken, found, lang).words,
      }),
      params: { words: found.map((term) => term.term) },
    };
  },
};
