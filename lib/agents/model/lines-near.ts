import type { Withheld } from "#lib/citations/gate";
import type { Citation } from "#lib/contracts/citation";
import type { DraftClaim } from "#lib/contracts/draft";
import type { Passage } from "#lib/contracts/envelope";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import { locateQuote } from "#lib/entailment/locate-quote";
import { quotableUnits } from "#lib/markdown/units";

/**
 * The lines that a withheld sentence may be written anew from, each with its number: those whose words its writer named, and
 * then, of those it cites, or else of all, the ones that it comes nearest to, a row with its header. The nearest of them
 * however far it is.
 */
export function linesNear(
  { claim, quotes = [] }: Pick<Withheld, "claim" | "quotes">,
  read: { citations: readonly Citation[]; passages: readonly Passage[] },
): { number: number; text: string }[] {
  const lines = citedBy(claim, read).flatMap((number) => {
    const citation = read.citations.find(({ id }) => id === number);
    const text = read.passages.find(({ citation_id }) => citation_id === number)?.text;
    if (citation === undefined || text === undefined) return [];
    const units = quotableUnits(text, citation.locator.line_start, citation.inside_fence);
    const named = new Set(
      quotes
        .filter((quote) => quote.citation === number)
        .flatMap((quote) => locateQuote(quote.text, units, claim.text)),
    );
    return units
      .filter(({ kind }) => kind !== "heading")
      .map((unit) => ({
        ...{ number, text: unit.text, named: named.has(unit) },
        share: heldBy(claim.text, wordsHeld(unit.text)).share,
      }));
  });
  const named = lines.filter((one) => one.named && one.text.length <= longestNamed);
  const near = lines
    .filter((one) => !one.named && one.text.length <= longest)
    .sort((a, b) => b.share - a.share)
    .filter(({ share }, i) => share >= leastNear || (i === 0 && named.length === 0 && share > 0));
  return [...named.slice(0, mostNamed), ...near.slice(0, mostNear)].map(({ number, text }) => ({
    ...{ number, text },
  }));
}

const leastNear = 0.25;
const mostNear = 2;
const mostNamed = 4;
/** A longer one is more than a sentence is written from. */
const longest = 400;
const longestNamed = 1_200;

/** Of a sentence that names nothing that is there, all that was read may bear it. */
function citedBy({ citations }: DraftClaim, read: { citations: readonly Citation[] }): number[] {
  const all = read.citations.map(({ id }) => id);
  const named = citations.filter((id) => all.includes(id));
  return named.length > 0 ? named : all;
}
