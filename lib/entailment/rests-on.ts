import type { Claim, Quotation } from "#lib/contracts/answer";
import { ownSpans } from "#lib/markdown/table-rows";
import type { Unit } from "#lib/markdown/units";
import { type Evidence, pointsBack } from "./carriers.ts";
import { leadsOf } from "./leads.ts";

/**
 * The lines that a claim rests on, whole, in the words in which they were just read: those its spans point at, and what they
 * are read with: "Only on Windows:" is part of what the item under it says, and so is what "It" stands for. In reading
 * order, each once.
 */
export function linesBehind(
  claim: Pick<Claim, "citations" | "spans">,
  evidence: ReadonlyMap<number, Evidence>,
): Quotation[] {
  return claim.citations.flatMap((citation) => {
    const { units = [], above = "" } = evidence.get(citation) ?? {};
    const held = new Set(claim.spans.filter((one) => one.citation === citation).map(place));
    const behind = new Set(
      units
        .filter(
          ({ kind, spans }) => kind !== "heading" && spans.every((one) => held.has(place(one))),
        )
        .flatMap((unit) => [
          ...[unit, ...leadsOf(unit, units, above).lines],
          ...saidBefore(unit, units),
        ]),
    );
    return units
      .filter((unit) => unit.kind !== "heading" && behind.has(unit))
      .map((unit) => quotationOf(citation, unit));
  });
}

function saidBefore(unit: Unit, units: readonly Unit[]): Unit[] {
  const before = units[units.indexOf(unit) - 1];
  return before?.block === unit.block && unit.kind !== "table" && pointsBack(unit.text)
    ? [before]
    : [];
}

const place = ({ line, start }: { line: number; start: number }): string => `${line}:${start}`;

export function quotationOf(citation: number, { kind, text, spans, info }: Unit): Quotation {
  // A row brings its header with it, and stands below it.
  const own = ownSpans({ kind, spans });
  if (kind === "heading") throw new Error("a heading says nothing that could be quoted");
  return {
    citation,
    line_start: own[0]?.line ?? 1,
    line_end: own.at(-1)?.line ?? 1,
    text,
    kind,
    ...(info === undefined ? {} : { info }),
  };
}
