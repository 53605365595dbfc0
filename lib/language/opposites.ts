import { atFirstUse, readLexicon } from "./lexicon.ts";
import { tokenize } from "./words.ts";

/** Terms of opposite sense by `lexicon/opposites.tsv`: "enable" has "disable" and "deactivate". */
const byTerm = atFirstUse(() => {
  const opposites = new Map<string, Set<string>>();
  const termsOf = (words: string) =>
    words.split(", ").flatMap((word) => {
      const [token, ...more] = tokenize(word).filter(({ kind }) => kind !== "han_single");
      return token === undefined || more.length > 0 ? [] : [token.term];
    });
  for (const { one, other } of readLexicon("opposites", ["one", "other"])) {
    const sides = [termsOf(one), termsOf(other)] as const;
    for (const [here, there] of [sides, sides.toReversed()])
      for (const term of here ?? [])
        opposites.set(term, new Set([...(opposites.get(term) ?? []), ...(there ?? [])]));
  }
  return opposites;
});

const none: ReadonlySet<string> = new Set();

/** Terms that say the opposite of this one; none of most. */
export const oppositesOf = (term: string): ReadonlySet<string> => byTerm().get(term) ?? none;
