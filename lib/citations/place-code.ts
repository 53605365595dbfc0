import type { DraftClaim } from "#lib/contracts/draft";
import type { Unit } from "#lib/markdown/units";

/**
 * Code that is given as text alone, beside the lines of a code block that it is: one or more whole lines in their order,
 * character for character. The language is the block's. Undefined for what stands in none.
 */
export function placeCode(
  claim: DraftClaim,
  citation: number,
  units: readonly Unit[],
): DraftClaim | undefined {
  if (claim.kind !== "code" || !/[\p{L}\p{N}]/u.test(claim.text)) return undefined;
  const lines = claim.text.split("\n");
  const { info: _, ...rest } = claim;
  for (const unit of units) {
    if (unit.kind !== "code") continue;
    const own = unit.text.split("\n");
    const last = own.length - lines.length;
    for (let at = 0; at <= last; at += 1) {
      if (!lines.every((line, i) => line === own[at + i])) continue;
      return {
        ...rest,
        ...(unit.info === undefined ? {} : { info: unit.info }),
        spans: unit.spans.slice(at, at + lines.length).map((span) => ({ citation, ...span })),
      };
    }
  }
  return undefined;
}
