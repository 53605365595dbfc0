import { atFirstUse, readLexicon } from "./lexicon.ts";
import { tokenize } from "./words.ts";

/**
 * Words that describe, count or order rather than name: how heavy, the greatest, seven, happen, should. The answer to
 * "How deep must it be?" says "2.1 metres", so that such a word stands nowhere says little; that a name stands nowhere
 * says much. A folder of few files holds few of them, which is why they are told by a list and not by their rarity.
 */
const terms = atFirstUse(
  () =>
    new Set(
      readLexicon("describing", ["lang", "word"]).flatMap(({ word }) =>
        tokenize(word).map((token) => token.term),
      ),
    ),
);

/** Whether an index term comes from such a word. */
export function describes(term: string): boolean {
  return terms().has(term);
}
