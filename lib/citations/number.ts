import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";

/**
 * Gives citations the numbers readers see: 1, 2, 3 by first appearance in the claims, and behind these those of what they are
 * only read in. Those no claim cites are left out.
 */
export function numberCitations(
  claims: readonly Claim[],
  citations: readonly Citation[],
): { claims: Claim[]; citations: Citation[] } {
  const known = new Map(citations.map((c) => [c.id, c]));
  const numbers = new Map<number, number>();
  for (const claim of [...claims.filter(({ context }) => !context), ...claims]) {
    for (const id of claim.citations) {
      if (known.has(id) && !numbers.has(id)) numbers.set(id, numbers.size + 1);
    }
  }
  const cited = [...numbers].flatMap(([id, number]) => {
    const citation = known.get(id);
    return citation === undefined ? [] : [{ ...citation, id: number }];
  });
  return { claims: claims.map((claim) => renumbered(claim, numbers)), citations: cited };
}

/** The claim with its citations under other numbers; what has none is dropped. */
export function renumbered(claim: Claim, numbers: ReadonlyMap<number, number>): Claim {
  const moved = <T extends { citation: number }>(places: readonly T[]): T[] =>
    places.flatMap((place) => {
      const citation = numbers.get(place.citation);
      return citation === undefined ? [] : [{ ...place, citation }];
    });
  return {
    ...claim,
    citations: claim.citations.flatMap((id) => numbers.get(id) ?? []),
    spans: moved(claim.spans),
    ...(claim.rests_on === undefined ? {} : { rests_on: moved(claim.rests_on) }),
  };
}
