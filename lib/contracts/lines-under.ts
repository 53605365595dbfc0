import type { Claim, Quotation } from "./answer.ts";
import { areWrittenItems, continuedItems } from "./paragraphs.ts";

/**
 * `lines` stand here for the first time, `again` stand further up already; `lacks` are words of the claims above that neither
 * holds, `points` what the lines say of the matter. `instead`: no claim stands above, they are in the place of one. `other_language`: a claim above is in another
 * language than its lines.
 */
export type Under = {
  lines: Quotation[];
  again: Quotation[];
  lacks: string[];
  points: string[];
  instead: boolean;
  other_language: boolean;
  /** None of the claims above is in doubt: the lines are shown because a reader asked for them. */
  asked: boolean;
};

/**
 * What stands under a claim that rests on lines without saying what they say: those lines, behind its paragraph or list,
 * which is read in one go. Nobody reads a line twice: claims in a row that rest on one in common share the quotation, under the last
 * of them, and further down it is only pointed at.
 * Claims that facts and lines bear have theirs under them where a reader wants to see `every` one.
 */
export function linesUnder(
  claims: readonly Claim[],
  { every = false }: { every?: boolean } = {},
): Map<Claim, Under> {
  const under = new Map<Claim, Under>();
  const standsUnder = (claim: Claim | undefined) =>
    claim !== undefined && (every || !isBelieved(claim)) ? (claim.rests_on ?? []) : [];
  const continued = continuedItems(claims);
  const shown = new Set<string>();
  let open = new Map<string, Quotation>();
  let lacks: string[] = [];
  let points: string[] = [];
  let instead = true;
  let other_language = false;
  let asked = true;
  claims.forEach((claim, i) => {
    for (const one of standsUnder(claim)) open.set(placeOf(one), one);
    lacks = [...new Set([...lacks, ...(claim.lacks ?? [])])];
    if (claim.point !== undefined) points.push(claim.point);
    instead &&= claim.instead === true;
    other_language ||= claim.other_language === true;
    asked &&= isBelieved(claim);
    const next = claims[i + 1];
    if (standsUnder(next).some((one) => open.has(placeOf(one)))) return;
    if (!every && next !== undefined && readsOn(claim, next, continued)) return;
    const all = [...open.values()];
    const again = all.filter((one) => shown.has(placeOf(one)));
    const lines = all.filter((one) => !again.includes(one));
    if (all.length > 0)
      under.set(claim, { lines, again, lacks, points, instead, other_language, asked });
    for (const one of lines) shown.add(placeOf(one));
    open = new Map();
    lacks = [];
    points = [];
    instead = true;
    other_language = false;
    asked = true;
  });
  return under;
}

/** Is the next one read in the same paragraph or list? What is in the place of a sentence stands alone. */
const readsOn = (claim: Claim, next: Claim, continued: ReadonlySet<Claim>): boolean =>
  !claim.instead &&
  !next.instead &&
  (next.goes_on === true || areWrittenItems(claim, next, continued));

const isBelieved = ({ support, instead }: Claim): boolean =>
  !instead && (support === "own_words" || support === "supported");

const placeOf = ({ citation, line_start, text }: Quotation): string =>
  JSON.stringify([citation, line_start, text]);

/** Quotations of one citation in a row, which have one heading. */
export function bySource(lines: readonly Quotation[]): Quotation[][] {
  const sources: Quotation[][] = [];
  for (const one of lines) {
    const last = sources.at(-1);
    if (last?.[0]?.citation === one.citation) last.push(one);
    else sources.push([one]);
  }
  return sources;
}
