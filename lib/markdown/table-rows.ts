import type { Unit } from "./units.ts";

/**
 * Rows of a table that someone wrote anew, beside the rows of the cited tables. A row says what it says by where its cells
 * stand, so it is never judged by its words: each cell must be the source's cell under the same header, or nothing is
 * found. Columns may be left out and change places, but for the first, which says what a row is about.
 */
export function findRows(text: string, units: readonly Unit[]): Unit[] | undefined {
  const written = readTable(text);
  const found: Unit[] = [];
  for (const row of written.rows) {
    const unit = units.find(
      (u) =>
        u.kind === "table" &&
        (found[0] === undefined || u.block === found[0].block) &&
        holdsRow(readTable(u.text), written.header, row),
    );
    if (unit === undefined) return undefined;
    found.push(unit);
  }
  return found.length === 0 ? undefined : found;
}

/** Has a written row all of the source's columns, in their order? */
export function isWholeRow(text: string, unit: Unit): boolean {
  const lines = ({ header, rows }: Table) =>
    [header ?? [], ...rows].map((cells) => cells.map(plain).join("|")).join("\n");
  return lines(readTable(text)) === lines(readTable(unit.text));
}

/** The cells of a row, each with the title of its column. */
export function columnsOf(row: string): { header: string; cell: string }[] {
  const { header = [], rows } = readTable(row);
  return (rows[0] ?? []).map((cell, i) => ({ header: plain(header[i] ?? ""), cell }));
}

/** Where a row itself stands, without its header; of anything else where it stands. */
export function ownSpans<S>({ kind, spans }: { kind: Unit["kind"]; spans: readonly S[] }): S[] {
  return spans.slice(kind === "table" && spans.length > 2 ? 2 : 0);
}

type Table = { header: string[] | undefined; rows: string[][] };

function readTable(text: string): Table {
  const lines = text.split("\n");
  const headed = lines.length > 2;
  return {
    header: headed ? cellsOf(lines[0] ?? "") : undefined,
    rows: lines.slice(headed ? 2 : 0).map(cellsOf),
  };
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function holdsRow(source: Table, header: string[] | undefined, row: readonly string[]): boolean {
  const cells = source.rows[0] ?? [];
  if (header === undefined || source.header === undefined) {
    const bare = header === undefined && source.header === undefined;
    return bare && cells.length === row.length && row.every((cell, i) => same(cell, cells[i]));
  }
  if (header.length !== row.length) return false;
  const free = source.header.map(titled);
  const columns = header.map((title) => {
    const at = free.indexOf(titled(title));
    if (at !== -1) free[at] = undefined;
    return at;
  });
  return columns.includes(0) && columns.every((at, i) => at !== -1 && same(row[i], cells[at]));
}

const same = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plain(a) === plain(b);

/** Without the marks around the whole cell. */
const plain = (cell: string): string =>
  cell.replace(/\s+/g, " ").replace(/^(`+|\*\*|__)(.+)\1$/, "$2");

const titled = (cell: string): string | undefined => plain(cell).toLowerCase();
