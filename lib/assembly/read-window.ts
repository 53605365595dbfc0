import type { Lang } from "#lib/contracts/answer";
import type { DocsOutlineOutput, DocsReadOutput } from "#lib/contracts/docs-tools";
import { type Caller, type DocsCalls, refusalOf } from "./docs-calls.ts";

const WINDOW_LINES = 2000;
const WINDOW_CHARS = 1_000_000;
const LINES_BEFORE = 800;

export type Range = { line_start: number; line_end: number };
export type Place = { path: string; root?: string };
/** `first` is the number of the first of `lines`; `cut` tells that a line is too long to be here whole. */
export type Window = {
  read: DocsReadOutput;
  lines: string[];
  first: number;
  cut: boolean;
  headings: DocsOutlineOutput["headings"];
};

/**
 * The lines of a document around a range: at most 2,000, and at most about a million characters, as long as the range
 * fits. Where it can, a window that does not begin at the top begins at a heading: from there Markdown can be read
 * without knowing what came before, which is not so inside a code block.
 */
export function createWindowReader(docs: DocsCalls) {
  return async function readWindow(
    place: Place,
    range: Range | undefined,
    caller: Caller,
    lang: Lang,
  ): Promise<Window> {
    const outline = await docs.outline(place, caller);
    const headings = outline.ok ? outline.value.headings : [];
    const target = range ?? { line_start: 1, line_end: 1 };
    const earliest = Math.max(1, target.line_start - LINES_BEFORE);
    const heading = headings.find(
      ({ line_start }) => line_start >= earliest && line_start <= target.line_start,
    );
    const first = earliest === 1 ? 1 : (heading?.line_start ?? earliest);
    const window =
      (await readFrom(place, first, target, caller, lang)) ??
      (await readFrom(place, target.line_start, target, caller, lang)) ??
      (await readEnd(place, caller, lang));
    return { ...window, headings };
  };

  /** Undefined when the file ends before `first`, or so much text stands before the range that it does not fit. */
  async function readFrom(
    place: Place,
    first: number,
    target: Range,
    caller: Caller,
    lang: Lang,
  ): Promise<Omit<Window, "headings"> | undefined> {
    const last = first + WINDOW_LINES - 1;
    const lines: string[] = [];
    let chars = 0;
    let cut = false;
    let cursor: string | undefined;
    for (;;) {
      const range = cursor === undefined ? lineRange(first, last) : { cursor };
      const part = await docs.read({ ...place, ...range }, caller);
      if (!part.ok && part.failure.code === "validation" && first > 1) return undefined;
      if (!part.ok) throw refusalOf(part.failure, lang);
      const read = part.value;
      cut ||= read.truncated === true;
      chars += read.text.length;
      if (read.line_end >= read.line_start) lines.push(...read.text.split("\n"));
      cursor = read.next_cursor;
      if (cursor !== undefined && chars < WINDOW_CHARS) continue;
      const reached = first + lines.length > Math.min(target.line_end, last, read.total_lines);
      if (!reached && first < target.line_start) return undefined;
      return { read, lines, first, cut };
    }
  }

  /** For a file that has become shorter than the range asked for. */
  async function readEnd(
    place: Place,
    caller: Caller,
    lang: Lang,
  ): Promise<Omit<Window, "headings">> {
    const top = await docs.read({ ...place, line_end: 1 }, caller);
    if (!top.ok) throw refusalOf(top.failure, lang);
    const { total_lines } = top.value;
    const first = Math.max(1, total_lines - LINES_BEFORE);
    const target = { line_start: first, line_end: first };
    const window = await readFrom(place, first, target, caller, lang);
    return window ?? { read: top.value, lines: top.value.text.split("\n"), first: 1, cut: false };
  }
}

/** From the top no first line is named: an empty file has none. */
function lineRange(first: number, last: number): Partial<Range> {
  return first === 1 ? { line_end: last } : { line_start: first, line_end: last };
}
