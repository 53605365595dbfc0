/** Bounds and shares by which a sentence is held against its lines; no other number stands in this room. */
export const entailmentLimits = {
  /** What was read of texts lately is kept up to so many characters of them. */
  remembered_characters: 400_000,
  /** Nobody says in a sentence what stands in a line longer than this, or in one sentence or row of it … */
  line_characters: 4000,
  carrier_characters: 1200,
  /** … nor rests a sentence on so many of them at once. */
  carriers: 300,
  code_lines: 24,
  /** Nor says in one sentence what stands in more items than these. */
  items: 14,
  head_characters: 80,
  /** A longer line states more than what it announces. */
  lead_characters: 120,
  /** A longer sentence is none, nor one of more facts or clauses than anybody compares. */
  sentence_characters: 600,
  facts: 40,
  parts: 12,
  clauses: 24,
  clause_words: 400,
  /** Words of a sentence times words of its line that are compared. */
  compared: 60_000,
  /** Lines that a sentence may rest on beside those that it quotes, and how much of it one must add. */
  rests: 3,
  tried: 40,
  worth_resting: 0.04,
  /** A quote stands nearly there where a unit has so much of it; a line of a unit is meant where it has so much of it. */
  nearly_quoted: 0.75,
  quote_share: 0.5,
  /** What a quoted clause denies is told in a sentence that has so much of it: on plain sentences of three sets by strangers 5 of 628 honest, 10 of 175 lies. */
  denied_quote_share: 0.5,
  /** A word of this alikeness to none of the lines' is foreign to them; so many of a text are compared. */
  alike_least: 0.3,
  compared_words: 400,
  /**
   * Passages that have less of a sentence, by word and by meaning, are about something else; or of what it says of its subject;
   * or the lines that it quotes; or nothing of so many Chinese characters in a row, in words' weight, where it denies and they
   * do not. Chosen on set G of docs/models.md (994 honest sentences, 520 lies).
   */
  least_held: 0.33,
  least_predicate: 0.35,
  least_quoted: 0.22,
  own_run: 3.5,
  /** More than so many things nobody counts off a list. */
  counted: 12,
  /** A line with another number has so much of a clause, and so much more than those with its own. */
  number_share: 0.5,
  number_gap: 0.25,
  /** What a sentence says of its subject in the very words of a line: a run of so many words, and of so much of it. */
  told_words: 3,
  told_share: 0.75,
  /** Of a line that answers a doubt so much is told in a sentence. */
  point_characters: 160,
  /** A word of so many letters with a capital may be a sign or an abbreviation as well as a name. */
  short_name: 2,
  features: { longest_run: 6 },
  /**
   * Two sentences speak of the same where they share so much of their words, the values apart; a denial of it more. Of 78 pairs
   * (tests/entailment/contradiction-pairs.ts and the test beside it) any `share` of 0.2 to 0.6 and `denial_share` of 0.5 to 0.75
   * tell 30 of 36 contradictions and none of 42 that are none; higher ones lose contradictions.
   */
  contradiction: { share: 0.5, denial_share: 0.75, words: 2, front_words: 3, scope_words: 4 },
  /** A Chinese character says less than a word, and one that stands in the lines without its neighbours less than one with them. */
  character_weight: 0.6,
  lone_character: 0.6,
  number_weight: 1.5,
  /** "Then" so near the front points to what stands before. */
  then_characters: 60,
  subject_characters: 60,
  han_subject_least: 2,
  han_subject_most: 18,
  /** A word of so many letters may have an ending. */
  ending: 3,
  /** An item that is a phrase and no sentence. */
  phrase_characters: 60,
  /** Between a bound and its number. */
  bound_characters: 12,
  article: 8,
  adverb_characters: 8,
  /** Words before a verb among which its "is" stands, and behind it its "by". */
  near: 3,
  /** Lines in another language: words that make one, and how many may hold the same facts. */
  foreign_words: 3,
  lines_across: 3,
  /** So much of a sentence without facts its quoted line must have by meaning: 14 of 15 true pairs of a round, 16 of 158 others. */
  near_across: 0.15,
  /** Sentences told word for word: their length, and what leads to one. */
  spoken_least: 3,
  spoken_most: 120,
  lead_words: 4,
  /** A number in the place of another, halves and subjects that cross. */
  crossed_share: 0.5,
  shared_words: 4,
  short_clause: 4,
  /** The name of a folder, written apart, has no more words. */
  folder_words: 4,
  folder_letters: 3,
  /** Shares of the sentence's words that the lines must hold … */
  supported_share: 0.75,
  weak_share: 0.5,
  /** … and the one that carries the whole of it, of its neighbours' words as well. */
  own_share: 0.4,
  /** So many words in a row that the lines lack are something that they do not say. */
  longest_addition: 2.4,
  /** Only the sentences that share most words with the sentence are asked for its facts, and of these the ones that share nearly as many as the first. */
  looked: 6,
  nearly_first: 0.75,
  least_share: 0.2,
  /** What is said of the subject is not all new. */
  predicate_share: 0.34,
  /** The clauses of a sentence rest on lines that stand no further apart. */
  apart: 6,
  /** A sentence made of a line's words is that line, right or wrong. */
  near_copy: 0.8,
  /** … and one that is nearly such is judged by what may differ between the two. */
  copied_share: 0.8,
  back_share: 0.75,
  few_words_share: 0.6,
  clause_share: 0.85,
  whole_copy: 0.9,
  likely: 0.6,
  /** Of a condition that is met by what the person says, by word; and what one that is about this matter has beside. */
  met: 0.75,
  this_matter: 3,
  same_line: 0.9,
  named_share: 0.5,
  lead_share: 0.34,
  /** Words, or Chinese characters by their share of one, that make a run. */
  run: 3,
  run_character: 0.75,
  copied: 0.4,
  most_copied: 0.6,
  head_weight: 0.5,
  lost_share: 0.34,
  alike: 0.5,
  near_words: 0.6,
  near_line: 0.5,
  asked_weight: 2.5,
  /** More than this from another line puts a sentence in doubt; more than that another sentence. */
  brought_least: 0.13,
  brought_most: 0.3,
  /** A sentence with words in the place of others is about as long as the line. */
  apart_words: 2,
  apart_characters: 6,
  /** So like a line that a word of it may not be changed, nor what it denies. */
  like: { opposite: 0.5, words: 0.95 },
  as_like: 0.95,
  copy: { held: 0.75, back: 0.6, part: 0.75 },
  /** Sentences in words of their own, over lines that stand together. */
  own_words: {
    held_share: 0.5,
    addition: 3,
    together: 8,
    beginnings: 12,
    worth_adding: 0.01,
    likeness: 0.3,
    as_near: 0.8,
    named: 8,
  },
  /** What signs of another statement weigh (judging/signs.ts), by logistic regression; `exchanged` and what no sign has by hand. */
  signs: {
    elsewhere: -7,
    spread: -2.3,
    short: -4.8,
    copied: -2,
    exchanged: -0.7,
    grounds: -1,
    subject: -0.5,
  },
  no_sign: 2,
  enough_words: 7,
};
