/**
 * Whether a reader sees the very words of a sentence that are judged. A model writes Markdown, in which a stroke, the text
 * of a link, a mark of direction or a raised digit makes another sentence of the same letters; where such a thing stands in
 * the lines themselves it is theirs, and nobody's trick. `lines`: what the sentence cites, as it was read again.
 */
export function readsAsWritten(text: string, lines: readonly string[]): boolean {
  const cited = lines.join("\n");
  const own = (piece: string) => cited.includes(piece);
  return disguises.every((pattern) => (text.match(pattern) ?? []).every(own));
}

const disguises: readonly RegExp[] = [
  /~~[\s\S]*?(?:~~|$)/g,
  // links and images, with the words they are shown by
  /!?\[[^\]]*\](?:\([^)]*\)|\[(?![\d\s,;]*\])[^\]]*\])/g,
  /\b(?:https?|ftp|mailto):[^\s)>\]]+|\bwww\.[^\s)>\]]+/gi,
  // marks of HTML and named characters; a model that means the sign quotes it
  /<[a-z!/?][^>]*>?/gi,
  /&(?:#\w+|[a-z]\w+);/gi,
  // letters without a shape, and those that steer others
  /[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu,
  // raised, lowered, circled and mathematical letters and digits, and wide ones
  /[\u00b2\u00b3\u00b9\u2070-\u209f\u2460-\u24ff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu,
  // marks that stand over or through the letter before them
  /\p{M}/gu,
];
