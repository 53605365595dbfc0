/**
 * Markdown lines as a flat list of blocks in reading order, each with the lines it stands on and where its content
 * starts in them. It knows just enough of Markdown and of the usual dialects (MDX, directives, admonitions, short codes)
 * to tell what is text, code or table, and to leave out what is machinery. It never fails: what it does not know is prose.
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

export type Block = {
  rows: Row[];
  depth: number;
  list?: number;
} & (
  | { kind: "heading"; level: number }
  | { kind: "code"; info: string }
  /** Header and delimiter are the first two rows, unless the passage starts below them. */
  | { kind: "table"; headed: boolean }
  | { kind: "prose"; quoted: boolean; mark?: "list_item" | "step"; number?: string }
);

type Context = { depth: number; quoted: boolean; list?: number; within: number };

/** Quotes and lists deeper than this are read as prose: nobody writes them, and each level costs a call. */
const deepest = 60;
type Counter = { next: number };

export function readBlocks(rows: readonly Row[]): Block[] {
  const counter = { next: 0 };
  return read(rows.slice(frontMatterRows(rows)), { depth: 0, quoted: false, within: 0 }, counter);
}

function frontMatterRows(rows: readonly Row[]): number {
  const first = rows[0];
  if (first?.line !== 1) return 0;
  const fence = first.text.trimEnd();
  if (fence !== "---" && fence !== "+++") return 0;
  const end = rows.findIndex((r, i) => i > 0 && r.text.trimEnd() === fence);
  return end === -1 ? 0 : end + 1;
}

const content = (row: Row): string => row.text.slice(row.from, row.to);
const indentOf = (row: Row): number => /^[ \t]*/.exec(content(row))?.[0].length ?? 0;
const blank = (row: Row): boolean => content(row).trim() === "";

const fenceLine = /^\s{0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const headingLine = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const ruleLine = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const itemLine = /^([ \t]{0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/;
const hanStepLine = /^\s{0,3}(?:(\d{1,2})、|[（(](\d{1,2})[）)])\s*(?=\S)/;
const delimiterLine = /^\s*\|?\s*:?-+:?\s*(?:\|\s*(?::?-+:?)?\s*)*$/;
const admonitionLine = /^\s*(?:!!!|\?\?\?\+?|===\+?|={3}!?)\s*(?:["\w]|$)/;
const skippedLine =
  /^\s*(?::{3,}.*|\{\{[<%].*[>%]\}\}|\{%.*%\}|\{\/\*.*\*\/\}|\[\[?toc\]?\]|\[[^\]]+\]:\s*\S.*|\{[\w.]+\}|\$\$|@include.*|@include:.*)\s*$/i;
const importLine =
  /^(?:import\s+(?:[\w*{][^;]*\s+from\s+)?["'].*|export\s+(?:default|const|let|function|async|\{).*|import\s+\{\s*)$/;

function isTableStart(rows: readonly Row[], i: number): boolean {
  const header = rows[i];
  const delimiter = rows[i + 1];
  if (!header || !delimiter) return false;
  return (
    content(header).includes("|") &&
    content(delimiter).includes("-") &&
    content(delimiter).includes("|") &&
    delimiterLine.test(content(delimiter))
  );
}

/** Rows of a table whose header stands above the passage. */
function isBareRow(row: Row | undefined): boolean {
  const text = row === undefined ? "" : content(row).trim();
  return /^\|.*\|$/.test(text) && (text.match(/\|/g)?.length ?? 0) >= 3;
}

/** Does a line end the paragraph above it? */
function interrupts(rows: readonly Row[], i: number): boolean {
  const row = rows[i] as Row;
  const text = content(row);
  return (
    text.trim() === "" ||
    fenceLine.test(text) ||
    headingLine.test(text) ||
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

function read(rows: readonly Row[], outer: Context, counter: Counter): Block[] {
  const found: Block[] = [];
  const context = { ...outer, within: outer.within + 1 };
  const place = {
    depth: context.depth,
    ...(context.list === undefined ? {} : { list: context.list }),
  };
  if (context.within > deepest) {
    return [{ ...place, kind: "prose", quoted: context.quoted, rows: [...rows] }];
  }
  let list: { number: number; until: number } | undefined;
  let i = 0;
  while (i < rows.length) {
    const row = rows[i] as Row;
    const text = content(row);
    if (text.trim() === "") {
      i++;
      continue;
    }
    const comment = commentEnd(rows, i);
    if (comment !== undefined) {
      i = comment;
      continue;
    }
    const fence = fenceLine.exec(text);
    if (fence) {
      const body = fencedRows(rows, i, fence[1] as string);
      const info = (fence[2] as string).trim().split(/[\s{]/)[0] as string;
      found.push({ ...place, kind: "code", info, rows: body.rows });
      i = body.next;
      continue;
    }
    const heading = headingLine.exec(text);
    if (heading) {
      const title = (heading[2] ?? "").replace(/\s*\{#[^}]*\}\s*$/, "");
      const at = title === "" ? 0 : text.indexOf(title, (heading[1] as string).length);
      const from = row.from + at;
      found.push({
        ...place,
        kind: "heading",
        level: (heading[1] as string).length,
        rows: [{ ...row, from, to: from + title.length }],
      });
      i++;
      continue;
    }
    if (ruleLine.test(text) || skippedLine.test(text)) {
      i++;
      continue;
    }
    if (row.from === 0 && importLine.test(text)) {
      i = statementEnd(rows, i);
      continue;
    }
    if (admonitionLine.test(text)) {
      const body = indentedRows(rows, i + 1, indentOf(row) + 4);
      found.push(...read(body.rows, context, counter));
      i = Math.max(body.next, i + 1);
      continue;
    }
    if (/^ {0,3}>/.test(text)) {
      const body: Row[] = [];
      for (; i < rows.length; i++) {
        const next = rows[i] as Row;
        const mark = /^ {0,3}> ?/.exec(content(next));
        if (!mark) {
          // A paragraph in a quotation may go on without the mark.
          const open = body.at(-1);
          if (open === undefined || blank(open) || interrupts(rows, i)) break;
          body.push(next);
          continue;
        }
        const inner = { ...next, from: next.from + mark[0].length };
        if (!/^\s*\[![\w-]+\]/.test(content(inner))) body.push(inner);
        else body.push({ ...inner, from: inner.text.length });
      }
      found.push(...read(body, { ...context, quoted: true }, counter));
      continue;
    }
    const item = itemLine.exec(text);
    if (item) {
      if (list === undefined || list.until !== i) list = { number: counter.next++, until: i };
      const body = itemRows(rows, i, item[0].length);
      const ordered = /\d/.test(item[2] as string);
      found.push(...readItem(body.rows, ordered, item[2] as string, list.number, context, counter));
      i = body.next;
      list.until = i;
      continue;
    }
    if (indentOf(row) >= 4 && !/^\s*[<|]/.test(text)) {
      const body = indentedRows(rows, i, 4);
      found.push({ ...place, kind: "code", info: "", rows: body.rows });
      i = body.next;
      continue;
    }
    const headed = isTableStart(rows, i);
    if (headed || isBareRow(row)) {
      const start = i;
      while (i < rows.length && !blank(rows[i] as Row) && content(rows[i] as Row).includes("|"))
        i++;
      const lines = rows.slice(start, i).map((r) => ({ ...r, from: r.from + indentOf(r) }));
      found.push({ ...place, kind: "table", headed, rows: lines });
      continue;
    }
    if (/^\s*<\/?[A-Za-z]/.test(text) && !/^\s*<(?:https?|mailto):/i.test(text)) {
      const html = htmlRows(rows, i);
      if (html) {
        if (html.inner)
          found.push({ ...place, kind: "prose", quoted: context.quoted, rows: [html.inner] });
        i = html.next;
        continue;
      }
    }
    const definition = /^:\s+(?=\S)/.exec(text);
    const step = hanStepLine.exec(text);
    const start = i;
    i++;
    while (i < rows.length && !interrupts(rows, i) && !setext(rows, i)) i++;
    const body = rows.slice(start, i);
    const underline = i < rows.length ? setext(rows, i) : undefined;
    if (underline !== undefined) {
      found.push({ ...place, kind: "heading", level: underline, rows: body });
      i++;
      continue;
    }
    if (step) {
      const number = (step[1] ?? step[2]) as string;
      const first = { ...row, from: row.from + step[0].length };
      if (list === undefined || list.until !== start) list = { number: counter.next++, until: i };
      list.until = i;
      found.push({
        depth: context.depth,
        list: list.number,
        kind: "prose",
        quoted: false,
        mark: "step",
        number,
        rows: [first, ...body.slice(1)],
      });
      continue;
    }
    if (definition) body[0] = { ...row, from: row.from + definition[0].length };
    found.push({ ...place, kind: "prose", quoted: context.quoted, rows: body });
  }
  return found;
}

/** The level of the setext heading that line `i` underlines. The line above is prose, or this is not asked. */
function setext(rows: readonly Row[], i: number): number | undefined {
  const text = content(rows[i] as Row);
  if (/^ {0,3}=+\s*$/.test(text)) return 1;
  return /^ {0,3}-{2,}\s*$/.test(text) ? 2 : undefined;
}

function commentEnd(rows: readonly Row[], i: number): number | undefined {
  const first = content(rows[i] as Row).trimStart();
  const close = first.startsWith("<!--") ? "-->" : first.startsWith("{/*") ? "*/}" : undefined;
  if (close === undefined) return undefined;
  for (let k = i; k < rows.length; k++) {
    if (content(rows[k] as Row).includes(close)) return k + 1;
  }
  return rows.length;
}

function statementEnd(rows: readonly Row[], i: number): number {
  let k = i;
  while (k < rows.length && !blank(rows[k] as Row)) {
    k++;
    if (/["';}\])]\s*;?\s*$/.test(content(rows[k - 1] as Row)) && !/^\s/.test(rows[k]?.text ?? ""))
      break;
  }
  return k;
}

function fencedRows(rows: readonly Row[], i: number, fence: string) {
  const indent = indentOf(rows[i] as Row);
  const closing = new RegExp(`^\\s*${fence[0] === "`" ? "`" : "~"}{${fence.length},}\\s*$`);
  const body: Row[] = [];
  for (let k = i + 1; k < rows.length; k++) {
    const row = rows[k] as Row;
    if (closing.test(content(row))) return { rows: body, next: k + 1 };
    body.push({ ...row, from: row.from + Math.min(indent, indentOf(row)) });
  }
  return { rows: body, next: rows.length };
}

/** Lines that stand at least `indent` in, blank ones between them included, without that indent. */
function indentedRows(rows: readonly Row[], i: number, indent: number) {
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
function itemRows(rows: readonly Row[], i: number, width: number) {
  const first = rows[i] as Row;
  const body: Row[] = [{ ...first, from: first.from + width }];
  const inner = Math.max(2, Math.min(width, 4));
  let k = i + 1;
  let end = k;
  let afterBlank = false;
  let fence: RegExp | undefined;
  for (; k < rows.length; k++) {
    const row = rows[k] as Row;
    if (blank(row)) {
      afterBlank = fence === undefined;
      body.push(row);
      continue;
    }
    const indent = indentOf(row);
    const belongs = indent >= inner;
    const lazy = !afterBlank && !belongs && !interrupts(rows, k);
    if (!belongs && !lazy && fence === undefined) break;
    body.push({ ...row, from: row.from + Math.min(indent, width) });
    const text = content(row);
    if (fence?.test(text)) fence = undefined;
    else if (fence === undefined) {
      const opening = /^\s*(`{3,}|~{3,})[^`]*$/.exec(text)?.[1];
      if (opening) fence = new RegExp(`^\\s*\\${opening[0]}{${opening.length},}\\s*$`);
    }
    afterBlank = false;
    end = k + 1;
  }
  return { rows: body.slice(0, end - i), next: end };
}

function readItem(
  rows: readonly Row[],
  ordered: boolean,
  mark: string,
  list: number,
  context: Context,
  counter: Counter,
): Block[] {
  const first = rows[0] as Row;
  const box = /^\[[ xX]\]\s+/.exec(content(first));
  const opened = box ? [{ ...first, from: first.from + box[0].length }, ...rows.slice(1)] : rows;
  const inner = read(opened, { ...context, depth: context.depth + 1, list }, counter);
  const head = inner[0];
  if (head?.kind === "prose" && head.mark === undefined) {
    const number = ordered ? { number: mark.replace(/\D/g, "") } : {};
    inner[0] = { ...head, mark: ordered ? "step" : "list_item", ...number };
  }
  return inner;
}

/** A line or an element of HTML or JSX: its words if it holds one run of them, and where it ends. */
function htmlRows(rows: readonly Row[], i: number): { inner?: Row; next: number } | undefined {
  const row = rows[i] as Row;
  const text = content(row);
  if (/^\s*<(script|style|pre|svg|math|table)\b/i.test(text)) {
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
  const only = /^(\s*(?:<[^<>]*>\s*)+)([^<>]*?)((?:\s*<\/?[^<>]*>)*\s*)$/.exec(text);
  if (!only) return undefined;
  const words = only[2] as string;
  if (!/[\p{L}\p{N}]/u.test(words)) return { next: i + 1 };
  if (only[3] === "" && rows[i + 1] !== undefined && !blank(rows[i + 1] as Row)) return undefined;
  const from = row.from + (only[1] as string).length;
  return { inner: { ...row, from, to: from + words.length }, next: i + 1 };
}
