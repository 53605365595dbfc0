import { codes, wordLimits } from "../limits.ts";
import { classAt, digit, isDigits, letter, mark, widthAt } from "./characters.ts";
import { isEnglishStop } from "./stops.ts";
import type { Token } from "./token.ts";
import { owned, readWord } from "./word.ts";

type Segment = { start: number; end: number };

/**
 * Reads what stands at `from` (a letter or a digit) up to the next blank or punctuation that joins nothing, writes its
 * tokens, and returns where it ended. What it reads is told by these letters alone, whatever stands around them.
 *
 *   useAnswerStream -> useanswerstream, use, answer, stream      lib/search -> lib/search, lib, search
 *   --no-sandbox    -> no-sandbox, no, sandbox                   v24.21.0   -> v24.21.0, 24.21.0, 24
 *   a.max_turns     -> a.max_turns, max_turns, max, turn
 *   Beyoncé's       -> beyonc                                    C++, node.js, x509, 1,000 (-> 1000) stay whole
 */
export function readIdentifier(s: string, from: number, shouting: boolean, out: Token[]): number {
  const segments: Segment[] = [];
  let start = from;
  let at = endOfWord(s, from);
  for (let joint = jointAt(s, start, at); joint > 0; joint = jointAt(s, start, at)) {
    segments.push({ start, end: at });
    start = at + joint;
    at = endOfWord(s, start);
  }
  segments.push({ start, end: at });
  const end = at + widthOfSigns(s, start, at);
  write(s, segments, end, shouting, out);
  return end;
}

/** Where it ends. */
export function endOfIdentifier(s: string, from: number): number {
  let start = from;
  let at = endOfWord(s, from);
  for (let joint = jointAt(s, start, at); joint > 0; joint = jointAt(s, start, at)) {
    start = at + joint;
    at = endOfWord(s, start);
  }
  return at + widthOfSigns(s, start, at);
}

/** Of the signs that belong to the last word: C++, F#. */
function widthOfSigns(s: string, start: number, at: number): number {
  if (s.startsWith("++", at) && !joins(s, at + 2)) return 2;
  return s[at] === "#" && at - start === 1 && !joins(s, at + 1) ? 1 : 0;
}

function joins(s: string, at: number): boolean {
  const next = at < s.length ? classAt(s, at) : 0;
  return next === letter || next === digit;
}

function endOfWord(s: string, from: number): number {
  let at = from;
  while (at < s.length && at - from < wordLimits.longest_word) {
    const code = s.charCodeAt(at);
    const kind = classAt(s, at);
    if (kind !== letter && kind !== digit && kind !== mark) break;
    at += code < codes.first_surrogate ? 1 : widthAt(s, at);
  }
  return at;
}

/** How many units between two words hold them together: 0 when they are two words. */
function jointAt(s: string, start: number, at: number): number {
  const width = widthOfJoint(s, start, at);
  return width > 0 && joins(s, at + width) ? width : 0;
}

function widthOfJoint(s: string, start: number, at: number): number {
  switch (s[at]) {
    case "_": {
      let width = 1;
      while (s[at + width] === "_" && width < wordLimits.underscores) width += 1;
      return width;
    }
    case ".":
    case "/":
    case "\\":
    case "@":
    case "-":
    case "'":
    case "’":
      return 1;
    case ":":
      return s[at + 1] === ":" ? 2 : 1;
    case ",":
      // 1,000,000: a comma between groups of three digits.
      return at - start <= digitsOfGroup &&
        isDigits(s.slice(start, at)) &&
        s.length >= at + 1 + digitsOfGroup &&
        isDigits(s.slice(at + 1, at + 1 + digitsOfGroup)) &&
        !isDigits(s[at + 1 + digitsOfGroup] ?? "")
        ? 1
        : 0;
    default:
      return 0;
  }
}

const digitsOfGroup = "000".length;

function write(s: string, segments: Segment[], end: number, shouting: boolean, out: Token[]): void {
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return;
  const raw = s.slice(first.start, end);

  if (segments.length > 1 && isDigits(raw, ".,")) {
    const term = raw.replaceAll(",", "");
    out.push({ term, start: first.start, end, kind: "number", stop: false });
    return;
  }
  if (segments.length > 1 && (raw.includes("'") || raw.includes("’"))) {
    writeApostrophe(s, segments, shouting, out);
    return;
  }
  if (segments.length === 1 && end === last.end) {
    writeWord(s, first.start, end, shouting, false, out);
    return;
  }
  const lower = raw.toLowerCase();
  if (segments.length <= wordLimits.segments && raw.length <= wordLimits.longest_whole) {
    const stop = isEnglishStop(lower);
    out.push({ term: owned(lower), start: first.start, end, kind: "word", stop });
  }
  if (lower.startsWith("v") && lower[1] !== "." && isDigits(lower.slice(1), ".")) {
    out.push({ term: lower.slice(1), start: first.start + 1, end, kind: "number", stop: false });
    out.push({
      term: s.slice(first.start + 1, first.end),
      start: first.start + 1,
      end: first.end,
      kind: "number",
      stop: false,
    });
    return;
  }
  for (const group of groupsOf(s, segments)) {
    const head = group[0];
    const tail = group.at(-1);
    if (
      head !== undefined &&
      tail !== undefined &&
      group.length > 1 &&
      group.length < segments.length
    ) {
      const name = s.slice(head.start, tail.end).toLowerCase();
      const start = head.start;
      if (name.length <= wordLimits.longest_whole) {
        out.push({ term: owned(name), start, end: tail.end, kind: "part", stop: false });
      }
    }
    for (const segment of group) writeWord(s, segment.start, segment.end, shouting, true, out);
  }
}

const holds = (signs: string, char: string | undefined): boolean =>
  char !== undefined && signs.includes(char);
const contracted = new Set(["t", "re", "ve", "ll", "d", "m"]);

/** Names inside a path or a dotted key hold together by `_` and `-`: doc_access.max_file_bytes -> two groups. */
function groupsOf(s: string, segments: Segment[]): Segment[][] {
  const groups: Segment[][] = [];
  for (const segment of segments) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open !== undefined && last !== undefined && holds("_-", s[last.end])) open.push(segment);
    else groups.push([segment]);
  }
  return groups;
}

/** Possessives lose their ending, contractions are function words, names (O'Brien) are one word. */
function writeApostrophe(s: string, segments: Segment[], shouting: boolean, out: Token[]): void {
  let at = 0;
  while (at < segments.length) {
    const head = segments[at];
    if (head === undefined) return;
    const tail = segments[at + 1];
    const joined = tail !== undefined && holds("'’", s[head.end]);
    const ending = joined ? s.slice(tail.start, tail.end).toLowerCase() : "";
    if (!joined) {
      writeWord(s, head.start, head.end, shouting, false, out);
      at += 1;
      continue;
    }
    at += 2;
    const whole = s.slice(head.start, tail.end).toLowerCase().replaceAll("’", "'");
    if (isEnglishStop(whole)) {
      out.push({ term: whole, start: head.start, end: tail.end, kind: "word", stop: true });
    } else if (ending === "s") {
      writeWord(s, head.start, head.end, shouting, false, out);
    } else if (contracted.has(ending)) {
      out.push({ term: owned(whole), start: head.start, end: tail.end, kind: "word", stop: true });
    } else {
      out.push({
        term: owned(whole.replace("'", "")),
        start: head.start,
        end: tail.end,
        kind: "word",
        stop: false,
      });
      for (const part of [head, tail]) writePart(s, part.start, part.end, shouting, out);
    }
  }
}

const camelPiece = /\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?[^\p{Lu}]+|\p{Lu}+/gu;

function writeWord(
  s: string,
  start: number,
  end: number,
  shouting: boolean,
  part: boolean,
  out: Token[],
): void {
  const raw = s.slice(start, end);
  const word = readWord(raw);
  if (part) {
    writePart(s, start, end, shouting, out);
  } else {
    out.push({
      term: word.camel ? word.whole : word.term,
      start,
      end,
      kind: word.number ? "number" : "word",
      stop: shouting ? word.function_word : word.stop,
    });
  }
  if (!word.camel || raw.length > wordLimits.longest_whole) return;
  for (const piece of raw.matchAll(camelPiece)) {
    writePart(s, start + piece.index, start + piece.index + piece[0].length, shouting, out);
  }
}

function writePart(s: string, start: number, end: number, shouting: boolean, out: Token[]): void {
  const word = readWord(s.slice(start, end));
  if (end - start < 2 && !word.number) return;
  out.push({
    term: word.term,
    start,
    end,
    kind: word.number ? "number" : "part",
    stop: shouting ? word.function_word : word.stop,
  });
}
