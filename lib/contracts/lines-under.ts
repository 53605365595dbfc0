import type { Claim, Quotation } from "./answer.ts";

/** `lacks`: words of the claims above that the lines do not hold. */
export type Under = { lines: Quotation[]; lacks: string[] };

/**
 * What stands under a claim that rests on lines without saying what they say: those lines. Claims in a row that rest on a
 * line in common share one quotation, under the last of them: nobody reads the same line twice.
 */
export function linesUnder(claims: readonly Claim[]): Map<Claim, Under> {
  const under = new Map<Claim, Under>();
  let open: Under = { lines: [], lacks: [] };
  claims.forEach((claim, i) => {
    const { lines } = open;
    open = {
      lines: [...lines, ...(claim.rests_on ?? []).filter((one) => !holds(lines, one))],
      lacks: [...new Set([...open.lacks, ...(claim.lacks ?? [])])],
    };
    const next = claims[i + 1]?.rests_on ?? [];
    if (open.lines.length > 0 && next.some((one) => holds(open.lines, one))) return;
    if (open.lines.length > 0) under.set(claim, open);
    open = { lines: [], lacks: [] };
  });
  return under;
}

const holds = (lines: readonly Quotation[], { citation, line_start, text }: Quotation): boolean =>
  lines.some(
    (one) => one.citation === citation && one.line_start === line_start && one.text === text,
  );
