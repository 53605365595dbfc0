import { negations } from "#lib/entailment/negations";
import type { Unit } from "#lib/markdown/units";
import { type Asked, hitsIn, share, union } from "./asked.ts";
import { lengthOf } from "./belongings.ts";
import type { Candidate, Source } from "./candidates.ts";
import { answerBudget } from "./lengths.ts";
import { opensBack } from "./points-back.ts";
import { isOfOnePage } from "./section-of.ts";
import { ownText } from "./unit-signs.ts";

/**
 * Half of a rule reads as a yes: where a sentence of the same page restricts what is asked about ("none of them when …",
 * "CSS files are not affected"), it is quoted with the rest, in its place or behind it.
 */

/** So much of the question the restriction holds, and of it something that is not quoted yet. */
const leastShared = 0.3;
const leastNew = 0.05;
const leastDenied = 0.12;

/** Whether a text says what does not hold, or under which condition alone something does. */
export function restricts(text: string): boolean {
  return negations(text) > 0 || narrows.test(text);
}

const narrows =
  /\b(?:only|unless|except|however|must|has to be|as long as|provided that)\b|仅|僅|只|除非|除了|例外|必须|必須/i;

export function restrictionOf(
  quoted: readonly Unit[],
  best: Candidate,
  ranked: readonly Candidate[],
  asked: Asked,
): { source: Source; unit: Unit } | undefined {
  if (asked.kind !== "yes_no") return undefined;
  const held = union(...quoted.map((unit) => hitsIn(ownText(unit), asked)));
  return ranked.find(({ source, unit, hits }) => {
    if (
      !isOfOnePage(source.citation, best.source.citation) ||
      quoted.includes(unit) ||
      opensBack(unit)
    )
      return false;
    if (unit.kind !== "sentence" && unit.kind !== "list_item" && unit.kind !== "quote")
      return false;
    if (!restricts(unit.text)) return false;
    if (lengthOf([...quoted, unit]) > answerBudget) return false;
    const fresh = [...hits].filter((i) => !held.has(i));
    // In another section it must name what was left out, or deny with a good part of it.
    const denies = negations(unit.text) > 0 && share(new Set(fresh), asked) >= leastDenied;
    const names = source === best.source || denies || fresh.some((i) => asked.names.has(i));
    return names && share(hits, asked) >= leastShared && share(new Set(fresh), asked) >= leastNew;
  });
}
