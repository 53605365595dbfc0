import type { Claim } from "#lib/contracts/answer";
import type { PlacedBlock } from "#lib/contracts/arrange-blocks";
import { placeOf } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { DraftBlock, DraftClaim } from "#lib/contracts/draft";
import { type GateInput, judgeClaims, type Withheld } from "./gate.ts";

/**
 * What of an engine's blocks may be shown: claims as the gate judges them, and lines as far as they stand in the verified
 * file word for word. A line that does not is dropped, and nobody is told of it: it claims nothing.
 */
export function judgeBlocks({
  blocks,
  citations,
  ...input
}: Pick<GateInput, "verifications" | "policy"> & {
  blocks: readonly DraftBlock[];
  citations: readonly Citation[];
}): { blocks: PlacedBlock<Claim>[]; withheld: Withheld[] } {
  const claims = blocks.flatMap(wordsOf);
  const lines = new Set(
    blocks.flatMap((block) => (block.kind === "answer" ? [] : block.lines.map(({ id }) => id))),
  );
  const { passed, withheld } = judgeClaims({ ...input, claims, citations: [...citations] });
  const released = new Map(
    passed
      .filter(({ id, support }) => !lines.has(id) || support === "verbatim")
      .map((claim) => [claim.id, claim]),
  );
  const known = new Map(citations.map((one) => [one.id, one]));
  return {
    blocks: blocks.flatMap((block): PlacedBlock<Claim>[] => {
      const [first] = wordsOf(block);
      const from = known.get(first?.citations[0] ?? 0);
      const words = wordsOf(block).flatMap(({ id }) => released.get(id) ?? []);
      const place = from === undefined ? null : placeOf(from);
      return words.length === 0 ? [] : [{ kind: block.kind, place, words }];
    }),
    withheld: withheld.filter(({ claim }) => !lines.has(claim.id)),
  };
}

const wordsOf = (block: DraftBlock): DraftClaim[] =>
  block.kind === "answer"
    ? block.claims
    : block.lines.map(({ marks: _, ...line }): DraftClaim => line);
