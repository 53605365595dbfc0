import type { AnswerOutcome, Claim, ShownLine } from "./answer.ts";

/** Words of the evidence that a writer says its sentence rests on; whether they stand there is for the gate to say. */
export type Quote = { citation: number; text: string };

/** What an answer engine hands over, before the gate has read its lines again. */
export type DraftClaim = Omit<
  Claim,
  "support" | "point" | "lacks" | "rests_on" | "other_language"
> & { quotes?: Quote[] };

/** A line to be shown and not to be claimed; it has to stand word for word where its spans say. */
export type DraftLine = Omit<DraftClaim, "instead"> & { marks?: ShownLine["marks"] };

/** Its place is that of the passage which its first claim or line names. */
export type DraftBlock =
  | { kind: "answer"; claims: DraftClaim[] }
  | { kind: "around" | "related" | "nearest"; lines: DraftLine[] };

/**
 * `not_found` has no `answer` block; `may_be` has two or three of them, best first, and any number of `around`. Ids are
 * unique among all claims and lines; citations are those of the evidence.
 */
export type DraftAnswer = {
  outcome: AnswerOutcome;
  /** 0 to 1: how sure that the documents hold the answer. */
  confidence: number;
  /** In the order in which they are to be shown. */
  blocks: DraftBlock[];
  /** Words of the question that no passage or no fitting passage holds, as they were written. */
  missing: string[];
};
