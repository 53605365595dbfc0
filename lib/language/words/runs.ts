import { runTable } from "../limits.ts";
import { readIdentifier } from "./identifiers.ts";
import { endOfPlainWord } from "./plain-words.ts";
import { type KnownTerm, knownTerm, type Take, type Token } from "./token.ts";
import { readWord } from "./word.ts";

/**
 * Words, numbers and identifiers as they are written, each read once: documents repeat them. They are looked up where
 * they stand in the text, by the hash of their letters, without being cut out of it.
 */
type Run = readonly { known: KnownTerm; from: number; to: number }[];

const { longest, bits, multiplier, shift, spread } = runTable;
const slots = 1 << bits;
const most = slots / 2;
/** Number of a run by its hash, 0 for a free place; a taken place leads to the next one. */
const table = new Int32Array(slots);
const hashes = new Int32Array(most + 1);
const texts: string[] = [""];
/** As they are read in a text of capitals, and in any other. */
const shouted: (Run | undefined)[] = [undefined];
const usual: (Run | undefined)[] = [undefined];

/** Hands over the tokens of what stands between the two places: a whole word or identifier, or a longer piece of data. */
export function writeRun(s: string, from: number, to: number, shouting: boolean, take: Take): void {
  if (to - from > longest) {
    const tokens: Token[] = [];
    readIdentifier(s, from, shouting, tokens);
    for (const { term, kind, stop, start, end } of tokens)
      take(knownTerm(term, kind, stop), start, end);
    return;
  }
  const number = numberOf(s, from, to);
  const runs = shouting ? shouted : usual;
  let run = runs[number];
  if (run === undefined) {
    run = read(texts[number] ?? "", shouting);
    runs[number] = run;
  }
  for (let i = 0; i < run.length; i++) {
    const piece = run[i];
    if (piece !== undefined) take(piece.known, from + piece.from, from + piece.to);
  }
}

function read(text: string, shouting: boolean): Run {
  if (endOfPlainWord(text, 0) === text.length) {
    const { term, stop, function_word, camel } = readWord(text);
    const known = knownTerm(term, "word", shouting ? function_word : stop);
    if (!camel) return [{ known, from: 0, to: text.length }];
  }
  const tokens: Token[] = [];
  readIdentifier(text, 0, shouting, tokens);
  return tokens.map(({ term, kind, stop, start, end }) => ({
    known: knownTerm(term, kind, stop),
    from: start,
    to: end,
  }));
}

function numberOf(s: string, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, multiplier) + s.charCodeAt(at)) | 0;
  let slot = Math.imul(hash, spread) >>> shift;
  for (let number = table[slot] ?? 0; number !== 0; number = table[slot] ?? 0) {
    if (hashes[number] === hash && stands(texts[number] ?? "", s, from, to)) return number;
    slot = (slot + 1) & (slots - 1);
  }
  if (texts.length > most) {
    // Full: a hostile vocabulary costs time and not space.
    table.fill(0);
    for (const list of [texts, shouted, usual]) list.length = 1;
    slot = Math.imul(hash, spread) >>> shift;
  }
  const number = texts.length;
  table[slot] = number;
  hashes[number] = hash;
  texts.push(copyOf(s.slice(from, to)));
  shouted.push(undefined);
  usual.push(undefined);
  return number;
}

/** It must not keep the text alive that it was cut from. One byte for each letter where that does. */
function copyOf(piece: string): string {
  const bytes = Buffer.from(piece, "latin1");
  const copy = bytes.toString("latin1");
  return copy === piece ? copy : Buffer.from(piece, "utf16le").toString("utf16le");
}

function stands(word: string, s: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== s.charCodeAt(from + i)) return false;
  }
  return true;
}
