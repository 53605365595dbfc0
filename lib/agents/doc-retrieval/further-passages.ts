import type { Citation } from "#lib/contracts/citation";
import { type DocsHit, longestQuotedBytes } from "#lib/contracts/docs-tools";
import type { Evidence } from "#lib/contracts/envelope";

/**
 * What the search ranked behind the evidence, as it was found: where the words do not choose, the line that answers often
 * stands in another part of a page that was read, or in the next page. Nothing that overlaps what is there already; ids go
 * on where those of the evidence end.
 */
export function furtherPassages(hits: readonly DocsHit[], evidence: Evidence): Evidence {
  const taken: Place[] = [...evidence.citations];
  const further: Evidence = { citations: [], passages: [] };
  for (const hit of hits) {
    const { text, kind = "prose", ...citation } = hit;
    if (text === undefined || Buffer.byteLength(text) > longestQuotedBytes) continue;
    if (taken.some((place) => overlaps(place, hit))) continue;
    taken.push(hit);
    const id = evidence.citations.length + further.citations.length + 1;
    further.citations.push({ ...citation, id });
    further.passages.push({ citation_id: id, text, kind });
  }
  return further;
}

type Place = Pick<Citation, "root_id" | "relative_path" | "locator">;

const overlaps = (a: Place, b: Place): boolean =>
  a.root_id === b.root_id &&
  a.relative_path === b.relative_path &&
  a.locator.line_start <= b.locator.line_end &&
  b.locator.line_start <= a.locator.line_end;
