import type { useTranslations } from "next-intl";
import type { Span } from "#lib/contracts/answer";
import { allWords, type LaidOut, ownFirst } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { Preview } from "#lib/contracts/http";
import type { Turn } from "../ask/turn.ts";
import type { Shown } from "./use-preview.ts";

export type LineRange = { line_start: number; line_end: number };
export type Highlights = {
  /** The cited lines as they stand now; undefined when they stand nowhere. */
  cited: LineRange | undefined;
  /** Other citations of the same answer in this very version of the file. */
  others: readonly { citation: Citation; range: LineRange }[];
  /** The words of the claims inside the cited lines, by line. */
  words: ReadonlyMap<number, readonly { start: number; end: number }[]>;
  /** The lines to bring before the reader's eyes: those with the claims' words, else the cited ones. */
  seen: LineRange | undefined;
};

/** What to mark in a file: only what is known to stand there, never a guess. */
export function highlightsOf({ citation, first }: Shown, turn: Turn | undefined): Highlights {
  const cited = first.cited;
  const others = (turn?.citations ?? [])
    .filter((other) => other !== citation && sameVersion(other, first))
    .map((other) => ({ citation: other, range: other.locator }));
  const words = new Map<number, { start: number; end: number }[]>();
  const isCited = turn?.citations.includes(citation) === true;
  if (cited !== undefined && isCited && first.state !== "changed") {
    const shift = cited.line_start - citation.locator.line_start;
    for (const span of spansOf(allWords(turn), citation.id)) {
      const line = span.line + shift;
      words.set(line, [...(words.get(line) ?? []), { start: span.start, end: span.end }]);
    }
  }
  const lines = [...words.keys()];
  const seen =
    lines.length === 0 ? cited : { line_start: Math.min(...lines), line_end: Math.max(...lines) };
  return { cited, others, words, seen };
}

/** Where the answer stands; of a source that only lines come from, what is shown of that. */
function spansOf(words: readonly LaidOut[], citation: number): Span[] {
  const isCited = (span: Span) => span.citation === citation;
  return ownFirst(words.filter(({ spans }) => spans.some(isCited)))
    .flatMap(({ spans }) => spans)
    .filter(isCited);
}

function sameVersion(citation: Citation, preview: Preview): boolean {
  return (
    citation.root_id === preview.root_id &&
    citation.relative_path === preview.relative_path &&
    citation.file.sha256 === preview.file?.sha256
  );
}

export const holds = (range: LineRange | undefined, line: number): boolean =>
  range !== undefined && line >= range.line_start && line <= range.line_end;

/** What the cited lines are called. */
export const citedName = (
  t: ReturnType<typeof useTranslations<"source">>,
  { line_start: from, line_end: to }: LineRange,
): string =>
  from === to
    ? t("citedLine", { line: String(from) })
    : t("citedLines", { from: String(from), to: String(to) });
