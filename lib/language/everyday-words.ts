import { chinese } from "./everyday/chinese.ts";
import { chineseAsked } from "./everyday/chinese-asked.ts";
import { chineseAskedDeeds } from "./everyday/chinese-asked-actions.ts";
import { chineseAskedThings } from "./everyday/chinese-asked-objects.ts";
import { english } from "./everyday/english.ts";
import { englishAsked } from "./everyday/english-asked.ts";

/**
 * Everyday words that stand for each other in most sentences of manuals, offices, households and workshops, one group a
 * line, the most usual word first. A word is read as another one of its group only where the folders do not hold it
 * (search-wordings.ts), so a group need not be exact in every sentence; but each word of it must be what a person could
 * have said instead of any other. English words count in every inflection, Chinese ones in simplified and traditional
 * characters; words of the traditional regions stand beside those of the mainland. What stands behind "<" is asked for in
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
export const sameWords: readonly EverydayGroup[] = groupsIn(`${english}${chinese}`);

let all: readonly EverydayGroup[] | undefined;

/** All groups that a search may read a word by. Read when first asked for. */
export function everydayWords(): readonly EverydayGroup[] {
  all ??= [
    ...sameWords,
    ...groupsIn(chineseAsked),
    ...groupsIn(`${chineseAskedDeeds}${chineseAskedThings}${englishAsked}`).map(oneWay),
  ];
  return all;
}

const oneWay = (group: EverydayGroup): EverydayGroup => ({ ...group, one_way: true });

function groupsIn(lines: string): EverydayGroup[] {
  return lines
    .trim()
    .split(/\n+/)
    .map((line) => {
      const [words = [], asked = []] = line.split(" < ").map((side) => side.split(", "));
      return { words, asked };
    });
}
