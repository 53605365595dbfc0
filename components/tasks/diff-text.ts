import type { DiffHunk } from "#lib/contracts/patches";

const signs = { same: " ", gone: "-", come: "+" } as const;

/** Hunks as the lines of a unified diff, for what shows such. */
export function diffText(hunks: readonly DiffHunk[]): string {
  return hunks
    .flatMap(({ old_start, new_start, lines }) => [
      `@@ -${old_start} +${new_start} @@`,
      ...lines.flatMap(({ kind, text, bare }) =>
        bare ? [signs[kind] + text, "\\ No newline at end of file"] : [signs[kind] + text],
      ),
    ])
    .join("\n");
}
