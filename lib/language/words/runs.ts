import { runTable } from "../limits.ts";
import { readIdentifier } from "./identifiers.ts";
import { isPlainWord } from "./plain-words.ts";
import { type KnownTerm, knownTerm, type Take, type Token } from "./token.ts";
import { copyOf, readWord } from "./word.ts";

/**
 * Words, numbers and identifiers as they are written, each read once: documents repeat them. They are looked up where
 * they stand in the text, by the hash of their letters, without being cut out of it.
 */
type Run = readonly { known: KnownTerm; from: number; to: number }[];

const { longest, bits, multiplier, shift, spread, width, length_at } = runTable;
const slots = 1 << bits;
const most = slots / 2;
/** Places of the hash table, `width` numbers each; the number of a run is 0 where a place is free. A taken place leads to the next one. */
let table = new Int32Array(0);
/** The letters of all runs, one behind the other. */
let letters = new Uint16Array(0);
let used = 0;
let runs = 0;
/** By number: a run that is one token; any other, as it is read in a text of capitals and elsewhere. */
const alone: (KnownTerm | undefined)[] = [undefined];
const shouted: (Run | undefined)[] = [undefined];
const usual: (Run | undefined)[] = [undefined];

/** Hands over the tokens of what stands between the two places of a text, which `units` are of: a word, an identifier, or a longer piece of data. */
export function writeRun(
  s: string,
  units: Uint16Array,
  from: number,
  to: number,
  shouting: boolean,
  take: Take,
): void {
  if (to - from > longest) {
    const tokens: Token[] = [];
    readIdentifier(s, from, shouting, tokens);
    for (const { term, kind, stop, start, end } of tokens)
      take(knownTerm(term, kind, stop), start, end);
    return;
  }
  const number = numberOf(units, from, to);
  const known = shouting ? undefined : alone[number];
  if (known !== undefined) {
    take(known, from, to);
    return;
  }
  const read = shouting ? shouted : usual;
  let run = read[number];
  if (run === undefined) {
    run = readRun(copyOf(s.slice(from, to)), shouting);
    const [only] = run;
    if (!shouting && run.length === 1 && only?.from === 0 && only.to === to - from)
      alone[number] = only.known;
    else read[number] = run;
  }
  for (let i = 0; i < run.length; i++) {
    const piece = run[i];
    if (piece !== undefined) take(piece.known, from + piece.from, from + piece.to);
  }
}

function readRun(text: string, shouting: boolean): Run {
  if (isPlainWord(text)) {
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

function numberOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, multiplier) + (units[at] ?? 0)) | 0;
  if (runs === 0 || runs >= most) forgetAll();
  let place = (Math.imul(hash, spread) >>> shift) * width;
  for (let number = table[place + 1] ?? 0; number !== 0; number = table[place + 1] ?? 0) {
    if (table[place] === hash && stands(place, units, from, to)) return number;
    place = (place + width) & (slots * width - 1);
  }
  runs += 1;
  if (used + to - from > letters.length) {
    const larger = new Uint16Array((letters.length + longest) * 2);
    larger.set(letters);
    letters = larger;
  }
  table[place] = hash;
  table[place + 1] = runs;
  table[place + 2] = used;
  table[place + length_at] = to - from;
  letters.set(units.subarray(from, to), used);
  used += to - from;
  alone[runs] = undefined;
  shouted[runs] = undefined;
  usual[runs] = undefined;
  return runs;
}

/** At first, and when it is full: a hostile vocabulary costs time and not space. */
function forgetAll(): void {
  if (table.length === 0) table = new Int32Array(slots * width);
  else table.fill(0);
  for (const list of [alone, shouted, usual]) list.length = 1;
  used = 0;
  runs = 0;
}

function stands(place: number, units: Uint16Array, from: number, to: number): boolean {
  if (table[place + length_at] !== to - from) return false;
  let letter = table[place + 2] ?? 0;
  for (let at = from; at < to; at++) if (letters[letter++] !== units[at]) return false;
  return true;
}
