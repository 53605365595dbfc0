import { answerQuestion } from "#lib/answering/answer-question";
import type { FollowUp } from "#lib/answering/follow-up";
import { nearestFirst } from "#lib/contracts/arrange-blocks";
import type { DraftAnswer, DraftBlock, DraftClaim } from "#lib/contracts/draft";
import type { Evidence, FollowUpReadings, QueryTerm } from "#lib/contracts/envelope";
import type { QuestionText } from "#lib/contracts/question";
import { analyseQuestion } from "#lib/language/analyse-question";
import { analyseAfter } from "./analyse-after.ts";
import type { Outcome } from "./outcome.ts";

/** What an answer is written of. */
export type ComposeInput = Evidence & {
  question: QuestionText;
  terms: readonly QueryTerm[];
  /** What the search ranked behind the evidence. */
  further?: Evidence;
  /** Where the question may go on from the one before it. */
  follow_up?: FollowUpReadings | undefined;
  /** The question is one of several parts: less is shown of each. */
  part?: boolean;
  /** Whether words that mean nearly the same count for each other; they do unless told otherwise. */
  meaning?: boolean;
  /** That were searched. */
  folders?: Outcome["folders"];
};

/** What writes the claims of an answer. Whoever it is, the gate reads the lines again and judges each of them. */
export type Compose = (input: ComposeInput) => DraftAnswer | Promise<DraftAnswer>;

/** In the documents' own words. */
export function composeQuote({
  question,
  folders = [],
  follow_up,
  ...evidence
}: ComposeInput): DraftAnswer {
  const analysis = analyseAfter(question, follow_up?.together.query, folders);
  return answerQuestion({ ...evidence, analysis, ...followedUp(question, follow_up) });
}

/** Both readings of this question, where it is the one that was searched for so. */
export function followedUp(
  question: QuestionText,
  readings: FollowUpReadings | undefined,
): { follow_up?: FollowUp } {
  if (readings === undefined || readings.alone.query !== question) return {};
  const analysis = analyseQuestion(readings.together.query);
  return { follow_up: { ...readings, together: { ...readings.together, analysis } } };
}

export const isAnswered = ({ outcome }: Pick<DraftAnswer, "outcome">): boolean =>
  outcome !== "not_found";

/** The claims of the answer, in order. */
export const claimsOf = ({ blocks }: Pick<DraftAnswer, "blocks">): DraftClaim[] =>
  blocks.flatMap((block) => (block.kind === "answer" ? block.claims : []));

/** What was written, where it turns out to answer something else: it comes close, and no more. */
export function asUnanswered(draft: DraftAnswer): DraftAnswer {
  if (!isAnswered(draft)) return draft;
  const answers = draft.blocks.flatMap((block): DraftBlock[] =>
    block.kind === "answer" ? [{ kind: "nearest", lines: block.claims }] : [],
  );
  return { ...draft, outcome: "not_found", blocks: nearestFirst(answers) };
}
