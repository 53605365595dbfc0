import { coverageSignal } from "./coverage.ts";
import { documentSignal } from "./document.ts";
import { headingSignal } from "./heading.ts";
import { proximitySignal } from "./proximity.ts";
import type { RankingSignal } from "./signal.ts";
import { wordsSignal } from "./words.ts";

/** What ranks a passage, in the order of a breakdown. The weights sum to 1. */
export const signals: readonly RankingSignal[] = [
  wordsSignal,
  documentSignal,
  proximitySignal,
  coverageSignal,
  headingSignal,
];
