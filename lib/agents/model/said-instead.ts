import { pointsBack } from "#lib/citations/carriers";
import { dropsCondition } from "#lib/citations/clauses";
import { heldBy, wordsHeld } from "#lib/citations/coverage";
import type { DraftClaim } from "#lib/citations/gate";
import { leadsOf } from "#lib/citations/leads";
import { quotableUnits, type Unit } from "#lib/citations/units";
import type { Claim } from "#lib/contracts/answer";
import type { Citation } from "#lib/contracts/citation";
import type { Passage } from "#lib/contracts/envelope";

/**
 * The line that a withheld sentence comes nearest to, of those it cites, as a claim in its place: what the document says of
 * the matter. None where no line is about it, or where one that is shown says so already.
 */
export function saidInstead(
  withheld: DraftClaim,
  read: { citations: readonly Citation[]; passages: readonly Passage[] },
  shown: readonly Pick<Claim, "spans">[],
): DraftClaim | undefined {
  const found = withheld.citations
    .flatMap((id) => {
      const citation = read.citations.find((one) => one.id === id);
      const text = read.passages.find(({ citation_id }) => citation_id === id)?.text;
      return citation === undefined || text === undefined ? [] : unitsOf(citation, text);
    })
    .map((one) => ({ ...one, share: heldBy(withheld.text, wordsHeld(one.unit.text)).share }))
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.share - a.share)[0];
  if (found === undefined) return undefined;
  const { unit, citation } = found;
  const spans = unit.spans.map((span) => ({ citation, ...span }));
  const stands = ({ line, start }: { line: number; start: number }) =>
    shown.some(({ spans }) =>
      spans.some((one) => one.citation === citation && one.line === line && one.start === start),
    );
  const own = unit.kind === "table" ? spans.slice(-1) : spans;
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

/** What can be quoted alone: no code, nothing that only announces, nothing that "Never:" or "Only on Windows:" stands over. */
function unitsOf(
  { id, locator, inside_fence, title, breadcrumb }: Citation,
  text: string,
): { citation: number; unit: Unit }[] {
  const units = quotableUnits(text, locator.line_start, inside_fence);
  const above = [title, ...breadcrumb].join("\n");
  return units
    .filter((unit, i) => {
      if (unit.kind === "heading" || unit.kind === "code" || unit.announces) return false;
      if (unit.text.length > longest) return false;
      if (i === 0 && pointsBack.test(unit.text)) return false;
      const { denials, lines } = leadsOf(unit, units, above);
      const leads = lines.map((line) => line.text).join("\n");
      return denials === 0 && !dropsCondition(unit.text, leads);
    })
    .map((unit) => ({ citation: id, unit }));
}
