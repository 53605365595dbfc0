import type { Citation } from "#lib/contracts/citation";
import { ownSpans } from "#lib/markdown/table-rows";
import type { Unit } from "#lib/markdown/units";
import type { Source } from "./candidates.ts";

/** A unit of a section, which may have been read in several passages. */
export type Placed = { source: Source; unit: Unit };

/** The section that a stretch was quoted from, as far as it was read, in the order of the file; without its heading. */
export function sectionOf(
  { source, units }: { source: Source; units: readonly Unit[] },
  sources: readonly Source[],
): Placed[] {
  const all = source.units;
  const at = units.map((unit) => all.indexOf(unit)).filter((i) => i >= 0);
  const start = all.findLastIndex((u, i) => i < Math.min(...at) && u.kind === "heading") + 1;
  const end = all.findIndex((u, i) => i > Math.max(...at) && u.kind === "heading");
  const own = all.slice(start, end === -1 ? undefined : end);
  // Another passage goes on with it where it stands under the same headings, of which this one may begin with the last.
  const others =
    start > 1
      ? []
      : sources.filter(
          (other) => other !== source && isOfOneSection(other.citation, source.citation),
        );
  const known = new Set(own.flatMap(placesOf));
  const more = others.flatMap((other) => {
    const from = other.units[0]?.kind === "heading" ? 1 : 0;
    const stop = other.units.findIndex(({ kind }, i) => i >= from && kind === "heading");
    return other.units
      .slice(from, stop === -1 ? undefined : stop)
      .filter((unit) => !placesOf(unit).some((place) => known.has(place)))
      .map((unit) => ({ source: other, unit }));
  });
  return [...own.map((unit) => ({ source, unit })), ...more]
    .filter(({ unit }) => unit.kind !== "heading")
    .sort((a, b) => lineOf(a.unit) - lineOf(b.unit) || startOf(a.unit) - startOf(b.unit));
}

export const isOfOnePage = (one: Citation, other: Citation): boolean =>
  one.root_id === other.root_id && one.relative_path === other.relative_path;

/** Of one page, under the same headings. */
export const isOfOneSection = (one: Citation, other: Citation): boolean =>
  isOfOnePage(one, other) && one.breadcrumb.join("\n") === other.breadcrumb.join("\n");

const lineOf = (unit: Unit) => ownSpans(unit)[0]?.line ?? 0;
const startOf = (unit: Unit) => ownSpans(unit)[0]?.start ?? 0;
const placesOf = (unit: Unit): string[] =>
  ownSpans(unit).map(({ line, start }) => `${line}:${start}`);
