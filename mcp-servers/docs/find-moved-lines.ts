import { setImmediate as nextTurn } from "node:timers/promises";
import type { CitedLines } from "#lib/contracts/docs-tools";
import { hashLines, sliceLines } from "#lib/platform/lines";

/** What may be spent before the search is given up, so that a large file cannot hold a call for minutes. */
const maxCost = 64 * 1024 * 1024;
const costPerTurn = 1024 * 1024;
/** A window costs its characters and what it takes to cut and hash any window at all. */
const windowCost = 256;

/**
 * The first line of the same text elsewhere in the file, nearest to where it was; undefined when it is not there. Every
 * window of as many lines is hashed, outwards from the old place:
 *
 *   cited 40-42:  39-41, 41-43, 38-40, 42-44, …
 */
export async function findMovedLines(
  lines: readonly string[],
  cited: Pick<CitedLines, "line_start" | "line_end" | "sha256">,
  signal: AbortSignal,
): Promise<number | undefined> {
  const count = cited.line_end - cited.line_start + 1;
  const last = lines.length - count + 1;
  if (count < 1 || last < 1) return undefined;
  const from = Math.min(cited.line_start, last);
  let spent = 0;
  let turn = 0;
  for (let distance = 0; distance < last; distance += 1) {
    for (const start of distance === 0 ? [from] : [from - distance, from + distance]) {
      if (start < 1 || start > last) continue;
      const window = sliceLines(lines, start, start + count - 1);
      if (hashLines(window) === cited.sha256) return start;
      const cost = window.reduce((sum, line) => sum + line.length + 1, windowCost);
      spent += cost;
      turn += cost;
    }
    if (spent > maxCost) return undefined;
    if (turn > costPerTurn) {
      turn = 0;
      await nextTurn(undefined, { signal });
    }
  }
  return undefined;
}
