import type { Token } from "#lib/language/words";

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
 * Told the tokens of a text one after the other: of a content word what stands between it and the one before, before the
 * first one a pause; undefined of all others, single Han characters among them.
 */
export function gapsIn(
  text: string,
  options: { code: boolean },
): (token: Token) => Gap | undefined {
  const pauses = options.code ? pauseInCode : pauseInProse;
  let first = true;
  let end = 0;
  let skipped = false;
  return (token) => {
    if (token.stop) {
      // Pieces of a word, and pairs that share a character with it, stand within it.
      skipped ||= token.start >= end;
      return undefined;
    }
    if (token.kind === "han_single") return undefined;
    const blank = token.start === end + 1 && text.charCodeAt(end) === 32;
    const paused =
      first || (token.start > end && !blank && pauses.test(text.slice(end, token.start)));
    const gap = paused ? pause : skipped ? functionWords : 0;
    first = false;
    end = Math.max(end, token.end);
    skipped = false;
    return gap;
  };
}

const pauseInProse = /[.!?;:,]["'”’)\]*_`]*\s|[。！？；：，、…—|]|\n[ \t]*\n|\n[ \t]*[-+][ \t]/;
const pauseInCode = /[.!?;:,]["'”’)\]*_`]*\s|[。！？；：，、…—|]|\n/;
