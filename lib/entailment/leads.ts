import type { Unit } from "#lib/markdown/units";
import { closing, has, hitsOf, opening } from "./facts/cues.ts";
import { markedPieces } from "./facts/pieces.ts";
import { entailmentLimits } from "./limits.ts";
import { negations } from "./negations.ts";

/**
 * What stands over an item or a row and says how it is meant: the line that announces it ("Never:", "Only on Windows:"),
 * the items it stands under, the heading ("Unsupported"), the header of its column. An item alone says the opposite of
 * what it says under a lead that denies.
 */
export type Leads = {
  /** The lines that announce the unit, the nearest first. */
  lines: Unit[];
  /** How often these, or else the heading, deny it. */
  denials: number;
};

export function leadsOf(unit: Unit, units: readonly Unit[], above: string): Leads {
  const lines = linesOver(unit, units);
  const denials = lines.reduce((sum, line) => sum + denialsOf(line.text), 0);
  if (denials > 0) return { lines, denials };
  const under = unit.list !== undefined || unit.kind === "table";
  const heading = headingOf(unit, units) ?? above.split("\n").at(-1) ?? "";
  const denied = under && headingDenies(heading, unit.text);
  return { lines, denials: denied && negations(unit.text) === 0 ? 1 : 0 };
}

function linesOver(unit: Unit, units: readonly Unit[]): Unit[] {
  const lines: Unit[] = [];
  let one: Unit | undefined = unit;
  while (one !== undefined) {
    const inner: Unit = one;
    const first = units.findIndex((u) =>
      inner.list === undefined ? u.block === inner.block : u.list === inner.list,
    );
    const before: Unit | undefined = units[first - 1];
    const listed = inner.list !== undefined || inner.kind === "table" || inner.kind === "code";
    if (listed && before?.announces === true) lines.push(before);
    const at = units.indexOf(inner);
    one =
      inner.depth > 1
        ? units.slice(0, at).findLast((u) => u.depth === inner.depth - 1 && u.list !== undefined)
        : undefined;
    if (one !== undefined && !lines.includes(one) && one.announces) lines.push(one);
  }
  return lines;
}

const headingOf = (unit: Unit, units: readonly Unit[]): string | undefined =>
  units.slice(0, units.indexOf(unit)).findLast((u) => u.kind === "heading")?.text;

/** "If it does not start:" denies nothing of what follows; "Docent does not:" does. */
function denialsOf(lead: string): number {
  const own = markedPieces(lead)
    .filter((piece, i, all) => i === all.length - 1 || closing(piece, "time-end") === undefined)
    .map((piece) => piece.slice(0, hitsOf(piece, "aside")[0]?.start))
    .join(", ");
  return negations(own) + (has(own, "gone") ? 1 : 0);
}

/** Under some headings a list names what is not so. A question about trouble ("Docent does not start") is none. */
function headingDenies(heading: string, item: string): boolean {
  const denies =
    opening(heading, "denying-heading") ??
    closing(heading, "denying-heading") ??
    hitsOf(heading, "denying-question")[0];
  if (denies !== undefined) return true;
  return opening(heading, "limits-heading") !== undefined && isPhrase(item);
}

/** "Symbolic links" under "Limitations" is named as one; "A file may have 8 MiB." says what it says. */
const isPhrase = (text: string): boolean =>
  text.length <= entailmentLimits.phrase_characters &&
  !text.includes("\n") &&
  !text.endsWith(".") &&
  !text.endsWith("。") &&
  !has(text, "says");
