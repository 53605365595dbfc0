import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenFound } from "../spoken-words.ts";
import { headingMatch, signalWeights } from "./limits.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

/**
 * Is the heading right above the passage just what is asked for? People type headings: a setting by its name, a task in
 * the words of the manual, a suggestion that was picked. A wording is made of all its words, those of talk too. Half a
 * match is none, because a heading of three words shares one with very many questions.
 */
export const headingSignal: RankingSignal = {
  name: "heading",
  weight: signalWeights.heading,
  value(candidate, question) {
    const match = matchOf(candidate, question);
    return match < headingMatch.least ? 0 : match ** headingMatch.power;
  },
  // Not as a power: that takes longer than all the rest of a bound.
  most: ({ headed }) => (headed < headingMatch.least ? 0 : headed * headed * headed * headed),
  explain(candidate, question, lang) {
    const found = inSection(candidate, question);
    return {
      detail: say(lang, "search.signal.heading", {
        words: spokenFound(question.spoken, found, lang).words,
      }),
      params: { words: found.map((term) => term.term) },
    };
  },
};

/** How much of the question stands in the heading, times how much of the heading is of the question. */
function matchOf({ counts, segment, passage }: Candidate, { terms }: Question): number {
  let share = 0;
  let held = 0;
  for (let i = 0; i < terms.length; i++) {
    const count = countOf(counts[i] ?? 0, "section");
    if (count === 0) continue;
    share += terms[i]?.told ?? 0;
    held += count;
  }
  if (share === 0) return 0;
  const length = segment.lengths.section[passage] ?? 0;
  return share * Math.min(1, held / Math.max(1, length));
}

function inSection({ counts }: Candidate, { terms }: Question) {
  return terms.filter((_, i) => countOf(counts[i] ?? 0, "section") > 0);
}
