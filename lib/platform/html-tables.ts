import MarkdownIt, { type Token } from "markdown-it";

/**
 * Tables and definition lists that a page writes as HTML, read as the rows that they are: `<tr>` with its cells, `<dt>`
 * with its `<dd>`. Cells hold the page's words as they are written; of the tags in them only code keeps a mark. What is
 * not closed is closed where HTML would, and no text is too broken to be read.
 */
export type HtmlRow = {
  /** Rows with one number are of one table; a table within a cell is one of its own. */
  table: number;
  /** Stands in `<thead>`, or has nothing but `<th>`. */
  titles: boolean;
  /** One line each, with "\|" for a bar. A cell of two columns is followed by an empty one, one of two rows stands in both. */
  cells: string[];
  /** Where its words stand: the lines they were given as, from 0, the tags between them included. */
  places: { line: number; start: number; end: number }[];
};

/** Written small or large; `<Table>` is a component. */
const any = (names: string): string => `(${names}|${names.toUpperCase()})(?=[\\s>]|$)(?![^<>]*/>)`;
const opens = new RegExp(
  `^[ \\t]*(?:<[A-Za-z][^<>]*>[ \\t]*){0,8}?<${any("table|dl|thead|tbody|tfoot|tr|td|th|dt|dd")}`,
);
const tables = new RegExp(`<(/?)${any("table|dl")}`, "g");
const closesCell = /<\/(?:t[dhr]|d[td]|tbody|table|dl)>/i;
const ends = /^ {0,3}#{1,6}(?=\s)/;
/** So many lines below a row whose table begins above it is closed, or it is no row. */
const nearestClose = 200;

/**
 * The line behind the table that begins on line `at`; undefined where none does. `within`: a piece of a file, in which a
 * table may begin with any of its rows. One that is never closed ends above the next heading.
 */
export function htmlTableEnd(
  lines: readonly string[],
  at: number,
  { within }: { within: boolean },
): number | undefined {
  const name = opens.exec(lines[at] ?? "")?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const whole = name === "table" || name === "dl";
  if (
    !whole &&
    (!within || !lines.slice(at, at + nearestClose).some((line) => closesCell.test(line)))
  )
    return undefined;
  let depth = whole ? 0 : 1;
  for (let i = at; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (i > at && ends.test(line)) return i;
    for (const [, close] of line.matchAll(tables)) depth += close === "" ? 1 : -1;
    if (depth <= 0) return i + 1;
  }
  return lines.length;
}

/** Does a row, or a term of a list, begin on the line? */
export const beginsHtmlRow = (line: string): boolean => /<(?:tr|dt)(?=[\s>]|$)/i.test(line);

const parser = new MarkdownIt({ html: true });
parser.core.ruler.enableOnly(["block", "inline"]);
parser.inline.ruler.enableOnly(["html_inline"]);
parser.inline.ruler2.enableOnly([]);

type Cell = { name: string; columns: number; rows: number; text: Text };
type OpenRow = { at: number; head: boolean; cells: Cell[]; places: HtmlRow["places"] };
type Table = {
  number: number;
  head: boolean;
  rows: OpenRow[];
  row?: OpenRow | undefined;
  cell?: Cell | undefined;
};

/** Of the lines of a table, all rows that have words, in the order in which they begin. */
export function readHtmlRows(lines: readonly string[]): HtmlRow[] {
  const place = placesIn(lines);
  const source = lines.join("\n");
  const found: { table: number; row: OpenRow; cells: string[] }[] = [];
  const open: Table[] = [];
  let tables = 0;
  let rows = 0;
  let at = 0;

  const table = (): Table => open.at(-1) ?? begin();
  const begin = (): Table => {
    const fresh: Table = { number: tables++, head: false, rows: [] };
    open.push(fresh);
    return fresh;
  };
  const row = (own: Table): OpenRow => {
    if (own.row !== undefined) return own.row;
    const fresh: OpenRow = { at: rows++, head: own.head, cells: [], places: [] };
    own.row = fresh;
    own.rows.push(fresh);
    return fresh;
  };
  const closeRow = (own: Table): void => {
    own.row = undefined;
    own.cell = undefined;
  };
  const close = (): void => {
    const own = open.pop();
    if (own === undefined) return;
    const laid = layOut(own.rows);
    if (laid.some(({ length }) => length > mostColumns)) return;
    own.rows.forEach((one, i) => {
      found.push({ table: own.number, row: one, cells: laid[i] ?? [] });
    });
  };
  const cell = (name: string, tag: string): void => {
    const own = table();
    // A list of terms has a row for each of them, or for several that are said the same of.
    const last = own.row?.cells.at(-1);
    if (name === "dt" && last?.name === "dd") closeRow(own);
    const { cells } = row(own);
    const same =
      name === "dt" || name === "dd" ? cells.find((one) => one.name === name) : undefined;
    if (name === "dd" && cells.length === 0) cells.push(emptyCell("dt"));
    if (same === undefined) {
      const fresh = { ...emptyCell(name), columns: spanOf(tag, "col"), rows: spanOf(tag, "row") };
      cells.push(fresh);
      own.cell = fresh;
    } else {
      same.text.add(name === "dt" ? ", " : " ");
      own.cell = same;
    }
  };
  const tag = (content: string): void => {
    const [, slash, given = ""] = /^<(\/?)([A-Za-z][\w.-]*)/.exec(content) ?? [];
    const name = given.toLowerCase();
    const own = open.at(-1);
    if (given !== name && given !== given.toUpperCase()) return;
    switch (name) {
      case "table":
      case "dl":
        if (slash === "") begin();
        else close();
        return;
      case "thead":
      case "tbody":
      case "tfoot":
        if (own !== undefined) closeRow(own);
        table().head = name === "thead" && slash === "";
        return;
      case "tr":
        closeRow(table());
        if (slash === "") row(table());
        return;
      case "td":
      case "th":
      case "dt":
      case "dd":
        if (slash === "") cell(name, content);
        else if (own !== undefined) own.cell = undefined;
        return;
      case "code":
        own?.cell?.text.code(slash === "");
        return;
      case "sup":
      case "sub":
      case "del":
      case "s":
      case "strike":
        // 2<sup>64</sup> is not 264, and what is struck out is not said.
        own?.cell?.text.add(content);
        return;
      default:
        if (parts.test(name)) own?.cell?.text.add(" ");
    }
  };

  for (const { type, content } of tokensOf(source)) {
    const start = at;
    at += content.length;
    const written = source.slice(start, at);
    if (type === "html_inline") tag(written);
    else {
      const own = open.at(-1);
      if (own?.cell === undefined) continue;
      own.cell.text.add(written);
      if (own.row !== undefined) place(own.row.places, start, written);
    }
  }
  while (open.length > 0) close();
  return found
    .sort((a, b) => a.row.at - b.row.at)
    .filter(({ row: { places } }) => places.length > 0)
    .map(({ table: number, row: { head, cells: own, places }, cells }) => {
      const titles = head || own.every(({ name }) => name === "th");
      return { table: number, titles, cells, places };
    });
}

/** Tags whose content is set apart. */
const parts = /^(?:br|p|div|li|ul|ol|pre|blockquote|h[1-6]|hr|section|details|summary)$/;

/** Tags and what stands between them. What JSX puts in braces, and a tag in inline code, is none to the parser. */
function tokensOf(source: string): readonly Token[] {
  const masked = source
    .replace(
      /(?<==)\{(?:[^{}<>]|\{[^{}<>]*\})*\}/g,
      (braces) => `"${"x".repeat(braces.length - 2)}"`,
    )
    .replace(/(?<!`)(`{1,8})(?!`)[^`\n]+\1(?!`)/g, (code) => code.replace(/</g, "x"));
  return parser.parseInline(masked, {})[0]?.children ?? [];
}

function spanOf(tag: string, of: "col" | "row"): number {
  const given = new RegExp(`\\s${of}span\\s*=\\s*["'{]*(\\d{1,3})`, "i").exec(tag)?.[1];
  return Math.min(mostSpanned, Math.max(1, Number(given ?? 1)));
}
/** Wider ones are read by nobody. */
const mostColumns = 60;
/** A cell that says it spans more is not believed. */
const mostSpanned = 50;

const emptyCell = (name: string): Cell => ({ name, columns: 1, rows: 1, text: new Text() });

/** Each row with a cell for each column of the table. */
function layOut(rows: readonly OpenRow[]): string[][] {
  const above = new Map<number, { text: string; left: number }>();
  const all = rows.map(({ cells }) => {
    const laid: string[] = [];
    const fromAbove = () => {
      for (let over = above.get(laid.length); over; over = above.get(laid.length)) {
        if (--over.left === 0) above.delete(laid.length);
        laid.push(over.text);
      }
    };
    for (const { columns, rows: spanned, text } of cells) {
      fromAbove();
      const said = text.said();
      for (let i = 0; i < columns; i++) {
        const own = i === 0 ? said : "";
        if (spanned > 1) above.set(laid.length, { text: own, left: spanned - 1 });
        laid.push(own);
      }
    }
    fromAbove();
    return laid;
  });
  const columns = all.reduce((most, laid) => Math.max(most, laid.length), 0);
  if (columns > mostColumns) return all;
  return all.map((laid) => [...laid, ...Array<string>(columns - laid.length).fill("")]);
}

/** The words of a cell as one line. */
class Text {
  readonly #pieces: string[] = [];
  #code: string[] | undefined;

  add(piece: string): void {
    (this.#code ?? this.#pieces).push(piece);
  }

  /** Code is shown as it is written, so its entities are read here. */
  code(begins: boolean): void {
    const code = this.#code?.join("").replace(/\s+/g, " ");
    this.#code = begins ? [] : undefined;
    if (code === undefined) return;
    const plain = code.replace(entity, (whole, name: string) => entities[name] ?? whole);
    const marked = plain.trim() !== "" && !plain.includes("`");
    this.#pieces.push(marked ? plain.replace(/^(\s*)(.*?)(\s*)$/, "$1`$2`$3") : plain);
  }

  said(): string {
    this.code(false);
    return this.#pieces
      .join("")
      .replace(
        /(?<=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])\s*\n\s*(?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu,
        "",
      )
      .replace(/\s+/g, " ")
      .trim()
      .replace(/(?<!\\)\|/g, "\\|");
  }
}

const entity = /&(lt|gt|amp|quot|apos|nbsp|#39);/g;
const entities: Record<string, string> = {
  ...{ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " ", "#39": "'" },
};

/** Notes where the words of a piece of the joined lines stand. */
function placesIn(lines: readonly string[]) {
  const starts: number[] = [];
  let next = 0;
  for (const line of lines) {
    starts.push(next);
    next += line.length + 1;
  }
  let line = 0;
  return (places: HtmlRow["places"], from: number, piece: string): void => {
    for (const { 0: words, index } of piece.matchAll(/[^\n]*\S/g)) {
      const at = from + index + (words.length - words.trimStart().length);
      while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++;
      const start = at - (starts[line] ?? 0);
      const end = from + index + words.length - (starts[line] ?? 0);
      const last = places.at(-1);
      if (last?.line === line) last.end = end;
      else places.push({ line, start, end });
    }
  };
}
