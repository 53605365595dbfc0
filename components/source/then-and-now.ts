import { diffArrays } from "diff";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import type { LineRange } from "./highlights.ts";

/** A stretch of words; `changed` ones stand on this side alone. */
export type Piece = { text: string; changed: boolean };
export type ThenAndNow = {
  cited: Piece[];
  /** The lines that are likest to what was cited; undefined where nothing is like it. */
  now: (LineRange & { pieces: Piece[] }) | undefined;
};

/** So far from the old place the like of it is looked for, and so much of a line is read. */
const reach = 300;
const longestLine = 2000;
/** No more letters than these are taken apart into words, the lines nearest to the old place first. */
const mostLetters = 100_000;
/** The share of words in common below which two texts are not versions of one. */
const alike = 0.4;
/** Texts that have more than this to tell apart are shown without marks. */
const mostEdits = 2000;

/** What was cited beside what stands in its place, word by word. The cited words are those kept with the answer. */
export function thenAndNow(citation: Citation, preview: Preview, locale: string): ThenAndNow {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const wordsOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);
  const cited = wordsOf(citation.snippet);
  const range = nearest(citation, preview, wordsOf);
  if (range === undefined)
    return { cited: [{ text: citation.snippet, changed: false }], now: undefined };
  const from = range.line_start - preview.line_start;
  const lines = preview.lines.slice(from, range.line_end - preview.line_start + 1);
  const now = wordsOf(lines.map((line) => line.slice(0, longestLine)).join("\n"));
  // Of what was not read nobody can say that it has changed.
  const whole = [...lines, ...citation.snippet.split("\n")].every((l) => l.length <= longestLine);
  const changes = whole ? (diffArrays(cited, now, { maxEditLength: mostEdits }) ?? []) : [];
  const side = (own: "added" | "removed", other: "added" | "removed", all: string[]): Piece[] =>
    changes.length === 0
      ? [{ text: all.join(""), changed: false }]
      : joined(
          changes
            .filter((change) => !change[other])
            .map((change) => ({ text: change.value.join(""), changed: change[own] })),
        );
  return {
    cited: side("removed", "added", cited),
    now: { ...range, pieces: side("added", "removed", now) },
  };
}

/**
 * The lines with the most words in common, among stretches about as long as what was cited; the nearest of equals. A
 * stretch goes down line by line with its words counted as they come and go, so that each word is looked at a few times,
 * however long the stretch.
 */
function nearest(
  citation: Citation,
  preview: Preview,
  wordsOf: (text: string) => string[],
): LineRange | undefined {
  const said = (text: string) => wordsOf(text.toLowerCase()).filter((w) => /[\p{L}\p{N}]/u.test(w));
  const then = citation.snippet.split("\n");
  const wanted = said(then.map((line) => line.slice(0, longestLine)).join("\n"));
  const height = then.length;
  const place = citation.locator.line_start;
  const { first, lines } = linesAround(place, height, preview);
  const words = lines.map(said);
  let best: (LineRange & { share: number }) | undefined;
  for (let count = Math.max(1, height - 2); count <= height + 2; count += 1) {
    const seen = countedAgainst(wanted);
    for (const line of words.slice(0, count - 1)) seen.add(line);
    for (const [i, line] of words.entries()) {
      seen.add(words[i + count - 1] ?? []);
      const share = (2 * seen.inCommon()) / (wanted.length + seen.size() || 1);
      const line_start = first + i;
      const nearer = Math.abs(line_start - place) < Math.abs((best?.line_start ?? 0) - place);
      if (best === undefined || share > best.share || (share === best.share && nearer)) {
        const line_end = Math.min(line_start + count, first + words.length) - 1;
        best = { line_start, line_end, share };
      }
      seen.drop(line);
    }
  }
  if (best === undefined || best.share < alike) return undefined;
  return { line_start: best.line_start, line_end: best.line_end };
}

/** The lines around the old place, as many as are looked through: those of the place itself first. */
function linesAround(
  place: number,
  height: number,
  preview: Preview,
): { first: number; lines: string[] } {
  const top = Math.max(preview.line_start, place - reach);
  const from = top - preview.line_start;
  const within = preview.lines
    .slice(from, from + 2 * reach + height)
    .map((l) => l.slice(0, longestLine));
  let start = Math.min(Math.max(0, place - top), within.length);
  let end = start;
  let letters = 0;
  const fits = (line: string | undefined): boolean => {
    if (line === undefined || letters + line.length > mostLetters) return false;
    letters += line.length + 1;
    return true;
  };
  while (end - start < height && fits(within[end])) end += 1;
  for (let grown = true; grown; ) {
    const below = fits(within[end]);
    if (below) end += 1;
    const above = fits(within[start - 1]);
    if (above) start -= 1;
    grown = below || above;
  }
  return { first: top + start, lines: within.slice(start, end) };
}

/** Lines that come and go, and how many of their words are among the wanted ones, each as often as it is wanted. */
function countedAgainst(wanted: readonly string[]) {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  let size = 0;
  return {
    add(line: readonly string[]): void {
      size += line.length;
      for (const word of line) {
        const count = left.get(word);
        if (count === undefined) continue;
        if (count > 0) common += 1;
        left.set(word, count - 1);
      }
    },
    drop(line: readonly string[]): void {
      size -= line.length;
      for (const word of line) {
        const count = left.get(word);
        if (count === undefined) continue;
        if (count >= 0) common -= 1;
        left.set(word, count + 1);
      }
    },
    inCommon: () => common,
    size: () => size,
  };
}

/** A space between two changed words is changed with them. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  pieces.forEach((piece, i) => {
    const last = out.at(-1);
    const between = piece.text.trim() === "" && pieces[i + 1]?.changed === true;
    const changed = piece.changed || (last?.changed === true && between);
    if (last !== undefined && last.changed === changed) last.text += piece.text;
    else out.push({ text: piece.text, changed });
  });
  return out;
}
