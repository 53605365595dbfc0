import type { Citation } from "#lib/contracts/citation";
import type { Verification } from "#lib/contracts/docs-tools";
import type { TaskError } from "#lib/contracts/envelope";
import type { DocsCalls } from "./docs-calls.ts";

export type Verified =
  | { ok: true; verifications: ReadonlyMap<number, Verification> }
  | { ok: false; error: TaskError };

/** Has the cited lines read again from disk, now. One call: an answer cites at most as many as `docs_verify` takes. */
export async function verifyCitations(
  citations: readonly Citation[],
  docs: DocsCalls,
): Promise<Verified> {
  if (citations.length === 0) return { ok: true, verifications: new Map() };
  const outcome = await docs.verify({
    citations: citations.map((c) => ({
      root_id: c.root_id,
      relative_path: c.relative_path,
      line_start: c.locator.line_start,
      line_end: c.locator.line_end,
      sha256: c.sha256,
    })),
  });
  if (!outcome.ok) return outcome;
  const verifications = new Map<number, Verification>();
  citations.forEach((citation, i) => {
    const result = outcome.output.results[i];
    if (result) verifications.set(citation.id, result);
  });
  return { ok: true, verifications };
}
