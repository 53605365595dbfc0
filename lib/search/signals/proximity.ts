import { say } from "#lib/platform/say";
import { termAt } from "../engines/sequence.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

/** Words further apart than this say nothing about each other. */
const window = 12;

type Pair = { first: string; second: string; share: number; distance: number };

/** Do words that are neighbours in the question stand near each other in the passage, and in the same order? */
export const proximitySignal: RankingSignal = {
  name: "proximity",
  weight: 0.105,
  value(candidate, question) {
    let all = 0;
    let near = 0;
    for (const pair of pairsOf(candidate, question)) {
      all += pair.share;
      near += pair.share * closeness(pair.distance);
    }
    return all === 0 ? 0 : near / all;
  },
  most: ({ share }, { pairs }) => (pairs === 0 ? 0 : Math.min(1, share / pairs)),
  explain(candidate, question, lang) {
    const near = pairsOf(candidate, question).filter((pair) => closeness(pair.distance) > 0);
    const side = near.filter((pair) => pair.distance === 1);
    return {
      detail: say(lang, "search.signal.proximity", { near: near.length, side: side.length }),
      params: { pairs: near.map((pair) => `${pair.first} ${pair.second}`) },
    };
  },
};

/** 1 for neighbours in order, falling with distance; a negative distance is the other order and counts less. */
function closeness(distance: number): number {
  if (distance === 0 || Math.abs(distance) > window) return 0;
  const near = 1 / (1 + Math.log2(Math.abs(distance)));
  return distance > 0 ? near : near * 0.7;
}

/** Neighbours in the question, with their least distance in the passage (0: not both there). */
function pairsOf({ segment, passage }: Candidate, { terms }: Question): Pair[] {
  const from = segment.sequenceStarts[passage] ?? 0;
  const to = segment.sequenceStarts[passage + 1] ?? 0;
  const places = new Map<number, number[]>();
  for (const term of terms) if (term.id !== undefined) places.set(term.id, []);
  for (let at = from; at < to; at++) places.get(termAt(segment.sequence[at] ?? 0))?.push(at);
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < terms.length; i++) {
    const first = terms[i];
    const second = terms[i + 1];
    if (first === undefined || second === undefined) continue;
    pairs.push({
      first: first.term,
      second: second.term,
      share: Math.min(first.share, second.share),
      distance: leastDistance(places.get(first.id ?? 0) ?? [], places.get(second.id ?? 0) ?? []),
    });
  }
  return pairs;
}

/** Both lists ascend; one pass over the two finds the closest places. */
function leastDistance(first: readonly number[], second: readonly number[]): number {
  let best = 0;
  let j = 0;
  for (const at of first) {
    while (j < second.length && (second[j] ?? 0) < at) j += 1;
    for (const other of [second[j - 1], second[j]]) {
      if (other === undefined || other === at) continue;
      const distance = other - at;
      if (closeness(distance) > closeness(best)) best = distance;
    }
  }
  return best;
}
