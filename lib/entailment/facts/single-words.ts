import { tokenize } from "#lib/language/words";

/** The content words of a text in their order, Han as single characters alone: no pair changes because its neighbour did. */
export function singleWords(text: string): string[] {
  return tokenize(text).flatMap((t) =>
    t.stop || t.kind === "part" || t.kind === "han" ? [] : [t.term],
  );
}

/** Words, numbers and pairs of Chinese characters. */
export const termsOf = (text: string): string[] =>
  tokenize(text).flatMap(({ term, kind, stop }) =>
    stop || kind === "part" || kind === "han_single" ? [] : [term],
  );

export const isHan = (text: string): boolean => han.test(text);
const han = /\p{Script=Han}/u;

/** The pairs of characters of a text. */
export const pairsOf = (text: string): string[] =>
  [...text].slice(1).map((_, i) => text.slice(i, i + 2));
