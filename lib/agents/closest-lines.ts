import { type DraftClaim, judgeClaims } from "#lib/citations/gate";
import { flagClaims } from "#lib/citations/secret-claims";
import type { Claim, NearLines, NearPassage } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Passage } from "#lib/contracts/envelope";
import { ownSpans } from "#lib/markdown/table-rows";
import type { DocsCalls } from "./docs-calls.ts";
import { verifyCitations } from "./verify-citations.ts";

/**
 * Passages that come near without answering, best first, those with lines to be read at once before the others. The lines
 * are read again from disk and have to stand there word for word, as those of a claim; what does not is left out, and so is
 * all of it where the files cannot be asked. `others`: what is named even so.
 */
export async function withClosestLines(
  closest: readonly DraftClaim[],
  evidence: { citations: readonly Citation[]; passages: readonly Passage[] },
  others: readonly Citation[],
  docs: DocsCalls,
): Promise<NearPassage[]> {
  const named = [...new Set(closest.flatMap((claim) => claim.citations))];
  const citations = named.flatMap((id) => evidence.citations.find((c) => c.id === id) ?? []);
  const verified = await verifyCitations(citations, docs);
  if (!verified.ok) return [...others];
  const { passed } = judgeClaims({
    ...{ claims: [...closest], citations, verifications: verified.verifications },
    policy: "require_citations",
  });
  const standing = passed.filter(({ support }) => support === "verbatim");
  const flagged = flagClaims(standing, citations, evidence.passages);
  const near = citations.flatMap((citation): NearPassage[] => {
    const lines = flagged.filter((claim) => claim.citations.includes(citation.id)).map(linesOf);
    // Of one passage there may be several places.
    lines.sort((a, b) => a.line_start - b.line_start || a.column - b.column);
    return lines.every(({ context }) => context) ? [] : [{ ...citation, lines }];
  });
  const shown = new Set(near.map(({ id }) => id));
  return [...near, ...others.filter(({ id }) => !shown.has(id))];
}

function linesOf({
  kind,
  text,
  spans,
  info,
  context,
  left_out,
  contains_secret,
}: Claim): NearLines {
  // The header of a table stands above its rows, and is not where they stand.
  const own = ownSpans({ kind, spans });
  const lines = own.map(({ line }) => line);
  return {
    ...{ line_start: Math.min(...lines), line_end: Math.max(...lines), text, kind },
    column: own[0]?.start ?? 0,
    ...(info === undefined ? {} : { info }),
    ...(context === undefined ? {} : { context }),
    ...(left_out === undefined ? {} : { left_out }),
    ...(contains_secret === undefined ? {} : { contains_secret }),
  };
}
