import { formsOf, hitsOf, opening } from "./cues.ts";
import { isHan } from "./single-words.ts";

/** A stretch of a text. */
export type Piece = { text: string; start: number; end: number };

/**
 * A text parted at its marks, and at cues of some kinds: an English one ("and") falls away, a Chinese one (但) opens the
 * piece behind it. Nothing is parted inside code.
 */
export function piecesOf(text: string, ...joints: readonly string[]): Piece[] {
  const borders = marksIn(text).map((at) => ({ start: at, end: at + 1 }));
  const code = codeIn(text);
  for (const { start, end, opens } of joints.length === 0 ? [] : hitsOf(text, ...joints)) {
    if (opens || code.some((one) => one.start <= start && end <= one.end)) continue;
    borders.push({ start, end: isHan(text.slice(start, end)) ? start : end });
  }
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end } of borders.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    pieces.push({ text: text.slice(from, start), start: from, end: start });
    from = end;
  }
  pieces.push({ text: text.slice(from), start: from, end: text.length });
  return pieces.filter((piece) => formsOf(piece.text).some(({ kind }) => kind !== "mark"));
}

export const markedPieces = (text: string): string[] => piecesOf(text).map((piece) => piece.text);

const parting = new Set([",", ";", ":"]);

/** Marks that part clauses: a comma with white space behind it, a wide one, and 。 */
function marksIn(text: string): number[] {
  let inCode = false;
  const found: number[] = [];
  for (const { form, kind, start, end } of formsOf(text)) {
    if (kind !== "mark") continue;
    if (form === "`") inCode = !inCode;
    if (inCode) continue;
    const wide = text[start] !== form;
    const parts = parting.has(form) && (wide || end === text.length || isBlank(text[end]));
    if (parts ? text[start] !== "、" : wide && form === ".") found.push(start);
  }
  return found;
}

const isBlank = (char: string | undefined): boolean => char?.trim() === "";

/** Spans of code, with their marks. */
export function codeIn(text: string): { start: number; end: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = [];
  let from = text.indexOf("`");
  while (from !== -1) {
    let open = from;
    while (text[open] === "`") open += 1;
    const close = text.indexOf(text.slice(from, open), open);
    if (close === -1) break;
    const end = close + open - from;
    found.push({ start: from, end, text: text.slice(open, close) });
    from = text.indexOf("`", end);
  }
  return found;
}

const brackets = /[(（]([^()（）]*)[)）]/g;
export const withoutBrackets = (text: string): string => text.replace(brackets, " ");
/** Without those whose text is of a kind. */
export const withoutBracketsOf = (text: string, of: (inside: string) => boolean): string =>
  text.replace(brackets, (whole, inside: string) => (of(inside) ? " " : whole));
export const inBrackets = (text: string): string[] =>
  [...text.matchAll(brackets)].map((hit) => hit[1] ?? "");

/** Without inline marks and what opens and closes a sentence. */
export const bareText = (text: string): string =>
  markedPieces(
    text
      .slice(opening(text, "note")?.end ?? 0)
      .replaceAll("*", "")
      .replaceAll("`", ""),
  )
    .join(",")
    .trim()
    .replace(closing, "")
    .toLowerCase();
const closing = /[\s.。:：]+$/;
