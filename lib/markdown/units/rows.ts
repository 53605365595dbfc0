import { bareFence, closesFence, MOST_BLANKS } from "../fences.ts";

/**
 * A line of a passage and where its content stands in it, and how far the things that run over lines reach: fences,
 * items, comments, elements, statements. Each takes the lines and where it begins, and says where it ends.
 */
export type Row = {
  line: number;
  /** The whole line as it stands in the file. */
  text: string;
  /** Content starts here: after the marks of the quotes and lists around it. */
  from: number;
  /** Content ends here, when something after it is not part of it. */
  to?: number;
};

export const content = (row: Row): string => row.text.slice(row.from, row.to);
export const indentOf = (row: Row): number => /^[ \t]*/.exec(content(row))?.[0].length ?? 0;
export const blank = (row: Row): boolean => content(row).trim() === "";

export const ruleLine = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
export const itemLine = /^([ \t]{0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/;
export const hanStepLine = /^\s{0,3}(?:(\d{1,2})、|[（(](\d{1,2})[）)])\s*(?=\S)/;
/** Of a note its kind and title alone; a sentence behind the marks is one of the page. */
export const admonitionLine =
  /^\s*(?:(?:!!!|\?\?\?\+?)\s*[\p{L}\p{N}_-]*(?:\s+[\p{L}\p{N}_-]+)*\s*(?:".*"\s*)?$|(?:===\+?|={3}!?)\s*(?:["\w]|$))/u;
export const skippedLine =
  /^\s*(?::{3,}.*|\/{3,}(?:\s.*)?|\{\*.*\*\}|\{\{[<%].*[>%]\}\}|\{%.*%\}|\{\/\*.*\*\/\}|\[\[?toc\]?\]|\[[^\]]+\]:\s*\S.*|\{[\w.]+\}|\$\$|@include.*|@include:.*)\s*$/i;
const titled =
  /^\s*(?::{3,}\s*[a-z-]+(?:\[([^\]]+)\]|\s+(\S.*))|(?:!!!|\?\?\?\+?)\s*[\w -]*"([^"]+)")\s*$/;
const tag = /<\/?[a-z][^<>]{0,200}>/gi;
const says = /\p{L}+[^\p{L}]+\p{L}+|\p{Script=Han}{4}/u;

/** The words of a note's title ("::: tip Behind a proxy", `!!! warning "On Windows"`), which says when it holds. */
export function titleOf(row: Row): Row | undefined {
  const text = content(row);
  const hit = titled.exec(text);
  const title = hit?.slice(1).find((one) => one !== undefined);
  if (title === undefined || !says.test(title)) return undefined;
  if (/[=<>{}]/.test(title.replaceAll(tag, ""))) return undefined;
  const from = row.from + text.lastIndexOf(title);
  return { ...row, from, to: from + title.length };
}

const importLine =
  /^(?:import\s+(?:[\w*{][^;]*\s+from\s+)?["'].*|export\s+(?:default|const|let|function|async|\{).*|import\s+\{\s*)$/;

/** A heading of this line alone: its level, and its words without the marks around them. */
export function headingOf(text: string): { level: number; title: string } | undefined {
  const marks = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(text);
  if (!marks) return undefined;
  const words = text.slice(marks[0].length).trim();
  let end = words.length;
  while (words[end - 1] === "#") end--;
  const closed = end < words.length && (end === 0 || /\s/.test(words[end - 1] as string));
  return {
    level: (marks[1] as string).length,
    title: withoutAnchor(closed ? words.slice(0, end).trimEnd() : words),
  };
}

/** A heading of HTML on a line of its own, `<h3 id="x">Title</h3>`: its level, and its words with their place in the line. */
export function htmlHeadingOf(
  text: string,
): { level: number; title: string; at: number } | undefined {
  const [, open = "", level, title = ""] =
    /^(\s{0,3}<h([1-6])(?:\s[^<>]*)?>\s*)([^<>]+?)\s*<\/h\2>\s*$/i.exec(text) ?? [];
  return title === "" ? undefined : { level: Number(level), title, at: open.length };
}

/** "Title {#anchor}" without the anchor. */
function withoutAnchor(title: string): string {
  const at = title.endsWith("}") ? title.lastIndexOf("{#") : -1;
  const alone = at !== -1 && title.indexOf("}", at) === title.length - 1;
  return alone ? title.slice(0, at).trimEnd() : title;
}

/** What an import or export begins with stands at the front of its line. */
export const isImport = (text: string): boolean => importLine.test(text.slice(0, 400));

/** "| --- | :-: |": dashes in the first cell, dashes or nothing in the others. */
function isDelimiter(text: string): boolean {
  const [first, ...rest] = text
    .trim()
    .replace(/^\|/, "")
    .split("|")
    .map((cell) => cell.trim());
  const dashes = /^:?-+:?$/;
  return dashes.test(first ?? "") && rest.every((cell) => cell === "" || dashes.test(cell));
}

export function isTableStart(rows: readonly Row[], i: number): boolean {
  const header = rows[i];
  const delimiter = rows[i + 1];
  if (!header || !delimiter) return false;
  return (
    content(header).includes("|") &&
    content(delimiter).includes("-") &&
    content(delimiter).includes("|") &&
    isDelimiter(content(delimiter))
  );
}

/** Rows of a table whose header stands above the passage. */
export function isBareRow(row: Row | undefined): boolean {
  const text = row === undefined ? "" : content(row).trim();
  return /^\|.*\|$/.test(text) && (text.match(/\|/g)?.length ?? 0) >= 3;
}

/** Does a line end the paragraph above it? */
export function interrupts(rows: readonly Row[], i: number): boolean {
  const row = rows[i] as Row;
  const text = content(row);
  return (
    text.trim() === "" ||
    bareFence(text, MOST_BLANKS) !== undefined ||
    headingOf(text) !== undefined ||
    ruleLine.test(text) ||
    /^ {0,3}>/.test(text) ||
    itemLine.test(text) ||
    hanStepLine.test(text) ||
    skippedLine.test(text) ||
    admonitionLine.test(text) ||
    text.trimStart().startsWith("<!--") ||
    /^\s*<\/?[A-Za-z][\w.-]*(?:\s[^<]*)?\/?>\s*$/.test(text) ||
    isTableStart(rows, i) ||
    isBareRow(row)
  );
}

/** The level of the setext heading that line `i` underlines. The line above is prose, or this is not asked. */
export function setext(rows: readonly Row[], i: number): number | undefined {
  const text = content(rows[i] as Row);
  if (/^ {0,3}=+\s*$/.test(text)) return 1;
  return /^ {0,3}-{2,}\s*$/.test(text) ? 2 : undefined;
}

export function frontMatterRows(rows: readonly Row[]): number {
  const first = rows[0];
  if (first?.line !== 1) return 0;
  const fence = first.text.trimEnd();
  if (fence !== "---" && fence !== "+++") return 0;
  const end = rows.findIndex((r, i) => i > 0 && r.text.trimEnd() === fence);
  return end === -1 ? 0 : end + 1;
}

export function commentEnd(rows: readonly Row[], i: number): number | undefined {
  const first = content(rows[i] as Row).trimStart();
  const close = first.startsWith("<!--") ? "-->" : first.startsWith("{/*") ? "*/}" : undefined;
  if (close === undefined) return undefined;
  for (let k = i; k < rows.length; k++) {
    if (content(rows[k] as Row).includes(close)) return k + 1;
  }
  return rows.length;
}

export function statementEnd(rows: readonly Row[], i: number): number {
  let k = i;
  while (k < rows.length && !blank(rows[k] as Row)) {
    k++;
    const line = content(rows[k - 1] as Row).trimEnd();
    if (/["';}\])]\s*;?$/.test(line) && !/^\s/.test(rows[k]?.text ?? "")) break;
  }
  return k;
}

/** A fence is closed by one at least as long with nothing after it. */
/** The rows of a code block that was opened above the first of them. */
export function restOfFence(rows: readonly Row[], fence: string) {
  const quoted = rows[0] !== undefined && content(rows[0]).trimStart().startsWith(">");
  const bare = (row: Row) => (quoted ? content(row).replace(/^[\s>]+/, "") : content(row));
  const end = rows.findIndex((row) => closesFence(bareFence(bare(row)), fence));
  return end === -1
    ? { rows: [...rows], next: rows.length }
    : { rows: rows.slice(0, end), next: end + 1 };
}

export function fencedRows(rows: readonly Row[], i: number, fence: string) {
  const indent = indentOf(rows[i] as Row);
  const body: Row[] = [];
  for (let k = i + 1; k < rows.length; k++) {
    const row = rows[k] as Row;
    if (closesFence(bareFence(content(row)), fence)) return { rows: body, next: k + 1 };
    body.push({ ...row, from: row.from + Math.min(indent, indentOf(row)) });
  }
  return { rows: body, next: rows.length };
}

/** Lines that stand at least `indent` in, blank ones between them included, without that indent. */
export function indentedRows(rows: readonly Row[], i: number, indent: number) {
  const body: Row[] = [];
  let k = i;
  let end = i;
  for (; k < rows.length; k++) {
    const row = rows[k] as Row;
    if (blank(row)) {
      body.push(row);
      continue;
    }
    if (indentOf(row) < indent) break;
    body.push({ ...row, from: row.from + indent });
    end = k + 1;
  }
  return { rows: body.slice(0, end - i), next: end };
}

/** The lines of the item that starts at `i`, without its mark and indent. */
export function itemRows(rows: readonly Row[], i: number, width: number) {
  const first = rows[i] as Row;
  const body: Row[] = [{ ...first, from: first.from + width }];
  const inner = Math.max(2, Math.min(width, 4));
  let k = i + 1;
  let end = k;
  let afterBlank = false;
  let fence: string | undefined;
  for (; k < rows.length; k++) {
    const row = rows[k] as Row;
    if (blank(row)) {
      afterBlank = fence === undefined;
      body.push(row);
      continue;
    }
    const indent = indentOf(row);
    // Below "4." many indent by two: no list of the item to CommonMark, and one to whoever wrote it.
    const belongs = indent >= inner || (indent >= 2 && itemLine.test(content(row)));
    const lazy = !afterBlank && !belongs && !interrupts(rows, k);
    if (!belongs && !lazy && fence === undefined) break;
    body.push({ ...row, from: row.from + Math.min(indent, width) });
    const text = content(row);
    if (fence === undefined) fence = bareFence(text)?.mark;
    else if (closesFence(bareFence(text), fence)) fence = undefined;
    afterBlank = false;
    end = k + 1;
  }
  return { rows: body.slice(0, end - i), next: end };
}

/** A line or an element of HTML or JSX: its words if it holds one run of them, and where it ends. */
export function htmlRows(
  rows: readonly Row[],
  i: number,
): { inner?: Row; next: number } | undefined {
  const row = rows[i] as Row;
  const text = content(row);
  if (/^\s*<(script|style|pre|svg|math)\b/i.test(text)) {
    const name = /<(\w+)/.exec(text)?.[1] ?? "";
    const close = rows.findIndex((r, k) => k >= i && content(r).includes(`</${name}`));
    return { next: close === -1 ? rows.length : close + 1 };
  }
  if (!text.includes(">")) {
    // An element whose attributes run over lines ends with the line that closes it.
    for (let k = i + 1; k < rows.length && k - i <= 60; k++) {
      if (/>\s*$/.test(content(rows[k] as Row))) return { next: k + 1 };
    }
    return { next: i + 1 };
  }
  const only = wordsBetweenTags(text);
  if (!only) return undefined;
  const words = text.slice(only.start, only.end);
  if (!/[\p{L}\p{N}]/u.test(words)) return { next: i + 1 };
  if (!only.closed && rows[i + 1] !== undefined && !blank(rows[i + 1] as Row)) return undefined;
  const from = row.from + only.start;
  return { inner: { ...row, from, to: from + words.length }, next: i + 1 };
}

/** The one run of words of a line that begins with tags and holds none between its words. */
function wordsBetweenTags(
  text: string,
): { start: number; end: number; closed: boolean } | undefined {
  const start = pastTags(text, 0);
  const stop = text.slice(start).search(/[<>]|$/) + start;
  if (start === 0 || pastTags(text, stop) < text.length) return undefined;
  const words = text.slice(start, stop).trimEnd();
  return { start, end: start + words.length, closed: start + words.length < text.length };
}

/** Where the tags and blanks that stand at `from` end. */
function pastTags(text: string, from: number): number {
  const tag = /\s*<[^<>]*>\s*/y;
  let end = from;
  tag.lastIndex = end;
  while (tag.test(text)) {
    end = tag.lastIndex;
  }
  return end;
}
