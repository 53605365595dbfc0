import type { Citation } from "#lib/contracts/citation";
import type { Passage } from "#lib/contracts/envelope";
import { countTokens } from "#lib/models/count-tokens";
import { hashLines } from "#lib/platform/lines";

/**
 * What a model may rest on, under the numbers by which it names it: passages of documents and results of tools, in one row.
 * A passage keeps its number however often it is found. What is not in here cannot be cited.
 */
export type EvidenceBook = {
  /** Takes them in; gives those that fit, new or known, as the model is to be shown them. */
  addPassages(found: readonly Found[]): Shown[];
  /** `text`: what the tool gave back. `echoed`: what the model itself had written, which bears nothing where it stands in it. */
  addResult(result: { title: string; text: string; echoed: readonly string[] }): Shown;
  /** The number of a piece that was shown whole and has all lines of this one. */
  holding(citation: Citation): number | undefined;
  citations(): readonly Citation[];
  passages(): readonly Passage[];
  /** As it is to be judged against. */
  result(number: number): string | undefined;
  /** Letters of evidence that did not fit, and in how many pieces; none where all did. */
  left_out(): { pieces: number; letters: number };
};

/**
 * `passage` is the whole text of the lines that the citation names. `nearest`: the one of them that comes nearest to the
 * question. `shown`: what a model is sent of it where that is not all.
 */
export type Found = { citation: Citation; passage: Passage; nearest?: number; shown?: string };
/** What a citation says of the text of its lines. */
export function citedLines(
  lines: readonly string[],
): Pick<Citation, "snippet" | "truncated" | "sha256"> {
  const text = lines.join("\n");
  return {
    snippet: text.slice(0, longestSnippet),
    truncated: text.length > longestSnippet,
    sha256: hashLines(lines),
  };
}
const longestSnippet = 700;
export type Shown = { number: number; source: string; text: string };

export function createEvidenceBook(limits: { max_tokens: number }): EvidenceBook {
  const byPlace = new Map<string, number>();
  const citations: Citation[] = [];
  const passages: Passage[] = [];
  const results = new Map<number, string>();
  /** What was shown of those that were not shown whole. */
  const cut = new Map<number, string>();
  const omitted = { pieces: 0, letters: 0 };
  let count = 0;
  let tokens = 0;

  function taken(text: string, most = Number.POSITIVE_INFINITY): string {
    const room = Math.max(0, Math.min(limits.max_tokens - tokens, most));
    const shown = wholeLines(text, room);
    tokens += countTokens(shown);
    if (shown.length < text.length) {
      omitted.pieces += 1;
      omitted.letters += text.length - shown.length;
    }
    return shown;
  }

  return {
    addPassages(found) {
      const shown: Shown[] = [];
      for (const { citation, passage, shown: fewer = passage.text } of found) {
        const place = placeOf(citation);
        const known = byPlace.get(place);
        if (known !== undefined) {
          // Of one that was cut, other rows may be the ones that answer now.
          const anew = withoutPadding(fewer);
          const before = cut.get(known);
          const other =
            before !== undefined && !before.startsWith(anew) && !anew.startsWith(before);
          const text = other ? taken(anew) : sameAsBefore;
          if (other && text !== "") cut.set(known, text);
          if (text !== "") shown.push({ number: known, source: sourceOf(citation), text });
          continue;
        }
        const text = taken(withoutPadding(fewer));
        if (text === "") continue;
        count += 1;
        if (text !== withoutPadding(passage.text)) cut.set(count, text);
        byPlace.set(place, count);
        citations.push({ ...citation, id: count });
        passages.push({ ...passage, citation_id: count });
        shown.push({ number: count, source: sourceOf(citation), text });
      }
      return shown;
    },
    addResult({ title, text, echoed }) {
      const shown = taken(text, mostOfResult);
      count += 1;
      results.set(count, without(echoed, shown));
      return { number: count, source: title, text: shown };
    },
    holding: (citation) => citations.find((one) => !cut.has(one.id) && isWithin(citation, one))?.id,
    citations: () => citations,
    passages: () => passages,
    result: (number) => results.get(number),
    left_out: () => ({ ...omitted }),
  };
}

/** Without passages whose lines all stand in another one of the same file. */
export function withoutOverlaps(found: readonly Found[]): Found[] {
  return found.filter(
    (one, i) =>
      !found.some((other, j) => {
        if (i === j || !isWithin(one.citation, other.citation)) return false;
        return !isWithin(other.citation, one.citation) || j < i;
      }),
  );
}

const isWithin = (one: Citation, other: Citation): boolean =>
  one.root_id === other.root_id &&
  one.relative_path === other.relative_path &&
  one.locator.line_start >= other.locator.line_start &&
  one.locator.line_end <= other.locator.line_end;

/** Cells of a table as they are, without the spaces that align them. */
const withoutPadding = (text: string): string =>
  text.replace(/^[ \t]*\|.*\|[ \t]*$/gm, (row) =>
    row.replace(/ {2,}/g, " ").replace(/-{4,}/g, "---"),
  );

/** One result may not take the room of all. */
const mostOfResult = 4_000;
const sameAsBefore = "(the same text as above)";

function without(echoed: readonly string[], text: string): string {
  const longest = [...echoed].sort((a, b) => b.length - a.length);
  return longest.reduce((rest, words) => rest.replaceAll(words, "…"), text);
}

/** As many of its lines as there is room for, in tokens. */
function wholeLines(text: string, room: number): string {
  if (countTokens(text) <= room) return text;
  let shown = "";
  let left = room;
  for (const line of text.split("\n")) {
    left -= countTokens(`${line}\n`);
    if (left < 0) break;
    shown += shown === "" ? line : `\n${line}`;
  }
  return shown;
}

const longestHeading = 160;

function sourceOf({ display_path, locator, breadcrumb }: Citation): string {
  const heading = (breadcrumb.at(-1) ?? "").slice(0, longestHeading);
  const place = `${display_path}, lines ${locator.line_start}-${locator.line_end}`;
  return heading === "" ? place : `${place}, under ${heading}`;
}

export function placeOf(c: Citation): string {
  return JSON.stringify([c.root_id, c.relative_path, c.locator.line_start, c.locator.line_end]);
}
