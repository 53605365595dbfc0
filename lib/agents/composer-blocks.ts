import { nearestFirst } from "#lib/contracts/arrange-blocks";
import { byLine, placeKey, placeOf } from "#lib/contracts/blocks";
import type { Citation } from "#lib/contracts/citation";
import type { DraftAnswer, DraftBlock, DraftClaim, DraftLine } from "#lib/contracts/draft";
import { MAY_BE_PLACES, MAY_BE_PLACES_OF_PART } from "#lib/contracts/limits";
import { marksIn } from "#lib/contracts/mark-words";
import { blocksOfMarked, type MarkedClaim } from "#lib/contracts/marked-claims";
import { leastLikely } from "./composer/likelihood.ts";
import type { Composition } from "./composer/quote.ts";

/**
 * What the quote composer returns, in the shape of any answer engine: its marked claims as blocks, how likely they are as an
 * outcome. It goes when the composer goes.
 */
export function draftOf(
  { answered, confidence, likely = confidence, missing, ...composed }: Composition,
  citations: readonly Citation[],
  part: boolean,
): DraftAnswer {
  const known = new Map(citations.map((one) => [one.id, one]));
  const placeOfClaim = (claim: MarkedClaim): string => {
    const from = known.get(claim.citations[0] ?? 0);
    return from === undefined ? "" : placeKey(placeOf(from));
  };
  if (!answered) {
    const blocks = nearestBlocks(withOwnIds(composed.closest ?? []), placeOfClaim, known);
    return { outcome: "not_found", confidence, blocks, missing };
  }
  const outcome = likely >= leastLikely ? "sure" : "may_be";
  const equals = outcome === "sure" ? 1 : part ? MAY_BE_PLACES_OF_PART : MAY_BE_PLACES;
  const shown = withOwnIds(composed.shown ?? composed.claims);
  const blocks = blocksOfMarked(shown, placeOfClaim, equals).map(({ kind, words }): DraftBlock => {
    const bare = words.map(withoutMarks);
    return kind === "answer" ? { kind, claims: bare } : { kind, lines: bare };
  });
  return { outcome, confidence, blocks, missing };
}

/** The best places that have lines of their own, each in the order of its file. */
function nearestBlocks(
  closest: readonly MarkedClaim[],
  keyOf: (claim: MarkedClaim) => string,
  known: ReadonlyMap<number, Citation>,
): DraftBlock[] {
  const places = [...Map.groupBy(closest, keyOf).values()].filter((lines) =>
    lines.some(({ context }) => context === undefined),
  );
  return nearestFirst(places).map((lines): DraftBlock => {
    const sorted = lines.toSorted(byLine);
    return {
      kind: "nearest",
      lines: sorted.map((line): DraftLine => {
        const { matched = [] } = known.get(line.citations[0] ?? 0) ?? {};
        return { ...withoutMarks(line), marks: marksIn(line.text, matched) };
      }),
    };
  });
}

const withOwnIds = (claims: readonly MarkedClaim[]): MarkedClaim[] =>
  claims.map((claim, i) => ({ ...claim, id: `w${i + 1}` }));

const withoutMarks = ({ beside: _, context: __, ...claim }: MarkedClaim): DraftClaim => claim;
