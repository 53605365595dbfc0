/** Bounds of what is read of a question, and the sizes by which it is read. */
export const questionLimits = {
  /** Characters; what stands behind them is not read. */
  chars: 4000,
  /** Terms; those behind them are left out. */
  terms: 1000,
  /** Forms of a text that is read as one of a template. */
  template_forms: 120,
  /** Words that `*` in a phrase stands for, at most. */
  gap_words: 3,
  /** The same of Chinese characters. */
  gap_characters: 6,
  /** A phrase of `property` or `thing` is no longer than this many characters. */
  noun_chars: 60,
  constraint_chars: 120,
  constraints: 6,
  error_chars: 400,
  error_paths: 8,
  /** English words from which text in another language's question may be an error message. */
  foreign_run_words: 3,
  /** Words from which a sentence that asks nothing states something. */
  statement_words: 4,
  /** The same of Chinese characters. */
  statement_characters: 8,
  /** A message that leans on the one before has no more words than this. */
  fragment_words: 8,
  /** The same of Chinese characters. */
  fragment_characters: 12,
} as const;

export const collectionLimits = {
  /** A longer text holds more than a question about the collection. */
  chars: 400,
  /** A wording of more is a statement to be found, not one to be counted. */
  wording_words: 6,
  wording_chars: 60,
  /** Hours, days, weeks or months that "the last …" may go back. */
  span: 3660,
} as const;

export const hourMs = 3_600_000;
export const dayMs = 86_400_000;
export const daysOf = { week: 7, month: 30 } as const;
