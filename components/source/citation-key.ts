import type { Citation } from "#lib/contracts/citation";

/** What makes a citation the same one: these lines of this file of this folder, with these words. */
export function citationKey({ root_id, relative_path, locator, sha256 }: Citation): string {
  return [root_id, relative_path, locator.line_start, locator.line_end, sha256].join("\n");
}
