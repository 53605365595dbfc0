import { type CodeScan, createCodeScan } from "#lib/meaning/code-scan";
import type { WordTable } from "#lib/meaning/word-table";

/** The table of word meanings by the numbers that the terms of an index have. */
export type TermMeaning = {
  table: WordTable;
  /** Looks through the codes of its passages. */
  scan: CodeScan;
  /** The row of a term's vector, -1 where the table does not know the term. */
  rowOf(id: number): number;
  /** Numbers may belong to other terms from now on. */
  forget(): void;
};

/** An occurrence beyond these says nothing more about what a passage is about. */
export const mostCounted = 3;

/** Not looked up yet. */
const open = -2;

export function createTermMeaning(table: WordTable, wordOf: (id: number) => string): TermMeaning {
  let rows = new Int32Array(1024).fill(open);
  return {
    table,
    scan: createCodeScan(),
    rowOf(id) {
      if (id >= rows.length) {
        const larger = new Int32Array(Math.max(id + 1, rows.length * 2)).fill(open);
        larger.set(rows);
        rows = larger;
      }
      let row = rows[id] ?? open;
      if (row === open) {
        row = table.rowOf(wordOf(id));
        rows[id] = row;
      }
      return row;
    },
    forget: () => {
      rows.fill(open);
    },
  };
}
