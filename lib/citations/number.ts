import type { Claim } from "#lib/contracts/answer";
import type { PlacedBlock } from "#lib/contracts/arrange-blocks";
import type { Citation } from "#lib/contracts/citation";

/**
 * Gives citations the numbers readers see: 1, 2, 3 by first appearance in what answers, and behind these those of what is
 * shown besides. What nothing cites is left out. `told`: citations that readers have seen already, which keep their numbers.
 */
export function numberCitations(
  blocks: readonly PlacedBlock<Claim>[],
  citations: readonly Citation[],
  told: ReadonlyMap<number, number> = new Map(),
): { blocks: PlacedBlock<Claim>[]; citations: Citation[] } {
  const known = new Map(citations.map((c) => [c.id, c]));
  const numbers = new Map(told);
  const answering = blocks.filter(({ kind }) => kind === "answer");
  for (const { words } of [...answering, ...blocks]) {
    for (const id of words.flatMap((one) => one.citations)) {
      if (known.has(id) && !numbers.has(id)) numbers.set(id, numbers.size + 1);
    }
  }
  const cited = [...numbers].flatMap(([id, number]) => {
    const citation = known.get(id);
    return citation === undefined ? [] : [{ ...citation, id: number }];
  });
  return {
    blocks: blocks.map((block) => ({
      ...block,
      words: block.words.map((one) => renumbered(one, numbers)),
    })),
    citations: cited,
  };
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
