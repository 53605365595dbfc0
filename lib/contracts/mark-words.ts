/** Where the given words stand in a text, whatever their case, in UTF-16 units. Longer words win over their own parts. */
export function marksIn(text: string, words: readonly string[]): [number, number][] {
  const wanted = words.filter((word) => word.trim() !== "").sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [];
  const pattern = new RegExp(wanted.map(literal).join("|"), "giu");
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length]);
}

/** "add" stands in no "address"; Han words stand anywhere. */
function literal(word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = wordLike.test(word.charAt(0)) ? `(?<!${wordLike.source})` : "";
  const after = wordLike.test(word.charAt(word.length - 1)) ? `(?!${wordLike.source})` : "";
  return before + escaped + after;
}

const wordLike = /(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{N}]/u;
