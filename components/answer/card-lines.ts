import { type LaidOut, ownFirst } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import { type ExcerptLine, excerptLines } from "./excerpt-lines.ts";

/**
 * The few lines of a source that its card shows: those the claims stand in, with the numbers they have in the file. `apart`:
 * the source has more between a line and the one before it.
 */
export type CardLines = {
  lines: readonly CardLine[];
  /** Whether the source has more above and below. */
  above: boolean;
  below: boolean;
};
type CardLine = { line: number | undefined; said: ExcerptLine; apart?: true };

const most = 5;

/**
 * `resting`: what rests on the source; the card of a chip gives its own alone. Lines from the first of them on; where these do
 * not reach the last one, the lines of the claims alone. Pure.
 */
export function cardLines(citation: Citation, resting: readonly LaidOut[]): CardLines {
  const claims = ownFirst(resting);
  const spans = claims
    .flatMap((claim) => claim.spans)
    .filter((span) => span.citation === citation.id);
  const first = firstLine(citation, claims);
  const quoted = claims.filter(({ support }) => support === "verbatim");
  const rows = quoted.filter(({ kind }) => kind === "table").map(({ text }) => lastLine(text));
  const cut = first === undefined || rows.some((row) => !citation.snippet.includes(row));
  if (citation.truncated && cut && quoted.length > 0) return ownLines(quoted);
  const all = excerptLines(citation.snippet, citation.inside_fence).map((said) => ({
    line: first === undefined ? undefined : first + said.at,
    said,
  }));
  const wanted = Math.min(...spans.map((span) => span.line));
  const found = all.findIndex(({ line }) => line !== undefined && line >= wanted);
  const from = Math.min(Math.max(found, 0), Math.max(0, all.length - most));
  const named = new Set(spans.map((span) => span.line));
  const own = all.flatMap(({ line }, i) => (line !== undefined && named.has(line) ? [i] : []));
  if ((own.at(-1) ?? 0) >= from + most && claims.length > 1) return linesApart(all, own);
  return {
    lines: all.slice(from, from + most),
    above: from > 0 || (citation.truncated && first !== citation.locator.line_start),
    below: from + most < all.length || citation.truncated,
  };
}

/** The first of the claims' lines, wherever they stand. */
function linesApart(all: readonly CardLine[], own: readonly number[]): CardLines {
  const shown = own.slice(0, most);
  const lines = shown.flatMap((at, i) => {
    const line = all[at];
    const before = shown[i - 1];
    if (line === undefined) return [];
    return before === undefined || at === before + 1 ? [line] : [{ ...line, apart: true as const }];
  });
  return {
    lines,
    above: (shown[0] ?? 0) > 0,
    below: (shown.at(-1) ?? 0) < all.length - 1,
  };
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf("\n") + 1);

/** The snippet was cut before what the claims quote: then these are the lines. */
function ownLines(claims: readonly LaidOut[]): CardLines {
  const numbers = claims.flatMap(({ text, spans }) =>
    text.split("\n").map((_, i, all) => (spans.length >= all.length ? spans[i]?.line : undefined)),
  );
  const lines = excerptLines(claims.map(({ text }) => text).join("\n"))
    .map((said) => ({ line: numbers[said.at], said }))
    .slice(0, most);
  return { lines, above: true, below: true };
}

/**
 * The line that the snippet begins on. A snippet that was cut does not say it; a claim that stands in it does, by the
 * line its words have in the file.
 */
function firstLine(citation: Citation, claims: readonly LaidOut[]): number | undefined {
  if (!citation.truncated) return citation.locator.line_start;
  for (const claim of claims) {
    const span = claim.spans.find((one) => one.citation === citation.id);
    if (span === undefined) continue;
    const words = claim.text.slice(0, span.end - span.start).split("\n", 1)[0] ?? "";
    const at = words === "" ? -1 : citation.snippet.indexOf(words);
    if (at < 0) continue;
    return span.line - (citation.snippet.slice(0, at).split("\n").length - 1);
  }
  return undefined;
}
