/** Where the given words stand in a text, whatever their case, in UTF-16 units. Longer words win over their own parts. */
export function marksIn(text: string, words: readonly string[]): [number, number][] {
  const wanted = words.filter((word) => word.trim() !== "").sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [];
  const pattern = new RegExp(wanted.map(literal).join("|"), "giu");
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length]);
}

/** "add" stands in no "address", and of "max_size" both words are marked with it; Han words stand anywhere. */
function literal(word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const { source } = wordLike;
  const before = wordLike.test(word.charAt(0))
    ? `(?=${source})(?<!${source}_*)(?:(?:${source})+_+)*`
    : "";
  const after = wordLike.test(word.charAt(word.length - 1))
    ? `(?:_+(?:${source})+)*(?!_*${source})`
    : "";
  return before + escaped + after;
}

const wordLike = /(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{N}]/u;
