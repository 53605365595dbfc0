import type { Unit } from "#lib/citations/units";
import { contentTerms } from "#lib/platform/words";
import { comparison } from "../planners/comparison.ts";
import type { Asked } from "./asked.ts";
import type { Candidate } from "./candidates.ts";
import { ownText } from "./unit-signs.ts";

/** "moved: …" and "changed: …": of what is compared each has a row, an item or a paragraph of its own in one passage. */
export function comparedPair(
  ranked: readonly Candidate[],
  asked: Asked,
): [Candidate, Candidate] | undefined {
  const names = asked.kind === "comparison" ? comparison.plan(asked.question)?.compared : undefined;
  if (names === undefined || ranked[0] === undefined) return undefined;
  const [a, b] = names.map(bareName) as [string, string]; // two names are compared
  const near = ranked.filter((c) => !c.source.foreign);
  for (const one of near.filter((c) => opensWith(c.unit, a) && !opensWith(c.unit, b))) {
    const other = near.find(
      (c) => c.source === one.source && opensWith(c.unit, b) && !opensWith(c.unit, a),
    );
    if (other?.unit.kind !== one.unit.kind) continue;
    return one.index < other.index ? [one, other] : [other, one];
  }
  return undefined;
}

/** The words of a name stand in a row's first cell or at the very beginning of a text. */
function opensWith(unit: Unit, name: string): boolean {
  const own = ownText(unit);
  const cell = /^\s*\|?([^|]*)\|/.exec(own)?.[1] ?? "";
  const held = new Set(contentTerms(unit.kind === "table" ? cell : own.slice(0, name.length + 6)));
  const terms = contentTerms(name);
  return terms.length > 0 && terms.every((term) => held.has(term));
}

/** `"changed" on a source` -> changed. */
function bareName(name: string): string {
  const quoted = /["“「`]([^"”」`]+)["”」`]/.exec(name)?.[1];
  return (
    quoted ??
    name.replace(/\s(?:in|on|of|for|at|with|when)\s.*$/i, "").replace(/^(?:an?|the)\s/i, "")
  );
}
