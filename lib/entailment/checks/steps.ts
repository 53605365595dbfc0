import type { Carrier } from "../carriers.ts";
import { heldBy } from "../coverage.ts";

const sequence =
  /\b(?:then|after|before|afterwards|next|finally|first)\b|先|再|然后|之后|之前|最后/i;
const leastLikeness = 0.5;

/** Steps of a procedure told in another order than they stand in. */
export function turnsSteps(
  sentence: string,
  clauses: readonly string[],
  window: readonly Carrier[],
): boolean {
  const steps = window.filter(({ unit }) => unit.kind === "step");
  if (steps.length === 0 || !sequence.test(sentence)) return false;
  const places = clauses.flatMap((clause) => {
    const [nearest] = steps
      .map(({ at, words }) => ({ at, share: heldBy(clause, words).share }))
      .toSorted((a, b) => b.share - a.share);
    return nearest === undefined || nearest.share < leastLikeness ? [] : [nearest.at];
  });
  const sorted = places.toSorted((a, b) => a - b).join();
  const forward = places.join() === sorted;
  const backward = places.toReversed().join() === sorted;
  if (forward && backward) return false;
  // "B after A" tells A first.
  return /\S.*\s(?:after)\b/i.test(sentence) ? !backward : !forward;
}
