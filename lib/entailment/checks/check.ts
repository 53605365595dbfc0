import type { Around, Carrier } from "../carriers.ts";
import type { Fact } from "../facts/facts.ts";

/** A sentence, or a clause of it, held against one line. */
export type Case = {
  text: string;
  /** What may not change about it. */
  facts: readonly Fact[];
  /** All of the sentence, where that is a clause. */
  sentence: string;
  clause: boolean;
  carrier: Carrier;
  /** What is read with the line. */
  around: Around;
  /** All the lines that the sentence rests on. */
  elsewhere: string;
};

export type Verdict = "pass" | "doubt" | "refuse";

/** One thing that a sentence may not do with its line: one file here, and one line in checks.ts. */
export type Check = {
  /** As tests and figures call it. */
  name: string;
  /** What is wrong with a sentence that does not pass. */
  point: string;
  /** A near copy of a line is held against it, even among other lines that say the rest of the sentence. */
  ofCopies: boolean;
  /** Whether a near copy that fails it is withheld. One that is not is marked with what its line says. */
  withholds: "always" | "with_figure" | "never";
  judge(one: Case): Verdict;
};

export const refuseIf = (wrong: boolean): Verdict => (wrong ? "refuse" : "pass");
