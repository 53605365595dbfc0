import type { Citation } from "#lib/contracts/citation";
import type { DraftClaim } from "#lib/contracts/draft";
import type { Passage } from "#lib/contracts/envelope";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import { quotableUnits } from "#lib/markdown/units";

/**
 * The lines that a withheld sentence may be written anew from: of those it cites, or else of all, the two that it comes nearest
 * to, each with its number; a row with its header. The nearest of them however far it is.
 */
export const linesNear = (
  withheld: DraftClaim,
  read: { citations: readonly Citation[]; passages: readonly Passage[] },
): { number: number; text: string }[] =>
  citedBy(withheld, read)
    .flatMap((id) => {
      const citation = read.citations.find((one) => one.id === id);
      const text = read.passages.find(({ citation_id }) => citation_id === id)?.text;
      if (citation === undefined || text === undefined) return [];
      return quotableUnits(text, citation.locator.line_start, citation.inside_fence).map(
        (unit) => ({
          number: id,
          ...{ text: unit.text, kind: unit.kind },
          share: heldBy(withheld.text, wordsHeld(unit.text)).share,
        }),
      );
    })
    .filter(({ kind, text }) => kind !== "heading" && text.length <= longest)
    .sort((a, b) => b.share - a.share)
    .filter(({ share }, i) => share >= leastNear || (i === 0 && share > 0))
    .slice(0, mostNear)
    .map(({ number, text }) => ({ number, text }));

const leastNear = 0.25;
const mostNear = 2;
/** A longer one is more than a sentence is written from. */
const longest = 400;

/** Of a sentence that names nothing that is there, all that was read may bear it. */
function citedBy({ citations }: DraftClaim, read: { citations: readonly Citation[] }): number[] {
  const all = read.citations.map(({ id }) => id);
  const named = citations.filter((id) => all.includes(id));
  return named.length > 0 ? named : all;
}
