import { mayBeMended, mostSlips, slipsBetween } from "../spelling.ts";
import type { UnknownWord } from "./engine.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { passagesWith } from "./segment.ts";

/** The term nearest to an unknown one, the more frequent of equals. Looks through the whole dictionary: about a millisecond. */
export function nearestTerm(
  index: InvertedIndex,
  { term: unknown, written }: UnknownWord,
): string | undefined {
  if (!mayBeMended(written.toLowerCase())) return undefined;
  let best: { term: string; slips: number; passages: number } | undefined;
  for (const [id, term] of index.alike(unknown, mostSlips(unknown))) {
    const slips = slipsBetween(unknown, term);
    if (slips === undefined || slips > (best?.slips ?? slips)) continue;
    const passages = passagesWith(index.segments(), id);
    if (passages === 0) continue;
    if (best === undefined || slips < best.slips || passages > best.passages) {
      best = { term, slips, passages };
    }
  }
  return best?.term;
}
