import { wordLimits } from "../limits.ts";
import { classAt, mark, widthAt } from "./characters.ts";
import { simplified } from "./han.ts";

import { isHanSingleStop, isHanStop } from "./stops.ts";
import type { Token } from "./token.ts";
import { owned } from "./word.ts";

/**
 * Han text as single characters and overlapping pairs, folded to simplified forms: 資料庫 -> 资料, 资, 料库, 料, 库. Where
 * some terms are wanted, these alone.
 */
export function writeHan(
  s: string,
  from: number,
  to: number,
  out: Token[],
  wanted?: ReadonlySet<string>,
): void {
  const chars = charactersIn(s, from, to);
  let single = simplified(baseOf(s, from));
  for (const [i, char] of chars.entries()) {
    const next = chars[i + 1];
    const following = next === undefined ? "" : simplified(baseOf(s, next.start));
    if (next !== undefined) {
      const pair = single + following;
      if (wanted?.has(pair) !== false)
        out.push({
          term: pair,
          start: char.start,
          end: next.end,
          kind: "han",
          stop: isHanStop(pair),
        });
    }
    if (wanted?.has(single) !== false)
      out.push({ term: single, ...char, kind: "han_single", stop: isHanSingleStop(single) });
    single = following;
  }
}

/** Kana, Hangul, Thai and the like as overlapping pairs; a character that stands alone is itself. */
export function writePairs(s: string, from: number, to: number, out: Token[]): void {
  const chars = charactersIn(s, from, to);
  const write = (start: number, end: number) =>
    out.push({
      term: owned(s.slice(start, end).toLowerCase()),
      start,
      end,
      kind: "han",
      stop: false,
    });
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
