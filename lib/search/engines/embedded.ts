import type { WordTable } from "#lib/meaning/word-table";
import { alikeTerms } from "./alike-terms.ts";
import type { SearchEngine } from "./engine.ts";
import { createInvertedIndex } from "./inverted-index.ts";
import { findMentions } from "./mentions.ts";
import { nearestTerm } from "./nearest-term.ts";
import { rank } from "./rank.ts";

/**
 * The ranker that explains itself, in this process: all signals over typed arrays, only as far as the list can still
 * change. Scores are divided by the question's own weight, so that they compare between questions.
 */
export function createEmbeddedEngine(table?: WordTable): SearchEngine {
  const index = createInvertedIndex(table);
  return {
    update: index.update,
    gather: index.gather,
    remove: async (keys) => index.remove(keys),
    nearest: async (unknown) => nearestTerm(index, unknown),
    alike: async (term) =>
      alikeTerms(table, term).find((word) => {
        const id = index.termId(word);
        return id !== undefined && index.passagesWith(id) > 0;
      }),
    mentions: async (wording) => findMentions(index, wording),
    stats: index.stats,
    kept: index.kept,
    async search(query, signal) {
      signal.throwIfAborted();
      return rank(index, query);
    },
  };
}
