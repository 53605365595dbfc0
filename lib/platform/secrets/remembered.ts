/**
 * Secrets that were seen, to be known again where they stand alone: a name gave one away in the first place, and the same
 * words come again without it, as search terms in small letters, cut, or without their ending.
 */
export type Remembered = {
  add(secret: string): void;
  any(): boolean;
  /** The text without them; the same text when none stands in it. */
  masked(text: string, mask: string): string;
};

export function rememberSecrets(): Remembered {
  const known = new Set<string>();
  let seen = false;
  let pattern: RegExp | undefined;
  return {
    add(secret) {
      seen = true;
      for (const piece of piecesOf(secret)) {
        if (known.size >= most || known.has(piece)) continue;
        known.add(piece);
        pattern = undefined;
      }
    },
    any: () => seen,
    masked(text, mask) {
      if (known.size === 0) return text;
      pattern ??= patternOf(known);
      return text.replace(pattern, mask);
    },
  };
}

const most = 400;
const shortest = 6;

/** Its parts between signs: of a long one each, of a short one those that are no words of a language. */
function piecesOf(secret: string): string[] {
  const parts = secret.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= shortest);
  return parts.filter((part) => secret.length >= 64 || /\d|\p{Ll}\p{Lu}/u.test(part));
}

/** Longest first. An ending may be missing or another, as stemming leaves it. */
function patternOf(known: ReadonlySet<string>): RegExp {
  const stems = [...known]
    .sort((a, b) => b.length - a.length)
    .map((piece) => piece.slice(0, Math.max(shortest, piece.length - 2))); // letters and digits alone
  return new RegExp(`(?:${stems.join("|")})[\\p{L}\\p{N}]*`, "giu");
}
