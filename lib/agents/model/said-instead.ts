import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { DraftClaim } from "#lib/contracts/draft";
import type { Passage } from "#lib/contracts/envelope";
import { pointsBack } from "#lib/entailment/carriers";
import { dropsCondition } from "#lib/entailment/conditions";
import { heldBy, wordsHeld } from "#lib/entailment/coverage";
import { leadsOf } from "#lib/entailment/leads";
import { ownSpans } from "#lib/markdown/table-rows";
import { quotableUnits, type Unit } from "#lib/markdown/units";

type Read = { citations: readonly Citation[]; passages: readonly Passage[] };

/**
 * The lines that a withheld sentence may be written anew from: of those it cites the two that it comes nearest to, each with
 * its number; a row with its header.
 */
export const linesNear = (withheld: DraftClaim, read: Read): { number: number; text: string }[] =>
  nearest(withheld, read, (units) => units.filter(({ kind }) => kind !== "heading"))
    .filter(({ share, unit }) => share >= leastNear && unit.text.length <= longest)
    .slice(0, mostNear)
    .map(({ citation, unit }) => ({ number: citation, text: unit.text }));

const leastNear = 0.25;
const mostNear = 2;

/**
 * The line that a withheld sentence comes nearest to, of those it cites, as a claim in its place: what the document says of
 * the matter. None where no line is about it, or where one that is shown says so already.
 */
export function saidInstead(
  withheld: DraftClaim,
  read: Read,
  shown: readonly Pick<Claim, "spans">[],
): DraftClaim | undefined {
  const [found] = nearest(withheld, read, quotableAlone);
  if (found === undefined || found.share < leastShare) return undefined;
  const { unit, citation } = found;
  const spans = unit.spans.map((span) => ({ citation, ...span }));
  const stands = ({ line, start }: { line: number; start: number }) =>
    shown.some(({ spans }) =>
      spans.some((one) => one.citation === citation && one.line === line && one.start === start),
    );
  const own = ownSpans({ kind: unit.kind, spans });
  if (own.some(stands)) return undefined;
  const { kind, text, info } = unit;
  return {
    ...{ id: withheld.id, kind: kind === "heading" ? "sentence" : kind, text, spans },
    ...{ citations: [citation], instead: true },
    ...(info === undefined ? {} : { info }),
  };
}

/** A line that has less of the sentence's words is about something else. */
const leastShare = 0.5;
/** A longer one is no answer to a sentence. */
const longest = 400;

/** The units of what it cites that may be, best first. */
function nearest(
  withheld: DraftClaim,
  read: Read,
  mayBe: (units: readonly Unit[], above: string) => Unit[],
): { citation: number; unit: Unit; share: number }[] {
  return withheld.citations
    .flatMap((id) => {
      const citation = read.citations.find((one) => one.id === id);
      const text = read.passages.find(({ citation_id }) => citation_id === id)?.text;
      if (citation === undefined || text === undefined) return [];
      const { locator, inside_fence, title, breadcrumb } = citation;
      const units = quotableUnits(text, locator.line_start, inside_fence);
      return mayBe(units, [title, ...breadcrumb].join("\n")).map((unit) => ({
        citation: id,
        unit,
        share: heldBy(withheld.text, wordsHeld(unit.text)).share,
      }));
    })
    .sort((a, b) => b.share - a.share);
}

/** No code, nothing that only announces, nothing that "Never:" or "Only on Windows:" stands over. */
const quotableAlone = (units: readonly Unit[], above: string): Unit[] =>
  units.filter((unit, i) => {
    if (unit.kind === "heading" || unit.kind === "code" || unit.announces) return false;
    if (unit.text.length > longest) return false;
    if (i === 0 && pointsBack(unit.text)) return false;
    const { denials, lines } = leadsOf(unit, units, above);
    const leads = lines.map((line) => line.text).join("\n");
    return denials === 0 && !dropsCondition(unit.text, leads);
  });
