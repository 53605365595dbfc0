import {
  type Candidate,
  emptyOutline,
  type Outline,
  type Question,
  type RankingSignal,
} from "../signals/signal.ts";

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
  /** A share of the question that is too little for any passage of a document, by what holds of all of them. */
  tooLittle(ofDocument: Outline): number;
};

/** The least step in which a share is looked for that is too little. */
const finest = 1 / 256;

export function judgeBy(
  signals: readonly RankingSignal[],
  question: Question,
  mayReach: (bound: number) => boolean,
): Judge {
  const inTurn = [...signals.keys()].sort(
    (a, b) => Number(signals[a]?.slow ?? false) - Number(signals[b]?.slow ?? false) || a - b,
  );
  const outline = emptyOutline();
  // By its rarity alone a word of talk is more of the question than its share: by so much at most.
  const mostTold = Math.max(1, ...question.terms.map(({ told, share }) => told / share));
  // Taken out of their signals: to look the same name up in objects of different kinds takes longer than most of them.
  const weights = signals.map((signal) => signal.weight);
  const mosts = signals.map((signal) => signal.most);
  const judged = signals.map((signal) => signal.value);
  const boundOf = (outline: Outline) => {
    let sum = 0;
    for (let i = 0; i < mosts.length; i++)
      sum += (weights[i] ?? 0) * (mosts[i]?.(outline, question) ?? 0);
    return sum;
  };
  const values = new Array<number>(signals.length).fill(0);
  return {
    boundOf,
    reaches: mayReach,
    valuesOf(candidate, outline) {
      let bound = boundOf(outline);
      for (const i of inTurn) {
        const weight = weights[i] ?? 0;
        const value = weight * (judged[i]?.(candidate, question) ?? 0);
        values[i] = value;
        bound += value - weight * (mosts[i]?.(outline, question) ?? 0);
        if (!mayReach(bound)) return undefined;
      }
      return values;
    },
    tooLittle(ofDocument) {
      let low = 0;
      for (let high = 1; high - low > finest; ) {
        const share = (low + high) / 2;
        // No more can stand in an outline of this share, and no signal falls when something in it rises.
        outline.share = share;
        outline.words = Math.min(ofDocument.words, share);
        outline.document = ofDocument.document;
        outline.named = ofDocument.named;
        outline.titled = Math.min(ofDocument.titled, share);
        outline.headed = Math.min(ofDocument.headed, share * mostTold);
        outline.near = Math.min(ofDocument.near, share);
        if (mayReach(boundOf(outline))) high = share;
        else low = share;
      }
      return low;
    },
  };
}
