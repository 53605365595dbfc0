import { say } from "#lib/platform/say";
import { isInText } from "../engines/segment.ts";
import { termAt } from "../engines/sequence.ts";
import { proximity, signalWeights } from "./limits.ts";
import type { Candidate, Question, RankingSignal } from "./signal.ts";

/** Do words that are neighbours in the question stand near each other in the passage, and in the same order? */
export const proximitySignal: RankingSignal = {
  name: "proximity",
  weight: signalWeights.proximity,
  slow: true,
  value(candidate, question) {
    const { terms } = question;
    const distances = leastDistances(candidate, question);
    let all = 0;
    let near = 0;
    for (let i = 0; i + 1 < terms.length; i++) {
      const share = Math.min(terms[i]?.share ?? 0, terms[i + 1]?.share ?? 0);
      all += share;
      near += share * closeness(distances[i] ?? 0);
    }
    return all === 0 ? 0 : near / all;
  },
  most: ({ near }, { pairs }) => (pairs === 0 ? 0 : Math.min(1, near / pairs)),
  explain(candidate, question, lang) {
    const { terms } = question;
    const distances = leastDistances(candidate, question);
    const near = [...distances.keys()].filter((i) => closeness(distances[i] ?? 0) > 0);
    const side = near.filter((i) => distances[i] === 1);
    const how = side.length === 0 ? "near" : side.length === near.length ? "side" : "both";
    return {
      detail: say(lang, `search.signal.proximity_${how}`, { near: near.length, side: side.length }),
      params: { pairs: near.map((i) => `${terms[i]?.term} ${terms[i + 1]?.term}`) },
    };
  },
};

/** 1 for neighbours in order, falling with distance; a negative distance is the other order and counts less. */
function closeness(distance: number): number {
  const near = nearness[Math.abs(distance)] ?? 0;
  return distance > 0 ? near : near * proximity.reversed;
}

const nearness = Array.from({ length: proximity.window + 1 }, (_, i) =>
  i === 0 ? 0 : 1 / (1 + Math.log2(i)),
);

/** Of the passage that is looked at: its terms of the question, 0 for those that it does not hold, and where they stood last. */
let held = new Int32Array(proximity.terms);
let last = new Int32Array(proximity.terms);
const roomFor = ({ length }: { length: number }) => new Int32Array(2 * length);

/** Of each term and the next one in the question their least distance in the passage; 0 where they are not both there. */
function leastDistances({ segment, passage, counts }: Candidate, { terms }: Question): number[] {
  if (!holdsNeighbours(counts)) return [];
  const distances = new Array<number>(terms.length - 1).fill(0);
  if (held.length <= terms.length) [held, last] = [roomFor(terms), roomFor(terms)];
  for (let i = 0; i < terms.length; i++) {
    held[i] = isInText(counts[i] ?? 0) ? (terms[i]?.id ?? 0) : 0;
    last[i] = -1;
  }
  last[terms.length] = -1; // nothing stands behind the last word, whatever a longer question left there
  const note = (pair: number, distance: number) => {
    if (closeness(distance) > closeness(distances[pair] ?? 0)) distances[pair] = distance;
  };
  const end = segment.sequenceStarts[passage + 1] ?? 0;
  for (let at = segment.sequenceStarts[passage] ?? 0; at < end; at++) {
    const term = termAt(segment.sequence[at] ?? 0);
    for (let i = 0; i < terms.length; i++) {
      if (held[i] !== term) continue;
      const before = last[i - 1] ?? -1;
      const behind = last[i + 1] ?? -1;
      if (before >= 0) note(i - 1, at - before);
      if (behind >= 0) note(i, behind - at);
      last[i] = at;
    }
  }
  return distances;
}

function holdsNeighbours(counts: readonly number[]): boolean {
  for (let i = 1; i < counts.length; i++) {
    if (isInText(counts[i - 1] ?? 0) && isInText(counts[i] ?? 0)) return true;
  }
  return false;
}
