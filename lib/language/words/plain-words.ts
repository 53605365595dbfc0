import { codes, runTable } from "../limits.ts";

/**
 * Plain words, which most of a text consists of: ASCII letters with a blank or punctuation behind them that joins
 * nothing. Where they end is seen at once; everything else is for `endOfIdentifier`, which finds the same, more slowly.
 */
const isLetter = new Uint8Array(codes.ascii);
for (let code: number = codes.a; code <= codes.z; code++)
  isLetter[code] = isLetter[code & ~codes.small] = 1;
/** Ends a word whatever follows. */
const isEnd = new Uint8Array(codes.ascii);
for (const char of ' \n\t()[]{}<>,;!?"*|=`~$%&^') isEnd[char.charCodeAt(0)] = 1;
/** Ends a word when a blank or nothing follows. */
const isEndBeforeBlank = new Uint8Array(codes.ascii);
for (const char of ".:") isEndBeforeBlank[char.charCodeAt(0)] = 1;

/** Where the plain word ends that begins at `from`; -1 when what stands there is none. */
export function endOfPlainWord(s: string, from: number): number {
  const limit = Math.min(s.length, from + runTable.longest + 1);
  let at = from;
  while (at < limit) {
    const code = s.charCodeAt(at);
    if (code < codes.ascii && isLetter[code] === 1) {
      at += 1;
      continue;
    }
    if (at === from || code >= codes.ascii) return -1;
    if (isEnd[code] === 1) return at;
    if (isEndBeforeBlank[code] !== 1) return -1;
    if (at + 1 === s.length) return at;
    const next = s.charCodeAt(at + 1);
    return next === codes.blank || next === codes.newline ? at : -1;
  }
  return at === s.length && at > from ? at : -1;
}
