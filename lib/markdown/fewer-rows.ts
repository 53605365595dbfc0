import { type Block, readBlocks } from "./document/blocks.ts";

/**
 * A text whose long tables and lists keep what heads them and the rows around one line, as many as fit into `most` letters.
 * A line in place of the others says how many they are. Undefined where no table or list is longer than that.
 */
export function fewerRows(
  lines: readonly string[],
  line: number,
  most: number,
): string | undefined {
  const kept: string[] = [];
  let next = 0;
  for (const block of readBlocks(lines, "markdown").blocks) {
    const rows = rowsOf(block);
    const [first] = rows;
    if (first === undefined || lettersIn(lines, block.start, block.end) <= most) continue;
    const at = rows.findLastIndex((row) => row <= line);
    const near = line < block.end ? Math.max(0, at) : 0;
    const [from, to] = around(rows, near, (a, b) => {
      return lettersIn(lines, rows[a] ?? block.end, rows[b] ?? block.end) <= most;
    });
    kept.push(...lines.slice(next, first));
    if (from > 0) kept.push(leftOut(from));
    kept.push(...lines.slice(rows[from], rows[to] ?? block.end));
    if (to < rows.length) kept.push(leftOut(rows.length - to));
    next = block.end;
  }
  return next === 0 ? undefined : [...kept, ...lines.slice(next)].join("\n");
}

/** The line each row or item begins at; none of other blocks, and of those inside a note, which has marks of its own. */
function rowsOf({ kind, start, end, header = 0, items, inside }: Block): number[] {
  if (inside !== undefined) return [];
  if (kind === "list" || kind === "steps") return items ?? [];
  if (kind !== "table") return [];
  if (items !== undefined) return items.slice(header > 0 ? 1 : 0);
  return Array.from({ length: end - start - header }, (_, i) => start + header + i);
}

/** Of rows from 0 the first and the one behind the last that are kept: the one at `near`, and its neighbours while they fit. */
function around(
  rows: readonly number[],
  near: number,
  fits: (first: number, behind: number) => boolean,
): [number, number] {
  let [from, to] = [near, near + 1];
  for (;;) {
    if (from > 0 && fits(from - 1, to)) from -= 1;
    else if (to < rows.length && fits(from, to + 1)) to += 1;
    else return [from, to];
    if (to < rows.length && fits(from, to + 1)) to += 1;
  }
}

const lettersIn = (lines: readonly string[], start: number, end: number): number =>
  lines.slice(start, end).reduce((sum, { length }) => sum + length + 1, 0);

const leftOut = (count: number): string => `(… ${count} more left out here …)`;
