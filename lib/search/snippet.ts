import { findTerms } from "#lib/language/words";

/**
 * The piece of a passage that is shown: all of it when it fits, else the unbroken window that holds most of the
 * question, cut where a sentence or a block ends, at a word's end where that is not possible. Character for character
 * the passage's own text; nothing is added, no mark of omission either. `matches`, where
 * they are known, are the question's words in the text as far as `furthest`, by their start.
 */
export type Snippet = { text: string; truncated: boolean };

/** Further than this a text is not looked through for the best window. */
export const furthest = 65_536;

export function cutSnippet(
  text: string,
  most: number,
  weights: ReadonlyMap<string, number>,
  matches: readonly Match[] = findTerms(text.slice(0, furthest), new Set(weights.keys())),
): Snippet {
  if (text.length <= most) return { text, truncated: false };
  const seen = text.slice(0, furthest);
  const units = sentences(seen);
  let best = { start: 0, end: 0, worth: -1 };
  for (let first = 0; first < units.length; first++) {
    const start = units[first]?.start ?? 0;
    let last = first;
    while (last + 1 < units.length && (units[last + 1]?.end ?? 0) - start <= most) last += 1;
    const end = units[last]?.end ?? 0;
    // A sentence longer than the limit stands alone and is cut below.
    const worth = worthOf(matches, start, end, weights);
    if (worth > best.worth + 1e-9) best = { start, end, worth };
    if (last === units.length - 1 && end - start <= most) break;
  }
  if (best.end - best.start > most)
    best = { ...best, ...windowIn(seen, best, matches, weights, most) };
  const piece = seen.slice(best.start, best.end);
  return { text: piece.trim(), truncated: true };
}

type Range = { start: number; end: number };
type Match = Range & { term: string };

/** Each term counts once by its weight, and a little more when it comes again. Matches come by start. */
function worthOf(
  matches: readonly Match[],
  start: number,
  end: number,
  weights: ReadonlyMap<string, number>,
): number {
  const counts = new Map<string, number>();
  for (let i = firstFrom(matches, start); i < matches.length; i++) {
    const match = matches[i];
    if (match === undefined || match.start >= end) break;
    if (match.end <= end) counts.set(match.term, (counts.get(match.term) ?? 0) + 1);
  }
  let worth = 0;
  for (const [term, count] of counts) {
    worth += (weights.get(term) ?? 0) * (1 + 0.1 * Math.min(5, count - 1));
  }
  return worth;
}

/** The number of the first match that starts at `start` or behind. */
function firstFrom(matches: readonly Match[], start: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((matches[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sentenceEnd =
  /[.!?…][)\]"'”’*_`]*(?=\s)|[。！？；…][」』”’）]*|\n(?=\s*\n|\s*(?:[-*+|>#]|\d+[.)])\s?|\s*`{3}|\s*~{3}| {4}|\t)|\n(?=$)/gu;

/** Pieces that join to the whole text; each ends with the blanks behind it. */
function sentences(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    let end = match.index + match[0].length;
    while (end < text.length && /\s/.test(text[end] ?? "")) end += 1;
    if (end <= start) continue;
    ranges.push({ start, end });
    start = end;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
}

/** The best window inside one sentence that is too long, from word to word. */
function windowIn(
  text: string,
  within: Range,
  matches: readonly Match[],
  weights: ReadonlyMap<string, number>,
  most: number,
): Range {
  const inside = matches.filter((m) => m.start >= within.start && m.end <= within.end);
  let best = { start: within.start, worth: -1 };
  // A match stands best with some words before it.
  const starts = [
    within.start,
    ...inside.map((m) => Math.max(within.start, m.start - (most >> 2))),
  ];
  for (const wanted of starts.slice(0, 400)) {
    const start = Math.min(wanted, Math.max(within.start, within.end - most));
    const worth = worthOf(inside, start, start + most, weights);
    if (worth > best.worth + 1e-9) best = { start, worth };
  }
  const start =
    best.start === within.start
      ? best.start
      : wordStart(text, best.start, best.start + (most >> 2));
  return { start, end: wordEnd(text, start, Math.min(within.end, start + most)) };
}

/** The first start of a word from `at` on; a text without blanks is cut between characters. */
function wordStart(text: string, at: number, limit: number): number {
  for (let i = at; i < limit; i++) if (breaksAt(text, i)) return i;
  return whole(text, at);
}

function wordEnd(text: string, start: number, at: number): number {
  if (at >= text.length) return text.length;
  for (let i = at; i > start + ((at - start) >> 1); i--) if (breaksAt(text, i)) return i;
  return whole(text, at);
}

/** May the text be cut before the unit at `i`? Between words, and between Han characters. */
function breaksAt(text: string, i: number): boolean {
  if (i <= 0 || i >= text.length) return true;
  const before = text[i - 1] ?? "";
  const after = text[i] ?? "";
  if (/\s/.test(before) || /\s/.test(after)) return true;
  return wide.test(before) && wide.test(after) && !/[，。、；：！？”’）》]/.test(after);
}

const wide = /[\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]/;

/** Never between the halves of a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
