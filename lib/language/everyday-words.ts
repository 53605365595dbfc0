import { atFirstUse, readLexicon } from "./lexicon.ts";

/**
 * Everyday words that stand for each other in most sentences of manuals, offices, households and workshops, one group a
 * row of `lexicon/everyday.tsv`, the most usual word first. A word is read as another one of its group only where the folders do not hold it
 * (search-wordings.ts), so a group need not be exact in every sentence; but each word of it must be what a person could
 * have said instead of any other. English words count in every inflection, Chinese ones in simplified and traditional
 * characters; words of the traditional regions stand beside those of the mainland. What stands under `asked` is asked for in
 * other words and never put itself: one that means more than the others, or a phrase of function words, which leave no
 * more of it to be found than "get".
 */
export type EverydayGroup = {
  /** Put for each other. */
  words: readonly string[];
  /** Others for which these are put, and which are never put themselves. */
  asked: readonly string[];
  /** `words` are put for `asked` alone, and not for each other. */
  one_way?: true;
};

/** Groups so near in meaning that the gate, too, takes a word for another of its group (lib/language/same-words.ts). */
export const sameWords: () => readonly EverydayGroup[] = atFirstUse(() => groupsFor("exchange"));

/** All groups that a search may read a word by. */
export const everydayWords: () => readonly EverydayGroup[] = atFirstUse(() => [
  ...sameWords(),
  ...groupsFor("find"),
  ...groupsFor("one_way").map((group): EverydayGroup => ({ ...group, one_way: true })),
]);

const rows = atFirstUse(() => readLexicon("everyday", ["lang", "use", "words", "asked"]));

function groupsFor(use: "exchange" | "find" | "one_way"): EverydayGroup[] {
  return rows()
    .filter((row) => row.use === use)
    .map(({ words, asked }) => ({
      words: words.split(", "),
      asked: asked === "" ? [] : asked.split(", "),
    }));
}
