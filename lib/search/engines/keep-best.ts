import type { Candidate } from "../signals/signal.ts";
import { byPlace } from "./by-place.ts";

/** A passage with what each signal gives it, in the order of the signals. */
export type Scored = { candidate: Candidate; values: readonly number[]; score: number };

/** The best passages so far, in order; equals by place. */
export type BestKept = {
  /** Whether a passage of this score at most could still come into the list. */
  mayReach(bound: number): boolean;
  offer(scored: Scored): void;
  take(): readonly Scored[];
};

/** Sums of floating-point numbers in different order may differ by so much. */
const rounding = 1e-9;

export function keepBest(limit: number): BestKept {
  const kept: Scored[] = [];
  const before = (a: Scored, b: Scored) => b.score - a.score || byPlace(a.candidate, b.candidate);
  const floor = () => kept[limit - 1]?.score ?? 0;
  return {
    mayReach: (bound) => kept.length < limit || bound + rounding >= floor(),
    offer(scored) {
      const last = kept[limit - 1];
      if (last !== undefined && before(last, scored) <= 0) return;
      let place = kept.length;
      while (place > 0 && before(kept[place - 1] ?? scored, scored) > 0) place -= 1;
      kept.splice(place, 0, scored);
      kept.length = Math.min(kept.length, limit);
    },
    take: () => kept,
  };
}
