import type { ClaimKind, Span } from "#lib/contracts/answer";
import type { HtmlRow } from "#lib/platform/html-tables";
import { sentenceRanges } from "./sentences.ts";
import { softBreak } from "./soft-break.ts";
import { type Block, readBlocks } from "./units/blocks.ts";
import type { Row } from "./units/rows.ts";

/**
 * The parts of a passage that can be quoted as they stand: sentences, list items, steps, table rows with their header,
 * code blocks. Markdown inline marks belong to the text; list, quote and heading marks do not. Front matter, comments,
 * tags, imports, directives and link definitions are never quoted; headings are context and never a claim.
 *
 * `text` is the file's text character for character, with a line break inside a sentence as one space (nothing between
 * two Han characters); code and tables keep their lines. Answers choose among them, and the gate checks by them.
 * `insideFence` is the fence of the code block that the text begins in, if it does.
 */
export type Unit = {
  kind: ClaimKind | "heading";
  text: string;
  /** In reading order; `line` is the file's line. A table row has two of its header first, if that is at hand. */
  spans: Omit<Span, "citation">[];
  /** Fence language of code, number of a step, level of a heading. */
  info?: string;
  /** Units with one number come from one paragraph, list item, table or code block. */
  block: number;
  /** Items of one list have one number. */
  list?: number;
  /** Nesting in lists; 0 outside. */
  depth: number;
  /** One of the rows that a block of code was taken apart into, to be chosen from; the gate knows the whole block. */
  row?: true;
  /** The unit's last words announce what follows it ("Run:"). */
  announces: boolean;
};

/** The colon that announces something stands this near to the end. */
const longestTail = 80;
/** Whether a text is more than images and tags is only asked of a shorter one. */
const longestBadges = 4000;
/** Items longer than this are cut into their sentences, the first of which carries the item's mark. */
const longestItem = 360;

export function quotableUnits(text: string, firstLine: number, insideFence?: string): Unit[] {
  const rows = text.split("\n").map((t, i): Row => ({ line: firstLine + i, text: t, from: 0 }));
  const units: Unit[] = [];
  let blocks = 0;
  for (const block of readBlocks(rows, insideFence)) {
    const number = blocks++;
    const base = {
      block: number,
      depth: block.depth,
      announces: false,
      ...(block.list === undefined ? {} : { list: block.list }),
    };
    switch (block.kind) {
      case "heading": {
        const flow = flowText(block.rows);
        if (flow.text !== "")
          units.push({
            ...base,
            kind: "heading",
            text: flow.text,
            spans: flow.spans(0, flow.text.length),
            info: String(block.level),
          });
        break;
      }
      case "code": {
        const lines = block.rows.map(visible);
        if (lines.every((l) => l.text === "")) break;
        const info = block.info === "" ? {} : { info: block.info };
        units.push({
          ...base,
          kind: "code",
          text: lines.map((l) => l.text).join("\n"),
          spans: lines.map(({ line, start, end }) => ({ line, start, end })),
          ...info,
        });
        break;
      }
      case "table": {
        const lines = block.rows.map(visible);
        const header = block.headed ? lines.slice(0, 2) : [];
        for (const row of lines.slice(header.length)) {
          const all = [...header, row];
          units.push({
            ...base,
            kind: "table",
            text: all.map((l) => l.text).join("\n"),
            spans: all.map(({ line, start, end }) => ({ line, start, end })),
          });
        }
        break;
      }
      case "html_table":
        for (const row of block.html) units.push({ ...base, ...htmlRow(block, row) });
        break;
      case "prose": {
        const flow = flowText(block.rows);
        if (!quotable(flow.text)) break;
        const kind = block.mark ?? (block.quoted ? "quote" : "sentence");
        const rest = block.quoted ? "quote" : "sentence";
        const whole = block.mark !== undefined && flow.text.length <= longestItem;
        const ranges = whole
          ? [{ start: 0, end: flow.text.length }]
          : sentenceRanges(flow.text, flow.breaks);
        ranges.forEach((range, i) => {
          const sentence = flow.text.slice(range.start, range.end);
          if (!quotable(sentence)) return;
          const number = i === 0 && block.number !== undefined ? { info: block.number } : {};
          units.push({
            ...base,
            kind: i === 0 ? kind : rest,
            text: sentence,
            spans: flow.spans(range.start, range.end),
            announces:
              block.title === true || /[:：，][^\p{L}\p{N}]*$/u.test(sentence.slice(-longestTail)),
            ...number,
          });
        });
      }
    }
  }
  return units;
}

/** A row as a table of Markdown has it: only the bars and the marks of code are not the page's. */
function htmlRow(
  { rows, titles }: Extract<Block, { kind: "html_table" }>,
  row: HtmlRow,
): Pick<Unit, "kind" | "text" | "spans"> {
  const written = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const spanOf = ({ line, start, end }: HtmlRow["places"][number]) => {
    const { line: number, from } = rows[line] as Row; // places count these rows
    return { line: number, start: from + start, end: from + end };
  };
  const [first] = rows as [Row, ...Row[]]; // a table has lines
  const none = { line: first.line, start: first.from, end: first.from };
  const over = titles?.places.map(spanOf) ?? [];
  const last = over.at(-1);
  const rule = last === undefined || over.length > 1 ? last : { ...last, start: last.end };
  return {
    kind: "table",
    text: [
      written(titles?.cells ?? row.cells.map(() => "")),
      written(row.cells.map(() => "---")),
      written(row.cells),
    ].join("\n"),
    spans: [over[0] ?? none, rule ?? none, ...row.places.map(spanOf)],
  };
}

type Line = { line: number; start: number; end: number; text: string };

function visible(row: Row): Line {
  const start = Math.min(row.from, row.text.length);
  const end = Math.max(start, row.to ?? row.text.trimEnd().length);
  return { line: row.line, start, end, text: row.text.slice(start, end) };
}

/** Is a span of code opened and not closed in a line, or closed? */
const oddMarks = (text: string): boolean => text.split("`").length % 2 === 0;

/** An odd number of them: of two each is a sign of its own. */
const endsInBackslash = /(?<!\\)(?:\\\\)*\\$/;

/** Rows of a paragraph as one line of text, with the way back to the rows. */
function flowText(rows: readonly Row[]) {
  let text = "";
  const pieces: (Line & { at: number; hard: boolean })[] = [];
  const breaks: number[] = [];
  let inCode = false;
  for (const [i, row] of rows.entries()) {
    const from = row.from + (/^\s*/.exec(row.text.slice(row.from))?.[0].length ?? 0);
    const whole = visible({ ...row, from });
    // A backslash at the end of a line breaks it, and is none where no line follows.
    inCode = oddMarks(whole.text) ? !inCode : inCode;
    const cut = !inCode && i < rows.length - 1 && endsInBackslash.test(whole.text);
    const line = cut ? { ...whole, end: whole.end - 1, text: whole.text.slice(0, -1) } : whole;
    const previous = pieces.at(-1);
    if (cut && line.text === "" && previous !== undefined) previous.hard = true;
    if (line.text === "") continue;
    if (previous !== undefined) {
      if (previous.hard) breaks.push(text.length);
      text += softBreak(previous.text, line.text);
    }
    pieces.push({ ...line, at: text.length, hard: cut || hardBreak(row) });
    text += line.text;
  }
  /** The last piece that begins at or before a place of the text. */
  const firstFrom = (at: number): number => {
    let low = 0;
    let high = pieces.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((pieces[middle]?.at ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  };
  const spans = (start: number, end: number) => {
    const found: Omit<Span, "citation">[] = [];
    for (let i = firstFrom(start); i < pieces.length; i += 1) {
      const piece = pieces[i];
      if (piece === undefined || piece.at >= end) break;
      const from = Math.max(start, piece.at);
      const to = Math.min(end, piece.at + piece.text.length);
      if (from >= to) continue;
      found.push({
        line: piece.line,
        start: piece.start + from - piece.at,
        end: piece.start + to - piece.at,
      });
    }
    return found;
  };
  return { text, breaks, spans };
}

/** Two spaces at a line's end are a break that the writer wanted. */
const hardBreak = (row: Row): boolean => row.to === undefined && row.text.endsWith("  ");

/** A paragraph of badges, images, expressions or punctuation says nothing that could be claimed. */
function quotable(text: string): boolean {
  if (text.length > longestBadges) return /[\p{L}\p{N}]/u.test(text);
  const bare = text
    .replace(/\[?!\[[^\]]{0,400}\]\([^)]{0,800}\)(?:\]\([^)]{0,800}\))?/g, "")
    .replace(/<[^<>]*>/g, "")
    .replace(/^\s*\{[\w.]+\}\s*$/, "");
  return /[\p{L}\p{N}]/u.test(bare);
}
