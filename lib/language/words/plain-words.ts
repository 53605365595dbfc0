import { codes, plainWordTable } from "../limits.ts";
import { readWord, type Word } from "./word.ts";

/**
 * Plain words, which most of a text consists of: ASCII letters with a blank or punctuation behind them that joins
 * nothing. They are looked up where they stand in the text, by the hash of their letters, without being cut out of it;
 * everything else is for `readIdentifier`, which makes the same of them, more slowly.
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

const { longest, bits, multiplier, shift, spread } = plainWordTable;
const slots = 1 << bits;
const most = slots / 2;
/** Number of a word by its hash, 0 for a free place; a taken place leads to the next one. */
const table = new Int32Array(slots);
const hashes = new Int32Array(most + 1);
const texts: string[] = [""];
let words: (Word | undefined)[] = [undefined];

/** Where the plain word ends that begins at `from`; -1 when what stands there is none. */
export function endOfPlainWord(s: string, from: number): number {
  const limit = Math.min(s.length, from + longest + 1);
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

/** What `readWord` makes of the word between the two places. */
export function readPlainWord(s: string, from: number, to: number): Word {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, multiplier) + s.charCodeAt(at)) | 0;
  let slot = Math.imul(hash, spread) >>> shift;
  for (;;) {
    const number = table[slot] ?? 0;
    if (number === 0) break;
    if (hashes[number] === hash && stands(texts[number] ?? "", s, from, to)) {
      const known = words[number];
      if (known !== undefined) return known;
    }
    slot = (slot + 1) & (slots - 1);
  }
  const raw = s.slice(from, to);
  const word = readWord(raw);
  if (words.length > most) {
    // Full: a hostile vocabulary costs time and not space.
    table.fill(0);
    texts.length = 1;
    words = [undefined];
    slot = Math.imul(hash, spread) >>> shift;
  }
  const number = words.length;
  table[slot] = number;
  hashes[number] = hash;
  texts.push(word.whole === raw ? word.whole : Buffer.from(raw, "latin1").toString("latin1"));
  words.push(word);
  return word;
}

function stands(word: string, s: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== s.charCodeAt(from + i)) return false;
  }
  return true;
}
