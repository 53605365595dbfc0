import type { Claim } from "#lib/contracts/answer";

/**
 * Claims without some of them. Where one is left out that begins an item or a paragraph, the next one of it begins it in its place.
 */
export function keepClaims<Of extends Claim>(
  claims: readonly Of[],
  keep: (claim: Of) => boolean,
): Of[] {
  let lost: Of | undefined;
  return claims.flatMap((claim) => {
    const begins = claim.goes_on !== true;
    const before = begins ? undefined : lost;
    if (!keep(claim)) {
      if (begins) lost = claim;
      return [];
    }
    lost = undefined;
    if (before === undefined) return [claim];
    const { goes_on: _, ...rest } = claim;
    const { kind, info } = before;
    const item = isItem(before) ? { kind, ...(info === undefined ? {} : { info }) } : {};
    return [{ ...rest, ...item } as Of];
  });
}

const isItem = ({ kind }: Claim): boolean => kind === "list_item" || kind === "step";
