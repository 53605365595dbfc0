import type { Token } from "#lib/language/words";
import { hanWords } from "../spoken-words.ts";

/**
 * Chinese is indexed in pairs of characters, and most pairs of a question lie across the border of two words: "置页" of
 * 设置页改过 says that the two stand side by side and names nothing. Rare as such pairs are, they would outweigh the words
 * and choose the page. The segmenter tells them from words; it is used on questions alone, which are short.
 */

/** Share of its weight that a pair keeps across two words, and one of them that no passage holds. */
const across = { words: 0.6, nowhere: 0.15 };

/** What each pair of the text keeps of its weight; to be asked from its beginning to its end. */
export function pairWeights(text: string): (pair: Token, passages: number) => number {
  const words = hanWords(text);
  const isHan = /^\p{Script=Han}/u;
  let first = 0;
  return (pair, passages) => {
    // Kana and Hangul come in pairs too, and are not told apart here.
    if (!isHan.test(pair.term)) return 1;
    while ((words[first]?.end ?? Number.POSITIVE_INFINITY) <= pair.start) first++;
    const here = words[first];
    if (here !== undefined && here.start <= pair.start && pair.end <= here.end) return 1;
    return passages === 0 ? across.nowhere : across.words;
  };
}
