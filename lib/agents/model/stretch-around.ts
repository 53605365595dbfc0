import { uncutPieces } from "#lib/markdown/uncut-pieces";
import { citedLines, type Found } from "./evidence-book.ts";

/**
 * Of a long passage the pieces around the line that comes nearest to the question, as many as fit into `most` letters: what
 * stands far from it is sent for nothing. Lists, tables, notes and blocks of code stay whole, and so do a line that announces
 * something and what it announces. A passage that may read otherwise when it is cut stays as it is.
 */
export function stretchAround(found: Found, most: number): Found {
  const { citation, passage, nearest } = found;
  const { text } = passage;
  if (text.length <= most || nearest === undefined) return found;
  if (citation.inside_fence !== undefined || citation.contains_secret === true) return found;
  if (holdsHiddenText.test(text)) return found;
  const lines = text.split("\n");
  const pieces = uncutPieces(lines);
  const { line_start } = citation.locator;
  const middle = pieces.findIndex(({ end }) => nearest - line_start < end);
  if (middle === -1) return found;
  let [first, last] = [middle, middle];
  const linesOf = (a: number, b: number) => lines.slice(pieces[a]?.start, pieces[b]?.end);
  const fits = (a: number, b: number) =>
    a >= 0 && b < pieces.length && linesOf(a, b).join("\n").length <= most;
  while (fits(first - 1, last) || fits(first, last + 1)) {
    if (fits(first - 1, last)) first -= 1;
    if (fits(first, last + 1)) last += 1;
  }
  const kept = linesOf(first, last);
  if (kept.length === lines.length) return found;
  const from = line_start + (pieces[first]?.start ?? 0);
  const locator = { ...citation.locator, line_start: from, line_end: from + kept.length - 1 };
  return {
    ...found,
    citation: { ...citation, locator, ...citedLines(kept) },
    passage: { ...passage, text: kept.join("\n") },
  };
}

/** What a reader of the page does not see as it stands, over several lines. */
const holdsHiddenText = /^(?:---|\+\+\+)\s*\n|<!--|<(?:script|style|pre|template|textarea)\b/i;
