import { mayBeMended, slipsBetween } from "../spelling.ts";
import type { InvertedIndex } from "./inverted-index.ts";
import { postingsOf } from "./segment.ts";

/** The term nearest to an unknown one, the more frequent of equals. Looks through the whole dictionary: some milliseconds. */
export function nearestTerm(index: InvertedIndex, unknown: string): string | undefined {
  if (!mayBeMended(unknown)) return undefined;
  let best: { term: string; slips: number; passages: number } | undefined;
  for (const term of index.terms()) {
    const slips = slipsBetween(unknown, term);
    if (slips === undefined || slips > (best?.slips ?? slips)) continue;
    const passages = passagesOf(index, term);
    if (passages === 0) continue;
    if (best === undefined || slips < best.slips || passages > best.passages) {
      best = { term, slips, passages };
    }
  }
  return best?.term;
}

function passagesOf(index: InvertedIndex, term: string): number {
  const id = index.termId(term);
  if (id === undefined) return 0;
  let count = 0;
  for (const segment of index.segments()) {
    const { from, to } = postingsOf(segment, id);
    for (let at = from; at < to; at++) {
      if (segment.alive[segment.passages[at] ?? 0] === 1) count += 1;
    }
  }
  return count;
}
