/** A line of a unified diff, with its number in the old text and in the new one. */
export type DiffLine =
  | { kind: "same"; old: number; new: number; text: string }
  | { kind: "gone"; old: number; text: string }
  | { kind: "come"; new: number; text: string }
  /** Lines between two stretches are not shown. */
  | { kind: "break" };

const stretch = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The lines of the unified diff of one file; what stands before its first stretch names the file and is left out. */
export function readDiff(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let at: { old: number; new: number } | undefined;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const head = stretch.exec(line);
    if (head !== null) {
      if (at !== undefined) lines.push({ kind: "break" });
      at = { old: Number(head[1]), new: Number(head[2]) };
    } else if (at !== undefined) {
      const text = line.slice(1);
      if (line.startsWith("-")) lines.push({ kind: "gone", old: at.old++, text });
      else if (line.startsWith("+")) lines.push({ kind: "come", new: at.new++, text });
      else if (!line.startsWith("\\")) {
        lines.push({ kind: "same", old: at.old++, new: at.new++, text });
      }
    }
  }
  return lines;
}
