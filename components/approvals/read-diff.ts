import { ownWords, type Pieces } from "./own-words.ts";

/** A line of a unified diff, with its number in the old text and in the new one. */
export type DiffLine = (
  | { kind: "same"; old: number; new: number }
  | { kind: "gone"; old: number }
  | { kind: "come"; new: number }
) & {
  text: string;
  /** Its own words, of a line that stands in another's place; the rest is in both. */
  own?: Pieces;
  /** The file ends here, without a line end. */
  bare?: true;
};
/** Lines between two stretches are not shown. */
export type DiffRow = DiffLine | { kind: "break" };

export type ReadDiff = {
  rows: DiffRow[];
  /** Every line ends with CR LF, so that its CR is not shown line by line. */
  crlf: boolean;
};

const stretch = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The unified diff of one file; what stands before its first stretch names the file and is left out. */
export function readDiff(diff: string): ReadDiff {
  const rows: DiffRow[] = [];
  let at: { old: number; new: number } | undefined;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const head = stretch.exec(line);
    if (head !== null) {
      if (at !== undefined) rows.push({ kind: "break" });
      at = { old: Number(head[1]), new: Number(head[2]) };
    } else if (at !== undefined) {
      const text = line.slice(1);
      const last = rows.at(-1);
      if (line.startsWith("-")) rows.push({ kind: "gone", old: at.old++, text });
      else if (line.startsWith("+")) rows.push({ kind: "come", new: at.new++, text });
      else if (!line.startsWith("\\")) {
        rows.push({ kind: "same", old: at.old++, new: at.new++, text });
      } else if (last !== undefined && last.kind !== "break") last.bare = true;
    }
  }
  const lines = rows.filter((row) => row.kind !== "break");
  const crlf = lines.length > 0 && lines.every(({ text, bare }) => bare || text.endsWith("\r"));
  if (crlf) for (const line of lines) line.text = line.text.replace(/\r$/, "");
  markOwn(rows);
  return { rows, crlf };
}

/** Lines gone and come in one place belong together in their order: in each pair, what both have is told apart. */
function markOwn(rows: readonly DiffRow[]): void {
  for (let i = 0; i < rows.length; i++) {
    const gone = run(rows, i, "gone");
    const come = run(rows, i + gone.length, "come");
    for (const [n, before] of gone.entries()) {
      const after = come[n];
      const own = after === undefined ? undefined : ownWords(before.text, after.text);
      if (after !== undefined && own !== undefined) [before.own, after.own] = own;
    }
    i += Math.max(0, gone.length + come.length - 1);
  }
}

function run(rows: readonly DiffRow[], from: number, kind: "gone" | "come"): DiffLine[] {
  const lines: DiffLine[] = [];
  for (let i = from; ; i++) {
    const row = rows[i];
    if (row === undefined || row.kind !== kind) return lines;
    lines.push(row);
  }
}
