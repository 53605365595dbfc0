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
export function renumbered(place: number, term: number): number {
  return (term | (place & ~termMask)) >>> 0;
}

/**
 * Told the tokens of a text one after the other: of a content word what stands between it and the one before, before the
 * first one a pause; undefined of all others, single Han characters among them.
 */
export function gapsIn(
  text: string,
  options: { code: boolean },
): (known: Pick<Token, "stop" | "kind">, start: number, end: number) => Gap | undefined {
  const { code } = options;
  let first = true;
  let last = 0;
  let skipped = false;
  return ({ stop, kind }, start, end) => {
    if (stop) {
      // Pieces of a word, and pairs that share a character with it, stand within it.
      skipped ||= start >= last;
      return undefined;
    }
    if (kind === "han_single") return undefined;
    const gap =
      first || (start > last && isPause(text, last, start, code))
        ? pause
        : skipped
          ? functionWords
          : 0;
    first = false;
    if (end > last) last = end;
    skipped = false;
    return gap;
  };
}

/**
 * Whether a pause stands between the two places: a mark that ends something and a blank behind it, a mark that needs none,
 * in code the end of a line, in prose an empty line or the next item of a list.
 */
function isPause(text: string, from: number, to: number, code: boolean): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === blank) continue;
    const kind = unit < ascii ? (kinds[unit] ?? 0) : alone.has(unit) ? ends : 0;
    if (kind === 0) continue;
    if (kind === ends) return true;
    if (kind === lineEnd) {
      if (code || endsBlock(text, at + 1, to)) return true;
      continue;
    }
    let next = at + 1;
    while (next < to && closing.includes(text[next] ?? "")) next += 1;
    if (next < to && isSpace(text, next)) return true;
  }
  return false;
}

/** Behind the end of a line: another one, or the mark of an item. */
function endsBlock(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && isIndent(text, at)) at += 1;
  if (at >= to) return false;
  const sign = text[at];
  return sign === "\n" || ((sign === "-" || sign === "+") && at + 1 < to && isIndent(text, at + 1));
}

const isIndent = (text: string, at: number): boolean => text[at] === " " || text[at] === "\t";
const isSpace = (text: string, at: number): boolean =>
  text.charCodeAt(at) === blank || text[at]?.trim() === "";

const ascii = 128;
const blank = 32;
const closing = "\"'”’)]*_`";
const endsBeforeBlank = 1;
const ends = 2;
const lineEnd = 3;
const kinds = new Uint8Array(ascii);
for (const mark of ".!?;:,") kinds[mark.charCodeAt(0)] = endsBeforeBlank;
kinds["|".charCodeAt(0)] = ends;
kinds["\n".charCodeAt(0)] = lineEnd;
const alone = new Set([..."。！？；：，、…—"].map((mark) => mark.charCodeAt(0)));
