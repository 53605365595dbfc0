/** Sizes of what is compared when an earlier question is looked for. */
export const recallLimits = {
  /** Characters of a question; what stands behind them is not compared. */
  chars: 1200,
  /** Of the vectors that are nearest so many questions are read and compared word by word. */
  compared: 40,
  /**
   * How the order of the embedding model is put together with that of words and the table: the constant of reciprocal ranks
   * as it is usual, and how much the model's order counts beside the other.
   */
  fused: { rank: 60, embedded: 2 },
  /**
   * Of the questions that have a vector of the embedding model the newest so many say what is usual for it, where there
   * are at least so many of a language, without this share of the nearest, which may ask the same.
   */
  background: { newest: 1000, least: 50, nearest: 0.05 },
  /** How much what stands out by the embedding model counts in the order, beside the nearness by words and the table. */
  stands_out_in_order: 0.1,
  /** Vectors that are read from the database at once. */
  read_at_once: 4000,
  /** Questions that are read anew for vectors at once. */
  written_at_once: 200,
} as const;

/** Inputs of tasks, when an earlier task is looked for that asks for the same. */
export const inputLimits = {
  /** Tasks of the type that are compared, the newest first. */
  compared: 200,
  /** Characters of an input; a longer one is compared with none. */
  chars: 20_000,
  /** Of the lines of a long text, or of the settings where there is no text, so many stand in both. */
  shared: 0.5,
  /** Characters that are shown of an input. */
  said: 160,
} as const;

/** A number of a vector is one byte: its largest stands for the length of the whole. */
export const vectorByte = 127;

/** The weight of a term that the table of word meanings does not know, beside those that it knows. */
export const unknownWeight = 1;

/** The same of a number, a name, an identifier, which nothing else stands for, besides what the table says of it. */
export const fixedWeight = 0.5;

/** How vectors are made of the table's words; another way gets another number, and vectors of before are made anew. */
export const vectorWay = 1;
