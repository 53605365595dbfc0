import { hashLines } from "#lib/platform/lines";
import type { Found } from "./evidence-book.ts";

/**
 * Of a long passage the paragraphs around the one that comes nearest to the question, as many as fit into `most` letters: what
 * stands far from it is sent for nothing. Lists, tables and blocks of code stay whole, and so do a line that announces
 * something and what it announces. A passage that may read otherwise when it is cut stays as it is.
 */
export function stretchAround(found: Found, most: number): Found {
  const { citation, passage, nearest } = found;
  const { text } = passage;
  if (text.length <= most || nearest === undefined || mayReadOtherwise(found)) return found;
  const lines = text.split("\n");
  const paragraphs = paragraphsOf(lines);
  const { line_start } = citation.locator;
  const middle = paragraphs.findIndex(({ to }) => nearest - line_start <= to);
  if (middle === -1) return found;
  let [first, last] = [middle, middle];
  const linesOf = (a: number, b: number) =>
    lines.slice(paragraphs[a]?.from, (paragraphs[b]?.to ?? lines.length) + 1);
  const fits = (a: number, b: number) =>
    a >= 0 && b < paragraphs.length && linesOf(a, b).join("\n").length <= most;
  while (fits(first - 1, last) || fits(first, last + 1)) {
    if (fits(first - 1, last)) first -= 1;
    if (fits(first, last + 1)) last += 1;
  }
  const kept = linesOf(first, last);
  if (kept.length === lines.length) return found;
  const from = line_start + (paragraphs[first]?.from ?? 0);
  const own = kept.join("\n");
  return {
    ...found,
    citation: {
      ...citation,
      locator: { ...citation.locator, line_start: from, line_end: from + kept.length - 1 },
      snippet: own.slice(0, longestSnippet),
      truncated: own.length > longestSnippet,
      sha256: hashLines(kept),
    },
    passage: { ...passage, text: own },
  };
}

const longestSnippet = 700;

/** It begins inside code or a note, holds a secret that is told by what stands around it, or text that is none of the page. */
const mayReadOtherwise = ({ citation, passage }: Found): boolean =>
  citation.inside_fence !== undefined ||
  citation.contains_secret === true ||
  /^(?:---|\+\+\+)\s*\n|<!--|<(?:script|style|pre|template|textarea)\b/i.test(passage.text);

/** Lines between blank ones, a block of code whole, with what introduces them and what is indented below them. */
function paragraphsOf(lines: readonly string[]): { from: number; to: number }[] {
  const paragraphs: { from: number; to: number }[] = [];
  let fence: string | undefined;
  let blank = true;
  for (const [i, line] of lines.entries()) {
    const inside = fence !== undefined;
    const mark = /^\s*(?:>\s*)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined)
      fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    if (!inside && line.trim() === "") {
      blank = true;
      continue;
    }
    const before = paragraphs.at(-1);
    const goes_on = !blank || /^\s/.test(line) || introduces(lines[before?.to ?? -1] ?? "");
    blank = false;
    if (before !== undefined && (inside || goes_on)) before.to = i;
    else paragraphs.push({ from: i, to: i });
  }
  return paragraphs;
}

const introduces = (line: string): boolean => /[:：]\s*(?:\*\*|__)?\s*$|^#{1,6}\s/.test(line);
