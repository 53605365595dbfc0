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
  const changes = diffArrays(cited, now, { maxEditLength: mostEdits }) ?? [];
  const side = (own: "added" | "removed", other: "added" | "removed", whole: string[]): Piece[] =>
    changes.length === 0
      ? [{ text: whole.join(""), changed: false }]
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

/** The lines with the most words in common, among stretches about as long as what was cited; the nearest of equals. */
function nearest(
  citation: Citation,
  preview: Preview,
  wordsOf: (text: string) => string[],
): LineRange | undefined {
  const said = (text: string) => wordsOf(text.toLowerCase()).filter((w) => /[\p{L}\p{N}]/u.test(w));
  const wanted = said(citation.snippet);
  const height = citation.snippet.split("\n").length;
  const place = citation.locator.line_start;
  const first = Math.max(preview.line_start, place - reach);
  const from = first - preview.line_start;
  const lines = preview.lines
    .slice(from, from + 2 * reach)
    .map((line) => said(line.slice(0, longestLine)));
  let best: (LineRange & { share: number }) | undefined;
  lines.forEach((_, i) => {
    for (let count = Math.max(1, height - 2); count <= height + 2; count += 1) {
      const words = lines.slice(i, i + count).flat();
      const share = (2 * inCommon(wanted, words)) / (wanted.length + words.length || 1);
      const line_start = first + i;
      const nearer = Math.abs(line_start - place) < Math.abs((best?.line_start ?? 0) - place);
      if (best === undefined || share > best.share || (share === best.share && nearer)) {
        best = {
          line_start,
          line_end: Math.min(line_start + count, first + lines.length) - 1,
          share,
        };
      }
    }
  });
  if (best === undefined || best.share < alike) return undefined;
  return { line_start: best.line_start, line_end: best.line_end };
}

function inCommon(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  return b.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
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
