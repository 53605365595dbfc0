import type { Lang } from "#lib/contracts/answer";
import type { Signal } from "#lib/contracts/citation";
import type { Averages } from "../engines/inverted-index.ts";
import type { QuestionTerm } from "../engines/question.ts";
import type { Segment } from "../engines/segment.ts";
import type { SpokenQuestion } from "../spoken-words.ts";

/** A passage that may answer, with what the signals judge it by. */
export type Candidate = {
  segment: Segment;
  passage: number;
  /** Packed counts of each question term in the passage, in the question's order. */
  counts: readonly number[];
  /** Occurrences of each question term in the whole document. */
  inDocument: readonly number[];
  /** Content words of the whole document. */
  documentLength: number;
  /** How near it is by the meaning of its words; absent where words alone decide. */
  meaning?: PassageMeaning;
  /** How near an embedding model finds it, 0 to 1 among the passages that it finds near; absent where none is asked. */
  embedding?: number;
};

/** A passage compared with a question by the table of word meanings. */
export type PassageMeaning = {
  /** The cosine between its own text and the question, -1 to 1. */
  text: number;
  /** Of each term of the question that it does not hold the greatest cosine to a word that it holds, and that word's number. */
  near: Float32Array;
  by: Uint32Array;
};

export type Question = {
  terms: readonly QuestionTerm[];
  /** Its words as they are said to people. */
  spoken: SpokenQuestion;
  /** Of each term, how far it names documents rather than being spoken of in them: 0 to 1. */
  names: readonly number[];
  averages: Averages;
  /** Content words of the average document. */
  averageDocument: number;
  /** What the shares of neighbouring terms can sum to at most: the whole of the proximity. */
  pairs: number;
  /** How a term of the index is spelled, by its number. */
  wordOf(id: number): string;
};

/**
 * What is known of passages before they are looked at one by one, for all of a document at once or for a single one:
 * enough for an upper bound of every signal. Nothing in it but `headed` is above `share`.
 */
export type Outline = {
  /** Share of the question's weight that stands in it. */
  share: number;
  /** The most that `words` can be; the value itself of a single passage. */
  words: number;
  /** The values of the signals that are the same for all passages of a document. */
  document: number;
  named: number;
  /** Of `share`, what stands in its title or path. */
  titled: number;
  /** What stands in the heading right above one of its passages, each word by its rarity alone. */
  headed: number;
  /** What the shares of neighbouring terms sum to that may stand in its text side by side. */
  near: number;
  /** The first passage of the document may be among them. */
  first: boolean;
};

export function emptyOutline(): Outline {
  return {
    share: 0,
    words: 0,
    document: 0,
    named: 0,
    titled: 0,
    headed: 0,
    near: 0,
    first: true,
  };
}

/**
 * One reason to rank a passage higher: a value from 0 to 1, what it weighs, and one sentence on what it saw. The score
 * of a passage is the sum of value times weight.
 */
export type RankingSignal = {
  name: string;
  weight: number;
  value(candidate: Candidate, question: Question): number;
  /** Reads a passage word by word: asked for its value when the others leave the passage a chance. */
  slow?: true;
  /**
   * No passage of which this outline holds has a higher value, and it falls with nothing that rises in an outline. What
   * cannot come to the top is never looked at.
   */
  most(outline: Outline, question: Question): number;
  explain(candidate: Candidate, question: Question, lang: Lang): Pick<Signal, "detail" | "params">;
};
