import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";

/** Gives citations the numbers readers see: 1, 2, 3 by first appearance in the claims. Those no claim cites are left out. */
export function numberCitations(
  claims: readonly Claim[],
  citations: readonly Citation[],
): { claims: Claim[]; citations: Citation[] } {
  const known = new Map(citations.map((c) => [c.id, c]));
  const numbers = new Map<number, number>();
  for (const claim of claims) {
    for (const id of claim.citations) {
      if (known.has(id) && !numbers.has(id)) numbers.set(id, numbers.size + 1);
    }
  }
  const renumbered = claims.map((claim) => ({
    ...claim,
    citations: claim.citations.flatMap((id) => numbers.get(id) ?? []),
    spans: claim.spans.flatMap((span) => {
      const citation = numbers.get(span.citation);
      return citation === undefined ? [] : [{ ...span, citation }];
    }),
  }));
  const cited = [...numbers].flatMap(([id, number]) => {
    const citation = known.get(id);
    return citation === undefined ? [] : [{ ...citation, id: number }];
  });
  return { claims: renumbered, citations: cited };
}
