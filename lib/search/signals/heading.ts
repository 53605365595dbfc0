import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenWords } from "../spoken-words.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

/** Is the heading above the passage about the question, and about little else? */
export const headingSignal: RankingSignal = {
  name: "heading",
  weight: 0.03,
  value(candidate, question) {
    const { found, share } = inHeading(candidate, question);
    if (found.length === 0) return 0;
    const length = candidate.segment.lengths.heading[candidate.passage] ?? 0;
    return share * Math.sqrt(Math.min(1, found.length / Math.max(1, length)));
  },
  most: ({ share }) => share,
  explain(candidate, question, lang) {
    const { found } = inHeading(candidate, question);
    return {
      detail: say(lang, "search.signal.heading", { words: spokenWords(found, lang) }),
      params: { words: found.map((term) => term.term) },
    };
  },
};

function inHeading({ counts }: Candidate, { terms }: Question) {
  const found = terms.filter((_, i) => countOf(counts[i] ?? 0, "heading") > 0);
  return { found, share: found.reduce((sum, term) => sum + term.share, 0) };
}
