import porter2 from "wink-porter2-stemmer";

const cache = new Map<string, string>();
const cacheLimit = 200_000;

/**
 * The English (Porter 2) stem of a lower-case a–z word; other words come back as they are. Cached, because documents
 * repeat their words; the cache is emptied when it is full, so hostile vocabulary costs time and not memory.
 */
export function stem(word: string): string {
  if (word.length < 3 || word.length > 40) return word;
  const known = cache.get(word);
  if (known !== undefined) return known;
  const made = /^[a-z]+$/.test(word) ? porter2(word) : word;
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(owned(word), owned(made));
  return made;
}

/** A copy that does not keep the text alive it was cut from (engines keep a long piece as a window on the whole). */
export function owned(piece: string): string {
  return piece.length < 13 ? piece : Buffer.from(piece, "utf16le").toString("utf16le");
}
