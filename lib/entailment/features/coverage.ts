import { heldBy, wordsHeld } from "../coverage.ts";
import { entailmentLimits } from "../limits.ts";
import { heldByMeaning } from "../meaning-held.ts";
import type { SentenceFeature } from "./feature.ts";

const { longest_run } = entailmentLimits.features;

/** How much of what a sentence says its lines hold. */
export const coverage: readonly SentenceFeature[] = [
  { name: "held", value: ({ sentence, nearWords }) => heldBy(sentence, nearWords).share },
  {
    name: "held_in_passages",
    value: ({ sentence, passageWords }) => heldBy(sentence, passageWords).share,
  },
  {
    name: "held_quoted",
    value: ({ sentence, quoted }) => heldBy(sentence, wordsHeld(quoted)).share,
  },
  {
    name: "held_by_meaning",
    value: ({ sentence, near }) => heldByMeaning(sentence, near).share,
  },
  {
    name: "run",
    value: ({ sentence, nearWords }) => Math.min(1, heldBy(sentence, nearWords).run / longest_run),
  },
  {
    name: "run_by_meaning",
    value: ({ sentence, near }) => Math.min(1, heldByMeaning(sentence, near).run / longest_run),
  },
  {
    name: "run_in_passages",
    value: ({ sentence, passageWords }) =>
      Math.min(1, heldBy(sentence, passageWords).run / longest_run),
  },
  {
    name: "best_line",
    value: ({ sentence, lines }) =>
      Math.max(0, ...lines.map(({ carrier }) => heldBy(sentence, carrier.words).share)),
  },
  {
    name: "worst_clause",
    value: ({ clauses, nearWords }) =>
      Math.min(1, ...clauses.map((clause) => heldBy(clause, nearWords).share)),
  },
];
