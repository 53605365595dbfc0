import type { Candidate, Outline, Question, RankingSignal } from "../signals/signal.ts";
import type { PartsOfShare } from "./held.ts";

/** What the signals make of passages, weighed: what they can come to at most, and what they come to. */
export type Judge = {
  /** No passage of this outline scores more. */
  boundOf(outline: Outline): number;
  reaches(bound: number): boolean;
  /**
   * The values of the signals in their order; undefined as soon as their sum cannot reach the list. They stand in the
   * same array each time.
   */
  valuesOf(candidate: Candidate, outline: Outline): readonly number[] | undefined;
  /**
   * A share of the question that is too little for any passage, not below the one that is known to be; for a passage of
   * one document when it is given what holds of all of them.
   */
  tooLittle(known: number, ofDocument?: Pick<Outline, "words" | "document" | "named">): number;
};

/** The least step in which a share is looked for that is too little. */
const finest = 1 / 256;

export function judgeBy(
  signals: readonly RankingSignal[],
  question: Question,
  mayReach: (bound: number) => boolean,
  parts: PartsOfShare,
): Judge {
  const inTurn = [...signals.keys()].sort(
    (a, b) => Number(signals[a]?.slow ?? false) - Number(signals[b]?.slow ?? false) || a - b,
  );
  const outline: Outline = { share: 0, words: 0, document: 0, named: 0, first: true };
  const mostOf = (s: RankingSignal, outline: Outline) => s.weight * s.most(outline, question);
  const boundOf = (outline: Outline) => {
    let sum = 0;
    for (const signal of signals) sum += mostOf(signal, outline);
    return sum;
  };
  const values = new Array<number>(signals.length).fill(0);
  return {
    boundOf,
    reaches: mayReach,
    valuesOf(candidate, outline) {
      let bound = boundOf(outline);
      for (const i of inTurn) {
        const signal = signals[i];
        if (signal === undefined) continue;
        const value = signal.weight * signal.value(candidate, question);
        values[i] = value;
        bound += value - mostOf(signal, outline);
        if (!mayReach(bound)) return undefined;
      }
      return values;
    },
    tooLittle(known, ofDocument) {
      let low = known;
      for (let high = 1; high - low > finest; ) {
        const share = (low + high) / 2;
        // No more can stand in an outline of this share, and no signal falls when something in it rises.
        outline.share = share;
        outline.words = Math.min(ofDocument?.words ?? share, share * parts.words);
        outline.document = ofDocument?.document ?? share;
        outline.named = ofDocument?.named ?? share * parts.named;
        if (mayReach(boundOf(outline))) high = share;
        else low = share;
      }
      return low;
    },
  };
}
