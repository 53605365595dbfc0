/** Bounds of what is read of a question, and the sizes by which it is read. */
export const questionLimits = {
  /** Characters; what stands behind them is not read. */
  chars: 4000,
  /** Characters of questions whose analysis is kept: one question is analysed several times on the way to its answer. */
  kept_chars: 40_000,
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

/** Sizes by which an ask is taken apart. */
export const askLimits = {
  /** Beyond this it is no question but a text. */
  planned_chars: 1200,
  parts: 4,
  remembered_chars: 10_000,
  /** An ask has at least so many words. */
  part_words: 3,
  /** "How many of the files in it" before the verb. */
  sort_words: 6,
  topic_words: 10,
  /** An ask without a verb of its own. */
  bare_words: 6,
  /** "Quickly" and not "fly". */
  adverb_chars: 4,
  follow_up_chars: 200,
  fragment_words: 8,
  /** A name that is compared, and the topic of a Chinese ask. */
  name_chars: 40,
  han_topic_chars: 24,
} as const;

/** Bounds of single words. */
export const wordLimits = {
  /** Past these an identifier is only read in parts: a URL or a minified line is nobody's search word. */
  segments: 16,
  longest_whole: 64,
  /** One word without any joint; longer ones are data and are cut. */
  longest_word: 128,
  underscores: 4,
  shortest_stemmed: 3,
  longest_stemmed: 40,
  /** Words that are remembered. */
  known: 50_000,
  /** Pairs of Han characters that are remembered. */
  known_pairs: 100_000,
  /** Engines keep a longer piece as a window on the whole text. */
  copied: 13,
  /** A character with more marks than fit is no writing; only the first are read. */
  cluster: 32,
  /** More marks on one character are no writing and are left out. */
  marks: 8,
  /** Letters of words that are passed over unread. */
  passed_over: 100,
} as const;

/** By what a text is taken for Chinese or English. */
export const langWeights = {
  chars: 4000,
  /** Characters for one word of another script. */
  characters: 1.5,
  /** A function word counts for so many others. */
  stop: 3,
  /** So many characters for one kana: more kana is Japanese. */
  kana: 4,
} as const;

export const pathLimits = {
  /** More paths than a person types into one question are not looked at. */
  paths: 5,
  ending_chars: 8,
  /** What asks to have a path read stands so near before it. */
  verb_chars: 40,
  verb_characters: 12,
  /** … and 吗 so near behind 会. */
  asks_within: 200,
  ask_chars: 80,
  ascii: 128,
} as const;

/** UTF-16 units. */
export const codes = {
  a: 0x61,
  z: 0x7a,
  zero: 0x30,
  nine: 0x39,
  /** What a small letter has and its capital lacks. */
  small: 0x20,
  blank: 0x20,
  newline: 0x0a,
  dot: 0x2e,
  colon: 0x3a,
  underscore: 0x5f,
  /** The first that is none of ASCII. */
  ascii: 0x80,
  first_han: 0x3400,
  last_han: 0x9fff,
  first_surrogate: 0xd800,
  last_surrogate: 0xdfff,
  last_unit: 0xffff,
} as const;

/** Two letters as one number: the place of a letter in the alphabet, five bits each. */
export const letterBits = { width: 5, mask: 31, beginnings: 1024, e: 5, i: 9, y: 25 } as const;

/** The hash table of words and identifiers: characters of one, places as a power of two, and how a hash is made and spread. */
export const runTable = {
  longest: 40,
  bits: 18,
  multiplier: 31,
  spread: 0x9e3779b1,
  /** 32 less `bits`. */
  shift: 14,
  /** Numbers of a place: the hash, the number of the run, where its letters begin and how many they are. */
  width: 4,
  length_at: 3,
} as const;

/** Units of a text: zeros behind the last one, room at first, and a text that is so short that each is fetched by itself. */
export const unitLimits = { behind: 8, room: 8192, few: 24 } as const;

/** What a UTF-16 unit is to the scanner. */
export const characterClasses = {
  separator: 0,
  letter: 1,
  digit: 2,
  han: 3,
  paired: 4,
  surrogate: 5,
  mark: 6,
  unknown: 7,
} as const;

export const factLimits = {
  /** A question is not made longer than this by what stands for its words. */
  question_chars: 4000,
} as const;
