/** What each signal weighs in the score of a passage; they were fitted together (docs/ranking.md). */
export const signalWeights = {
  words: 0.508,
  document: 0.209,
  heading: 0.19,
  opening: 0.171,
  named: 0.166,
  proximity: 0.114,
  coverage: 0.038,
} as const;

/** The same of the signals of meaning, beside the others (`training/meaning`). */
export const meaningWeights = { similar_words: 0.25, similar_text: 0.05 } as const;
/** … and of an embedding model. */
export const embeddingWeight = 0.3;
/** Words less alike count, and are not told as a pair. */
export const leastTold = 0.2;

/** How much an occurrence says, by where it stands, and how much a long field dilutes it. */
export const fieldWeights = {
  body: { boost: 1, dilution: 0.7 },
  code: { boost: 0.5, dilution: 0.7 },
  heading: { boost: 0.8, dilution: 0.5 },
  title: { boost: 0.6, dilution: 0.5 },
  path: { boost: 0.3, dilution: 0.3 },
} as const;

/** Up to so many words of a field what an occurrence in it comes to is looked up. */
export const usualLength = 1024;

/** The same over a whole document. */
export const documentWeights = { dilution: 0.4, code: 0.5, heading: 0.5, title: 0.5 } as const;

/** Half a match of a heading is none, and what is more counts steeply. */
export const headingMatch = { least: 0.5, power: 4 } as const;
export const openingPower = 3;

export const proximity = {
  /** Words further apart than this say nothing about each other. */
  window: 12,
  /** What neighbours in the other order count for. */
  reversed: 0.7,
  /** Terms for which there is room at first. */
  terms: 32,
} as const;

export const percent = 100;
