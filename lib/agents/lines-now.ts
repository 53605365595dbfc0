import type { CitedLines } from "#lib/contracts/docs-tools";
import type { DocsCalls } from "./docs-calls.ts";

/**
 * Has lines that were read before looked up in the files, now: where each of them stands, as long as it says the same and
 * its folder is one of those that may be read. What is denied, gone or changed stands nowhere, and neither does anything
 * where the files cannot be asked. One call, so of more than it takes the last are left out. `roots`: all where there are none.
 */
export async function linesNow(
  lines: readonly CitedLines[],
  roots: readonly string[],
  docs: Pick<DocsCalls, "verify">,
): Promise<(one: CitedLines) => CitedLines | undefined> {
  const within = (root_id: string) => roots.length === 0 || roots.includes(root_id);
  const distinct = new Map(lines.map((one) => [keyOf(one), one]));
  const asked = [...distinct].filter(([, { root_id }]) => within(root_id)).slice(0, mostAtOnce);
  const now = new Map<string, CitedLines>();
  if (asked.length > 0) {
    const outcome = await docs.verify({ citations: asked.map(([, one]) => one) });
    const results = outcome.ok ? outcome.output.results : [];
    for (const [i, [key, one]] of asked.entries()) {
      const result = results[i];
      if (result?.state !== "verified" && result?.state !== "moved") continue;
      const stands = {
        root_id: result.root_id ?? one.root_id,
        relative_path: result.relative_path ?? one.relative_path,
        line_start: result.line_start ?? one.line_start,
        line_end: result.line_end ?? one.line_end,
        sha256: one.sha256,
      };
      if (within(stands.root_id)) now.set(key, stands);
    }
  }
  return (one) => now.get(keyOf(one));
}

const mostAtOnce = 200;

function keyOf({ root_id, relative_path, line_start, line_end, sha256 }: CitedLines): string {
  return JSON.stringify([root_id, relative_path, line_start, line_end, sha256]);
}
