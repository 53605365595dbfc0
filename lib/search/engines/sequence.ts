import type { Token } from "#lib/platform/words";

/**
 * Content terms in reading order. Neighbours in the sequence need not be neighbours in the text: a place holds the number
 * of its term and, in the two highest bits, what stands between it and the place before. Distances in it are distances in content words.
 *
 *   "grant access to the token"  ->  grant · access · (function words) token
 *   "revoke access. Tokens are"  ->  revoke · access · (end of a sentence) token
 */
export type Gap = 0 | typeof functionWords | typeof pause;
const functionWords = 1;
/** The end of a sentence, of a part of one, of a block, of a cell; in code of a line. */
const pause = 2;

const gapShift = 30;
const termMask = 2 ** gapShift - 1;

export function placeOf(term: number, gap: Gap): number {
  return (term | (gap << gapShift)) >>> 0;
}

export function termAt(place: number): number {
  return place & termMask;
}

/** The same place with its term under another number. */
export function renumbered(place: number, numberOf: (term: number) => number): number {
  return (numberOf(place & termMask) | (place & ~termMask)) >>> 0;
}

/**
 * The content words of a text, single Han characters left out, each with what stands between it and the one before: before the
 * first one a pause.
 */
export function withGaps(
  text: string,
  tokens: readonly Token[],
  options: { code: boolean },
): { token: Token; gap: Gap }[] {
  const pauses = options.code ? pauseInCode : pauseInProse;
  const found: { token: Token; gap: Gap }[] = [];
  let end = 0;
  let skipped = false;
  for (const token of tokens) {
    if (token.stop) {
      // Pieces of a word, and pairs that share a character with it, stand within it.
      skipped ||= token.start >= end;
      continue;
    }
    if (token.kind === "han_single") continue;
    const blank = token.start === end + 1 && text[end] === " ";
    const paused =
      found.length === 0 ||
      (token.start > end && !blank && pauses.test(text.slice(end, token.start)));
    found.push({ token, gap: paused ? pause : skipped ? functionWords : 0 });
    end = Math.max(end, token.end);
    skipped = false;
  }
  return found;
}

const pauseInProse = /[.!?;:,]["'”’)\]*_`]*\s|[。！？；：，、…—|]|\n[ \t]*\n|\n[ \t]*[-+][ \t]/;
const pauseInCode = /[.!?;:,]["'”’)\]*_`]*\s|[。！？；：，、…—|]|\n/;
