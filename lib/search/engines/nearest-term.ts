import { mayBeMended, mostSlips, slipsBetween } from "../spelling.ts";
import type { UnknownWord } from "./engine.ts";
import type { InvertedIndex } from "./inverted-index.ts";

/**
 * The term nearest to an unknown one, the more frequent of equals and then the first by its letters: which words came
 * first into the index decides nothing.
 * Looks through the whole dictionary: about a millisecond.
 */
export function nearestTerm(
  index: InvertedIndex,
  { term: unknown, written }: UnknownWord,
): string | undefined {
  if (!mayBeMended(written.toLowerCase())) return undefined;
  let best: Near | undefined;
  for (const [id, term] of index.alike(unknown, mostSlips(unknown))) {
    const slips = slipsBetween(unknown, term);
    if (slips === undefined || slips > (best?.slips ?? slips)) continue;
    const passages = index.passagesWith(id);
    if (passages === 0) continue;
    const found = { term, slips, passages };
    if (best === undefined || isNearer(found, best)) best = found;
  }
  return best?.term;
}

type Near = { term: string; slips: number; passages: number };

function isNearer(one: Near, other: Near): boolean {
  if (one.slips !== other.slips) return one.slips < other.slips;
  if (one.passages !== other.passages) return one.passages > other.passages;
  return one.term < other.term;
}
