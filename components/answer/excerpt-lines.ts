import type { Token } from "markdown-it";
import { markdown } from "./parse-markdown.ts";

/**
 * Lines of a document as a reader sees them: each with its place in the text, without its Markdown marks, its emphasis
 * kept as tokens. To be read and not to be relied on: the cited bytes are elsewhere.
 */
export type ExcerptLine = {
  /** Lines above it in the text that was read. */
  at: number;
} & (
  | { kind: "code"; text: string }
  | {
      kind: "text" | "heading";
      /** What stands before the words: "– " or "3. " of an item. */
      mark: string;
      /** The words; a table row has a part for each cell. */
      parts: Token[][];
    }
);

/** `fence` is the opening of a code block that the text begins in, or the indent of a note. Empty lines are left out. */
export function excerptLines(text: string, fence?: string): ExcerptLine[] {
  const before = fence === undefined || fence.trim() === "" ? headerFor(text) : `${fence}\n`;
  const shift = before.split("\n").length - 1;
  const lines: ExcerptLine[] = [];
  let mark = "";
  let heading = false;
  let cells: Token[][] | undefined;
  let rowAt = 0;
  const add = (line: ExcerptLine) => {
    const words = line.kind === "code" ? line.text : saidIn({ ...line, mark: "" });
    if (line.at >= 0 && /[^\s·]/.test(words)) lines.push(line);
  };
  for (const token of markdown.parse(before + outdented(text), {})) {
    const at = (token.map?.[0] ?? 0) - shift;
    if (token.type === "list_item_open") {
      mark = token.info === "" ? "– " : `${token.info}${token.markup} `;
    } else if (token.type === "tr_open") {
      cells = [];
      rowAt = at;
    } else if (token.type === "tr_close") {
      if (cells !== undefined) {
        const parts = cells.filter((cell) => cell.some(({ content }) => content.trim() !== ""));
        add({ at: rowAt, kind: "text", mark: "", parts });
      }
      cells = undefined;
    } else if (token.type === "heading_open" || token.type === "heading_close") {
      heading = token.type === "heading_open";
    } else if (token.type === "inline") {
      const split = atBreaks(token.children ?? []);
      if (cells !== undefined) cells.push(split.flat());
      else
        split.forEach((part, i) => {
          const kind = heading ? "heading" : "text";
          add({ at: at + i, kind, mark: i === 0 ? mark : "", parts: [part] });
        });
      mark = "";
    } else if (token.type === "fence" || token.type === "code_block") {
      const first = token.type === "fence" ? at + 1 : at;
      const code = token.content.replace(/\n$/, "").split("\n");
      code.forEach((text, i) => {
        add({ at: first + i, kind: "code", text });
      });
    }
  }
  return lines;
}

/** What a line says, without marks. */
export function saidIn(line: ExcerptLine): string {
  if (line.kind === "code") return line.text;
  const words = (tokens: readonly Token[]) =>
    tokens.map((token) => token.content.replaceAll("\n", " ")).join("");
  return line.mark + line.parts.map(words).join(" · ");
}

/** What is open at the end of a line is open again at the beginning of the next. */
function atBreaks(children: readonly Token[]): Token[][] {
  const open: Token[] = [];
  let line: Token[] = [];
  const lines = [line];
  for (const child of children) {
    if (/break$/.test(child.type)) {
      line = [...open];
      lines.push(line);
      continue;
    }
    if (child.nesting === 1) open.push(child);
    else if (child.nesting === -1) open.pop();
    line.push(child);
  }
  return lines;
}

/** Rows that were cut off from their header, the first perhaps within itself, are rows: an empty header goes before. */
function headerFor(text: string): string {
  const [first = "", second = ""] = text.split("\n", 2);
  const whole = row.test(first);
  if (whole ? underHeader.test(second) : !(/\|\s*$/.test(first) && row.test(second))) return "";
  const cells =
    Math.max(...[first, second].map((line) => line.replaceAll("\\|", "").split("|").length)) - 2;
  return `|${" |".repeat(cells)}\n|${"-|".repeat(cells)}\n`;
}

const row = /^\s*\|.*\|\s*$/;
const underHeader = /^\s*\|[\s|:-]+\|\s*$/;

/** An inner list that was cut off from its outer one is a list, not code. */
function outdented(text: string): string {
  const [, pad = ""] = /^( +)(?:[-*+]|\d+[.)])\s/.exec(text) ?? [];
  return pad === "" ? text : text.replace(new RegExp(`^ {1,${pad.length}}`, "gm"), "");
}
