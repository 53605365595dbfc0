import { codes, langWeights, letterBits, wordLimits } from "./limits.ts";
import { classAt, classOf, digit, han, letter, mark, paired, widthAt } from "./words/characters.ts";
import { writeHan, writePairs } from "./words/glyphs.ts";
import { endOfIdentifier } from "./words/identifiers.ts";
import { isStable, normalise } from "./words/normalise.ts";
import { endOfPlainRun } from "./words/plain-words.ts";
import { writeRun } from "./words/runs.ts";
import type { KnownTerm, Take, Token } from "./words/token.ts";
import { unitsOf } from "./words/units.ts";

/**
 * The one analyser of words: the index, the question, the support check and the highlighting all read text through it,
 * so that what was found is what is marked. `term` is the form words are compared in; `start` and `end` are UTF-16
 * offsets in the text that was given, whatever normalisation did to its length.
 *
 * A token is a word, a number, or an identifier as a whole; `part` is a piece of the identifier around it
 * (`max_turns`, then `max` and `turn`); Han, kana, Hangul and scripts without spaces are read as pairs of characters
 * (`han`) and, Han only, single ones (`han_single`). A token with `stop` is a function word: it says nothing about
 * what the text is about, and neither index nor ranking uses it. Tokens come by start; a whole before its parts.
 */
export type { KnownTerm, Token };

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  readTerms(text, ({ term, kind, stop }, start, end) => {
    tokens.push({ term, start, end, kind, stop });
  });
  return tokens;
}

/** Hands over what `tokenize` gives, in its order, without making an object of each token. */
export function readTerms(text: string, take: Take): void {
  read(text, take);
}

/**
 * The tokens of a text whose term is one of these and no function word: what `tokenize` gives, filtered, and sooner,
 * because a plain word that begins with other letters than all of the terms is passed over unread.
 */
export function findTerms(text: string, terms: ReadonlySet<string>): Token[] {
  const beginnings = new Uint8Array(letterBits.beginnings);
  for (const term of terms) {
    if (term.length > 1) beginnings[beginningOf(term, 0)] = 1;
    else
      for (let i = 0; i < 1 << letterBits.width; i++)
        beginnings[((term.charCodeAt(0) & letterBits.mask) << letterBits.width) | i] = 1;
  }
  const found: Token[] = [];
  const keep: Take = ({ term, kind, stop }, start, end) => {
    if (!stop && terms.has(term)) found.push({ term, start, end, kind, stop });
  };
  const digits = [...terms].some((term) => isDigit(term.charCodeAt(0)));
  read(text, keep, { beginnings, digits, terms });
  return found;
}

/** What is looked for: tokens of other terms may be left out. */
type Wanted = {
  beginnings: Uint8Array;
  /** Some term begins with a digit. */
  digits: boolean;
  terms: ReadonlySet<string>;
};

/** `given` reads no other text before it returns. */
function read(text: string, given: Take, wanted?: Wanted): void {
  let units = unitsOf(text);
  const { text: s, starts, ends } = isStable(units, text.length) ? { text } : normalise(text);
  if (s !== text) units = unitsOf(s);
  const moved = starts !== undefined && ends !== undefined;
  const take: Take = moved
    ? (known, start, end) =>
        given(known, starts[start] ?? text.length, ends[end - 1] ?? text.length)
    : given;
  // A shout ("WHAT IS THE US?") has no capitals to go by: its function words stay function words.
  const shouting = !/\p{Ll}/u.test(s);
  const { length } = s;
  let at = 0;
  while (at < length) {
    const kind = classIn(s, units, at);
    if (kind === letter || kind === digit) {
      const passed = wanted === undefined ? at : passOver(s, at, wanted);
      if (passed > at) {
        at = passed;
        continue;
      }
      const plain = endOfPlainRun(units, at);
      const end = plain === -1 ? endOfIdentifier(s, at) : plain;
      writeRun(s, units, at, end, shouting, take);
      at = end;
    } else if (kind === han) {
      const end = endOfRun(s, units, at, han);
      writeHan(s, units, { from: at, to: end }, take, wanted?.terms);
      at = end;
    } else if (kind === paired) {
      const end = endOfRun(s, units, at, paired);
      writePairs(s, at, end, take);
      at = end;
    } else {
      at += 1;
    }
  }
}

function classIn(s: string, units: Uint16Array, at: number): number {
  const code = units[at] ?? 0;
  return code < codes.first_surrogate ? classOf(code) : classAt(s, at);
}

/** The distinct terms of a text that say what it is about, by first appearance. */
export function contentTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const token of tokenize(text)) if (!token.stop) terms.add(token.term);
  return [...terms];
}

/**
 * Chinese when Han characters outweigh the words of other scripts, function words counting most: a Chinese question
 * is full of foreign names, and an English one may quote a Chinese word. Kana means Japanese, which the program does
 * not speak.
 */
export function detectLang(text: string): "en" | "zh-CN" {
  return mayHoldHan.test(text) ? langOf(tokenize(text.slice(0, langWeights.chars)), text) : "en";
}

function langOf(tokens: readonly Token[], text: string): "en" | "zh-CN" {
  let hanCount = 0;
  let hanStops = 0;
  let words = 0;
  let wordStops = 0;
  for (const token of tokens) {
    if (token.kind === "han_single") hanCount += 1;
    else if (token.kind === "han") hanStops += token.stop ? 1 : 0;
    else if (token.kind === "word") {
      words += 1;
      wordStops += token.stop ? 1 : 0;
    }
  }
  if (hanCount === 0) return "en";
  if (kanaIn(text) * langWeights.kana > hanCount) return "en";
  const { characters, stop } = langWeights;
  return hanCount / characters + stop * hanStops >= words + stop * wordStops ? "zh-CN" : "en";
}

function kanaIn(text: string): number {
  let kana = 0;
  for (const char of text)
    if ((char >= "\u3041" && char <= "\u3096") || (char >= "\u30a1" && char <= "\u30fa")) kana += 1;
  return kana;
}

/** What lies below is no Han character and becomes none when it is normalised. */
const mayHoldHan = /[\u2e80-\uffff]/;

const { a, z, zero, nine, small, ascii, colon, dot, underscore } = codes;
/** Behind a word of these nothing can belong to it. */
const endsWord = new Uint8Array(ascii);
for (const char of ' \n\t,;!?()[]{}|*`"<>=~$%&^') endsWord[char.charCodeAt(0)] = 1;
/** Between two words of these they belong together. */
const joins = new Uint8Array(ascii);
for (const char of "-_./:@") joins[char.charCodeAt(0)] = 1;

const isDigit = (code: number): boolean => code >= zero && code <= nine;
const endsAt = (s: string, at: number): boolean => {
  const code = s.charCodeAt(at);
  return at >= s.length || (code < ascii && endsWord[code] === 1);
};

/** Its first two letters as a number, e and y taken for i: the stem of "dying" is "die", that of "eing" is "ee". */
function beginningOf(s: string, at: number): number {
  const { mask, width, e, i, y } = letterBits;
  const second = s.charCodeAt(at + 1) & mask;
  return ((s.charCodeAt(at) & mask) << width) | (second === y || second === e ? i : second);
}

/**
 * The end of a word of ASCII letters and digits, or of several that are joined, where each, and each piece of it from a capital
 * or behind a digit on, begins like none of the terms: a stem begins as its word does, but for such a letter, and what several
 * make together as one of them does. Anything that may be more is left to be read: then it is `at`.
 */
function passOver(s: string, at: number, { beginnings, digits }: Wanted): number {
  let end = at;
  for (;;) {
    // A piece may begin here; it does behind a digit, too.
    let begins = true;
    const start = end;
    for (let code = s.charCodeAt(end); ; code = s.charCodeAt(end)) {
      if (isDigit(code)) {
        if (digits) return at;
        begins = true;
      } else {
        const letter = code | small;
        // Behind the end there is no number.
        if (!(code < ascii && letter >= a && letter <= z)) break;
        if ((begins || code !== letter) && beginnings[beginningOf(s, end)] === 1) return at;
        begins = false;
      }
      end += 1;
    }
    if (end === start || end - at > wordLimits.passed_over) return at;
    const joint = s.charCodeAt(end);
    if (endsAt(s, end)) return end;
    if (joint >= ascii || joins[joint] !== 1) return at;
    if (endsAt(s, end + 1)) return joint === dot || joint === colon ? end : at;
    end += 1;
    if (joint === colon && s.charCodeAt(end) === colon) end += 1;
    else if (joint === underscore) while (s.charCodeAt(end) === underscore) end += 1;
  }
}

/** Marks stay with the characters before them. */
function endOfRun(s: string, units: Uint16Array, from: number, kind: number): number {
  let at = from;
  while (at < s.length) {
    const next = classIn(s, units, at);
    if (next !== kind && next !== mark) break;
    at += (units[at] ?? 0) < codes.first_surrogate ? 1 : widthAt(s, at);
  }
  return at;
}
