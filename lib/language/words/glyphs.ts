import { codes, wordLimits } from "../limits.ts";
import { classAt, mark, widthAt } from "./characters.ts";
import { simplified } from "./han.ts";

import { isHanSingleStop, isHanStop } from "./stops.ts";
import { type KnownTerm, knownTerm, type Take } from "./token.ts";
import { owned } from "./word.ts";

/**
 * Han text as single characters and overlapping pairs, folded to simplified forms: 資料庫 -> 资料, 资, 料库, 料, 库. Where
 * some terms are wanted, these alone.
 */
export function writeHan(
  s: string,
  units: Uint16Array,
  { from, to }: { from: number; to: number },
  take: Take,
  wanted?: ReadonlySet<string>,
): void {
  const write = (known: KnownTerm, start: number, end: number) => {
    if (wanted?.has(known.term) !== false) take(known, start, end);
  };
  if (isCommon(units, from, to)) {
    for (let at = from; at < to; at++) {
      if (at + 1 < to) write(knownPair(units, at), at, at + 2);
      write(knownSingle(units, at), at, at + 1);
    }
    return;
  }
  const chars = charactersIn(s, from, to);
  let single = simplified(baseOf(s, from));
  for (const [i, char] of chars.entries()) {
    const next = chars[i + 1];
    const following = next === undefined ? "" : simplified(baseOf(s, next.start));
    if (next !== undefined) write(pairOf(single + following), char.start, next.end);
    write(singleOf(single), char.start, char.end);
    single = following;
  }
}

const pairOf = (pair: string) => knownTerm(pair, "han", isHanStop(pair));
const singleOf = (single: string) => knownTerm(single, "han_single", isHanSingleStop(single));

const width = codes.last_han - codes.first_han + 1;
/** By their characters as they are written. */
const pairs = new Map<number, KnownTerm>();
const singles: (KnownTerm | undefined)[] = [];
const placeOf = (units: Uint16Array, at: number) => (units[at] ?? 0) - codes.first_han;
const charAt = (units: Uint16Array, at: number) => String.fromCharCode(units[at] ?? 0);

/** Whether each unit is a character of the common block. */
function isCommon(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = units[at] ?? 0;
    if (code < codes.first_han || code > codes.last_han) return false;
  }
  return true;
}

function knownPair(units: Uint16Array, at: number): KnownTerm {
  const key = placeOf(units, at) * width + placeOf(units, at + 1);
  let known = pairs.get(key);
  if (known === undefined) {
    if (pairs.size >= wordLimits.known_pairs) pairs.clear();
    known = pairOf(simplified(charAt(units, at)) + simplified(charAt(units, at + 1)));
    pairs.set(key, known);
  }
  return known;
}

function knownSingle(units: Uint16Array, at: number): KnownTerm {
  const key = placeOf(units, at);
  const known = singles[key] ?? singleOf(simplified(charAt(units, at)));
  singles[key] = known;
  return known;
}

/** Kana, Hangul, Thai and the like as overlapping pairs; a character that stands alone is itself. */
export function writePairs(s: string, from: number, to: number, take: Take): void {
  const chars = charactersIn(s, from, to);
  const write = (start: number, end: number) =>
    take(knownTerm(owned(s.slice(start, end).toLowerCase()), "han", false), start, end);
  const [first, second] = chars;
  if (first !== undefined && second === undefined) write(first.start, first.end);
  for (const [i, char] of chars.entries()) {
    const next = chars[i + 1];
    if (next !== undefined) write(char.start, next.end);
  }
}

/** Where each character stands, the marks on it included; more than a few marks are no writing and are left out. */
function charactersIn(s: string, from: number, to: number): { start: number; end: number }[] {
  const chars: { start: number; end: number }[] = [];
  let at = from;
  while (at < to) {
    const start = at;
    at += widthAt(s, at);
    const most = at + wordLimits.marks;
    let end = at;
    while (at < to && classAt(s, at) === mark) {
      at += widthAt(s, at);
      if (at <= most) end = at;
    }
    chars.push({ start, end });
  }
  return chars;
}

function baseOf(s: string, at: number): string {
  return s.slice(at, at + widthAt(s, at));
}
