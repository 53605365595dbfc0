import type { DraftClaim } from "#lib/contracts/draft";
import { quotableUnits, type Unit } from "#lib/markdown/units";
import { placeCode } from "./place-code.ts";
import { harmless } from "./render.ts";

/** Lines as they were read again, by the number of the citation that names them. */
export type ReadLines = ReadonlyMap<number, { text: string; line_start: number }>;

/** In what the lines of a citation may begin: text, a code block whose fence stands above them, or what a note indents. */
const fences = [undefined, "```", "~~~", "    ", "        "] as const;

export type Placed = { claims: DraftClaim[]; inside_fence: ReadonlyMap<number, string> };

/**
 * Claims that are text alone, as an exported answer has them, beside the units of their cited lines that they are,
 * character for character. One that is found gets its spans, so that the gate can judge it as a quotation; one that is not
 * stays as it is, and the gate looks for its words. Nothing is believed of where a claim says it stands.
 */
export function placeClaims(written: readonly DraftClaim[], lines: ReadLines): Placed {
  let claims = [...written];
  const inside_fence = new Map<number, string>();
  for (const [citation, { text, line_start }] of lines) {
    const readings = fences.map((fence) => {
      const all = quotableUnits(text, line_start, fence);
      const units = byWords(all);
      const placed = claims.map(
        (claim) => place(claim, citation, units) ?? placeLines(claim, citation, all),
      );
      return { fence, placed, found: placed.filter((claim) => claim !== undefined).length };
    });
    const [best] = readings.sort((a, b) => b.found - a.found); // a stable sort: plain text first
    if (best === undefined || best.found === 0) continue;
    claims = claims.map((claim, i) => best.placed[i] ?? claim);
    if (best.fence !== undefined) inside_fence.set(citation, best.fence);
  }
  return { claims, inside_fence };
}

type Units = ReadonlyMap<string, readonly Unit[]>;

/** Units by what `says` compares first, so that a claim meets those alone that it may be. */
function byWords(units: readonly Unit[]): Units {
  const found = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.kind === "heading") continue;
    const words = unit.kind === "code" ? unit.text : closed(harmless(unit.text));
    const key = keyOf(unit.kind, words, unit.info);
    const same = found.get(key);
    if (same === undefined) found.set(key, [unit]);
    else same.push(unit);
  }
  return found;
}

/** Of a step and of code the number and the language count too; of a table its last row. */
function keyOf(kind: Unit["kind"], words: string, info: string | undefined): string {
  const said = kind === "table" ? words.slice(words.lastIndexOf("\n") + 1) : words;
  return [kind, kind === "step" || kind === "code" ? (info ?? "") : "", said].join("\n");
}

function place(claim: DraftClaim, citation: number, units: Units) {
  if (claim.spans.length > 0 || !claim.citations.includes(citation)) return undefined;
  const words = claim.kind === "code" ? claim.text : closed(claim.text);
  const unit = units.get(keyOf(claim.kind, words, claim.info))?.find((one) => says(one, claim));
  if (unit === undefined) return undefined;
  const { info: _, ...rest } = claim;
  return {
    ...rest,
    text: unit.text,
    ...(unit.info === undefined ? {} : { info: unit.info }),
    spans: unit.spans.map((span) => ({ citation, ...span })),
  };
}

/** Some lines of a block of code in the same language. */
function placeLines(claim: DraftClaim, citation: number, units: readonly Unit[]) {
  if (claim.spans.length > 0 || !claim.citations.includes(citation)) return undefined;
  const same = units.filter((unit) => (unit.info ?? "") === (claim.info ?? ""));
  return placeCode(claim, citation, same);
}

/** As `renderMarkdown` writes the unit, and `claimsOf` reads it back. */
function says(unit: Unit, claim: DraftClaim): boolean {
  if (unit.kind !== "table") return true;
  const text = harmless(unit.text);
  if (unit.spans.length > 1) return closed(text) === closed(claim.text);
  // A row whose header was not at hand was given an empty one.
  const [header = "", , row] = claim.text.split("\n");
  return row === text && /^[|\s]*$/.test(header);
}

/** The marker stands before the full stop and takes the space there with it when it is taken out. */
const closed = (text: string): string => text.replace(/\s+([.。])$/u, "$1");
