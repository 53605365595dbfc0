import type { DraftClaim } from "#lib/contracts/draft";
import { findRows, isWholeRow } from "#lib/markdown/table-rows";
import type { Unit } from "#lib/markdown/units";

/** A row that is given as text alone, with all of a source's columns in their order: as the source writes it. */
export function placeRow(
  claim: DraftClaim,
  citation: number,
  units: readonly Unit[],
): DraftClaim | undefined {
  if (claim.kind !== "table") return undefined;
  const [unit, ...others] = findRows(claim.text, units) ?? [];
  if (unit === undefined || others.length > 0 || !isWholeRow(claim.text, unit)) return undefined;
  return { ...claim, text: unit.text, spans: unit.spans.map((span) => ({ citation, ...span })) };
}
