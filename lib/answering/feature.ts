import type { AskedQuestion } from "./asked-question.ts";
import type { Candidate, Field } from "./candidates.ts";

/**
 * One thing that may speak for or against a unit as the answer. Whether it does, and how much, only the fitted model says:
 * a feature decides nothing alone.
 */
export type Feature = {
  name: string;
  /** Read from the table of word meanings: 0 without it. */
  meaning?: true;
  /** What the value tells, as one sentence for a trace. */
  says: string;
  /** 0 to 1. Pure. */
  value(candidate: Candidate, asked: AskedQuestion, field: Field): number;
};
