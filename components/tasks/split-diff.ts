/** The files of a unified diff, each by the path that it has afterwards. */
export function splitDiff(diff: string): { path: string; diff: string }[] {
  const files: { path: string; lines: string[] }[] = [];
  const lines = diff.split("\n");
  for (const [i, line] of lines.entries()) {
    const after = lines[i + 1];
    // In a hunk such a line begins with a sign of its own, and no second one follows it.
    if (line.startsWith("--- ") && after?.startsWith("+++ ")) {
      const path = after.slice(4).split("\t")[0]?.replace(/^b\//, "") ?? "";
      files.push({ path, lines: [] });
    }
    files.at(-1)?.lines.push(line);
  }
  return files.map(({ path, lines }) => ({ path, diff: lines.join("\n") }));
}
