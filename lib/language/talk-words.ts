import { atFirstUse, readLexicon } from "./lexicon.ts";
import { tokenize } from "./words.ts";

/**
 * Words of every conversation: what people say around the matter they ask about. A folder of a few dozen files holds few
 * of them, or none, and takes them for its rarest; their rarity says nothing about what the question is about, which is
 * why they are told by a list. No word is here that is also the name of something a manual may be about.
 */
const terms = atFirstUse(
  () =>
    new Set(
      readLexicon("talk", ["lang", "word"]).flatMap(({ word }) => {
        const tokens = tokenize(word);
        const whole = tokens.filter((t) => t.end - t.start === word.length);
        return (whole.length > 0 ? whole : tokens.filter((t) => t.kind === "han")).map(
          (t) => t.term,
        );
      }),
    ),
);

/** Whether an index term comes from such a word. */
export function isEveryday(term: string): boolean {
  return terms().has(term);
}
