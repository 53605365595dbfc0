import type { Held } from "./asked-question.ts";

/** `part` of `whole`; 0 of nothing. */
export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** Share of `wanted` that is in `held`; 0 where nothing is wanted. */
export function heldOf(wanted: ReadonlySet<string>, held: Held): number {
  let both = 0;
  for (const one of wanted) if (held.has(one)) both += 1;
  return ratio(both, wanted.size);
}
