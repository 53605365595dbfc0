import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenFound } from "../spoken-words.ts";
import { signalWeights } from "./limits.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

/**
 * Is the document the one that the question names? A word is a name as far as it is only spoken of in documents whose
 * title or path holds it: "Ollama" stands nearly always below ollama/, "server" everywhere. Names choose the document;
 * a topic in a title does not.
 */
export const namedSignal: RankingSignal = {
  name: "named",
  weight: signalWeights.named,
  value(candidate, question) {
    let sum = 0;
    for (let i = 0; i < question.terms.length; i++) {
      const share = question.terms[i]?.share ?? 0;
      if (inName(candidate.counts[i] ?? 0)) sum += share * (question.names[i] ?? 0);
    }
    return sum;
  },
  most: ({ named }) => named,
  explain(candidate, question, lang) {
    const found = namesIn(candidate, question);
    return {
      detail: say(lang, "search.signal.named", {
        words: spokenFound(question.spoken, found, lang).words,
      }),
      params: { words: found.map((term) => term.term) },
    };
  },
};

/** How far a term is a name, from the passages that speak of it and those of them whose document bears it. */
export function nameness(spoken: number, below: number): number {
  return spoken === 0 ? 0 : (below / spoken) ** 2;
}

function inName(packed: number): boolean {
  return countOf(packed, "title") + countOf(packed, "path") > 0;
}

function namesIn({ counts }: Candidate, { terms, names }: Question) {
  return terms.filter((_, i) => inName(counts[i] ?? 0) && (names[i] ?? 0) > 0);
}
