import type { Lang } from "#lib/contracts/answer";
import type { Signal } from "#lib/contracts/citation";
import type { Averages } from "../engines/inverted-index.ts";
import type { QuestionTerm } from "../engines/question.ts";
import type { Segment } from "../engines/segment.ts";

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
};

export type Question = {
  terms: readonly QuestionTerm[];
  averages: Averages;
  /** Content words of the average document. */
  averageDocument: number;
};

/**
 * One reason to rank a passage higher: a value from 0 to 1, what it weighs, and one sentence on what it saw. The score
 * of a passage is the sum of value times weight.
 */
export type RankingSignal = {
  name: string;
  weight: number;
  value(candidate: Candidate, question: Question): number;
  explain(candidate: Candidate, question: Question, lang: Lang): Pick<Signal, "detail" | "params">;
};
