import type { Token } from "../words.ts";
import { simplified } from "./han.ts";
import { owned } from "./stems.ts";
import { isHanSingleStop, isHanStop } from "./stops.ts";

/** Han text as single characters and overlapping pairs, folded to simplified forms: 資料庫 -> 资, 资料, 料, 料库, 库. */
export function writeHan(s: string, from: number, to: number, out: Token[]): void {
  let at = from;
  let char = charAt(s, at);
  let single = simplified(char);
  while (at < to) {
    const next = at + char.length;
    if (next < to) {
      const following = charAt(s, next);
      const second = simplified(following);
      const pair = single + second;
      const stop = isHanStop(pair);
      out.push({ term: pair, start: at, end: next + following.length, kind: "han", stop });
      out.push({
        term: single,
        start: at,
        end: next,
        kind: "han_single",
        stop: isHanSingleStop(single),
      });
      at = next;
      char = following;
      single = second;
    } else {
      out.push({
        term: single,
        start: at,
        end: next,
        kind: "han_single",
        stop: isHanSingleStop(single),
      });
      return;
    }
  }
}

/** Kana, Hangul, Thai and the like as overlapping pairs; a character that stands alone is itself. */
export function writePairs(s: string, from: number, to: number, out: Token[]): void {
  let at = from;
  let width = charAt(s, at).length;
  if (at + width >= to) {
    out.push({
      term: owned(s.slice(at, to).toLowerCase()),
      start: at,
      end: to,
      kind: "han",
      stop: false,
    });
    return;
  }
  while (at + width < to) {
    const following = charAt(s, at + width).length;
    const end = at + width + following;
    out.push({ term: s.slice(at, end).toLowerCase(), start: at, end, kind: "han", stop: false });
    at += width;
    width = following;
  }
}

function charAt(s: string, at: number): string {
  const code = s.codePointAt(at);
  return code !== undefined && code > 0xffff ? s.slice(at, at + 2) : (s[at] ?? "");
}
