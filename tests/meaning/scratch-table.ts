import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sha256 } from "#lib/platform/hash";

/**
 * Writes a table of word meanings as `training/meaning` does: each group of terms in a direction of its own, so that the words
 * of one group mean the same.
 */
export function writeTable(
  groups: readonly (readonly string[])[],
  from = mkdtempSync(path.join(os.tmpdir(), "docent-meaning-")),
): string {
  const dimensions = 128;
  const terms = groups.flat();
  const numbers = new Int8Array(terms.length * dimensions);
  let row = 0;
  for (const [direction, group] of groups.entries())
    for (const _ of group) numbers[row++ * dimensions + direction] = 100;
  const lengths = new Float32Array(terms.length).fill(1);
  const scales = new Float32Array(terms.length).fill(1 / 100);
  const bytes = Buffer.concat([
    ...[lengths, scales, numbers].map((one) => Buffer.from(one.buffer)),
    Buffer.from(terms.join("\n")),
  ]);
  writeFileSync(path.join(from, "table.bin"), bytes);
  writeFileSync(
    path.join(from, "table.json"),
    JSON.stringify({ format: 1, words: terms.length, dimensions, sha256: sha256(bytes) }),
  );
  return from;
}

export const removeTable = (from: string): void => rmSync(from, { recursive: true, force: true });
