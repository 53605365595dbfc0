import { isHan } from "./words/characters.ts";

/**
 * Words of a question as a person wrote them, of the pairs of Chinese characters that the index knows: "百度" and "度网" are
 * "百度网" where the question has it. Other words stay as they are, each once, in the order of the first.
 */
export function joinPairs(words: readonly string[], question: string): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const together = last?.endsWith(word.charAt(0)) === true ? last + word.slice(1) : undefined;
    const isPair = word.length === 2 && isHan(word);
    if (isPair && together !== undefined && question.includes(together))
      joined.splice(-1, 1, together);
    else joined.push(word);
  }
  return [...new Set(joined)];
}
