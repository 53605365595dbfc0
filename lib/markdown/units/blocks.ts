/**
 * Markdown lines as a flat list of blocks in reading order, each with the lines it stands on and where its content
 * starts in them. It knows just enough of Markdown and of the usual dialects (MDX, directives, admonitions, short codes)
 * to tell what is text, code or table, and to leave out what is machinery. It never fails: what it does not know is prose.
 */
import { type HtmlRow, htmlTableEnd, readHtmlRows } from "#lib/platform/html-tables";
import { containerIndent, definitionStart } from "../containers.ts";
import { bareFence, languageOf, MOST_BLANKS } from "../fences.ts";
import {
  admonitionLine,
  blank,
  commentEnd,
  content,
  fencedRows,
  frontMatterRows,
  hanStepLine,
  headingOf,
  htmlHeadingOf,
  htmlRows,
  indentedRows,
  indentOf,
  interrupts,
  isBareRow,
  isImport,
  isTableStart,
  itemLine,
  itemRows,
  type Row,
  restOfFence,
  ruleLine,
  setext,
  skippedLine,
  statementEnd,
  titleOf,
} from "./rows.ts";

export type Block = {
  rows: Row[];
  depth: number;
  list?: number;
} & (
  | { kind: "heading"; level: number }
  | { kind: "code"; info: string }
  /** Header and delimiter are the first two rows, unless the passage starts below them. */
  | { kind: "table"; headed: boolean }
  /** Rows of a table of HTML, some of which may be titles, or terms and what is said of them; their places count `rows`. */
  | { kind: "html_table"; html: HtmlRow[]; titles: HtmlRow | undefined }
  /** `title`: of a note, which announces it. */
  | { kind: "prose"; quoted: boolean; title?: true; mark?: "list_item" | "step"; number?: string }
);

/** The next number of a list. */
type Counter = { next: number };
type Context = { depth: number; quoted: boolean; list?: number; within: number };

/** Quotes and lists deeper than this are read as prose: nobody writes them, and each level costs a call. */
const deepest = 60;

const calloutLabel = /^\s*\[![\w-]+\][-+]?\s*/;
const endsSentence = /[.!?:。！？：…]["”’」)）*`]*\s*$/;
/** Longer ones are text that goes on below. */
const longestTitle = 50;

/** "> [!tip] A title" with its text on the lines below; without any, or where it goes on there, it is the text itself. */
function titlesCallout(first: Row, next: Row | undefined): boolean {
  const title = content(first).replace(calloutLabel, "");
  const below = next === undefined ? "" : (/^ {0,3}>\s*(\S?)/.exec(content(next))?.[1] ?? "");
  return (
    below !== "" &&
    !/\p{Ll}/u.test(below) &&
    title.length <= longestTitle &&
    !endsSentence.test(title)
  );
}

/**
 * `insideFence`: the rows begin inside a code block that this fence opened above them, or, of spaces alone, inside a note, a
 * tab or a definition whose text is indented so far.
 */
export function readBlocks(rows: readonly Row[], insideFence?: string): Block[] {
  const counter = { next: 0 };
  const outside = { depth: 0, quoted: false, within: 0 };
  if (insideFence === undefined) {
    return read(rows.slice(frontMatterRows(rows)), outside, counter);
  }
  if (insideFence.trim() === "") {
    const body = indentedRows(rows, 0, insideFence.length);
    return [...read(body.rows, outside, counter), ...read(rows.slice(body.next), outside, counter)];
  }
  const code = restOfFence(rows, insideFence);
  const rest = read(rows.slice(code.next), outside, counter);
  return code.rows.length === 0
    ? rest
    : [{ depth: 0, kind: "code", info: "", rows: code.rows }, ...rest];
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
  let list: { number: number; until: number; mark: string } | undefined;
  let lines: string[] | undefined;
  let i = 0;
  while (i < rows.length) {
    const row = rows[i] as Row;
    const text = content(row);
    if (text.trim() === "") {
      // Items may stand apart and are one list.
      if (list?.until === i) list.until += 1;
      i++;
      continue;
    }
    const comment = commentEnd(rows, i);
    if (comment !== undefined) {
      i = comment;
      continue;
    }
    const fence = bareFence(text, MOST_BLANKS);
    if (fence !== undefined) {
      const body = fencedRows(rows, i, fence.mark);
      found.push({ ...place, kind: "code", info: languageOf(fence), rows: body.rows });
      i = body.next;
      continue;
    }
    const heading = headingOf(text);
    if (heading) {
      const { level, title } = heading;
      const at = title === "" ? 0 : text.indexOf(title, level);
      const from = row.from + at;
      found.push({
        ...place,
        kind: "heading",
        level,
        rows: [{ ...row, from, to: from + title.length }],
      });
      i++;
      continue;
    }
    const named = htmlHeadingOf(text);
    if (named !== undefined) {
      const from = row.from + named.at;
      const rows = [{ ...row, from, to: from + named.title.length }];
      found.push({ ...place, kind: "heading", level: named.level, rows });
      i++;
      continue;
    }
    const title = titleOf(row);
    if (title !== undefined)
      found.push({ ...place, kind: "prose", quoted: context.quoted, title: true, rows: [title] });
    if (ruleLine.test(text) || skippedLine.test(text)) {
      i++;
      continue;
    }
    if (row.from === 0 && isImport(text)) {
      i = statementEnd(rows, i);
      continue;
    }
    if (admonitionLine.test(text)) {
      const body = indentedRows(rows, i + 1, indentOf(row) + containerIndent);
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
        const label = calloutLabel.exec(content(inner));
        if (!label) body.push(inner);
        else if (titlesCallout(inner, rows[i + 1]))
          body.push({ ...inner, from: inner.text.length });
        else body.push({ ...inner, from: inner.from + label[0].length });
      }
      found.push(...read(body, { ...context, quoted: true }, counter));
      continue;
    }
    const item = itemLine.exec(text);
    if (item) {
      const mark = (item[2] as string).slice(-1);
      if (list?.until !== i || list.mark !== mark)
        list = { number: counter.next++, until: i, mark };
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
    if (text.includes("<")) {
      lines ??= rows.map(content);
      const end = htmlTableEnd(lines, i, { within: true });
      if (end !== undefined) {
        found.push(...htmlTables(rows.slice(i, end), place));
        i = end;
        continue;
      }
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
    const definition = definitionStart(text.trimStart());
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
      if (list?.until !== start || list.mark !== "、")
        list = { number: counter.next++, until: i, mark: "、" };
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
    const defines = body.some((one) => definitionStart(content(one).trimStart()) !== undefined);
    if (definition !== undefined) body[0] = { ...row, from: row.from + indentOf(row) + definition };
    found.push({ ...place, kind: "prose", quoted: context.quoted, rows: body });
    if (!defines) continue;
    const more = indentedRows(rows, i, indentOf(row) + containerIndent);
    found.push(...read(more.rows, context, counter));
    i = more.next;
  }
  return found;
}

/** A stretch of rows of one table is a block, so that the table in a cell stands where it is read. */
function htmlTables(rows: Row[], place: { depth: number; list?: number }): Block[] {
  const found: Block[] = [];
  const titles = new Map<number, HtmlRow>();
  let last: { table: number; html: HtmlRow[] } | undefined;
  const begun = new Set<number>();
  for (const row of readHtmlRows(rows.map(content))) {
    const { table } = row;
    // One cell over all columns is the name of a group of rows.
    if (row.titles && (!begun.has(table) || row.cells.filter((cell) => cell !== "").length > 1)) {
      titles.set(table, row);
      begun.add(table);
      last = undefined;
      continue;
    }
    begun.add(table);
    if (last?.table === table) last.html.push(row);
    else {
      last = { table, html: [row] };
      found.push({
        ...place,
        kind: "html_table",
        html: last.html,
        titles: titles.get(table),
        rows,
      });
    }
  }
  return found;
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
