import { say } from "#lib/platform/say";
import { countOf } from "../engines/segment.ts";
import { spokenWords } from "../spoken-words.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

/**
 * A question that asks for little besides what a document is called ("What is MCP?", "Caching") is answered by how the
 * document begins. Counts for its first passage only, and steeply: half of the question in the title is next to nothing.
 */
export const openingSignal: RankingSignal = {
  name: "opening",
  weight: 0.09,
  value(candidate, question) {
    const { segment, passage } = candidate;
    const document = segment.documents[segment.document[passage] ?? 0];
    if (document?.first !== passage) return 0;
    const { share } = inTitle(candidate, question);
    return share ** 3;
  },
  most: ({ share, first }) => (first ? share ** 3 : 0),
  explain(candidate, question, lang) {
    const { found } = inTitle(candidate, question);
    return {
      detail: say(lang, "search.signal.opening", { words: spokenWords(found, lang) }),
      params: { words: found.map((term) => term.term) },
    };
  },
};

function inTitle({ counts }: Candidate, { terms }: Question) {
  const found = terms.filter((_, i) => countOf(counts[i] ?? 0, "title") > 0);
  return { found, share: found.reduce((sum, term) => sum + term.share, 0) };
}
