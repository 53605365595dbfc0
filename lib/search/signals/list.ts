import { coverageSignal } from "./coverage.ts";
import { documentSignal } from "./document.ts";
import { headingSignal } from "./heading.ts";
import { namedSignal } from "./named.ts";
import { openingSignal } from "./opening.ts";
import { proximitySignal } from "./proximity.ts";
import type { RankingSignal } from "./signal.ts";
import { wordsSignal } from "./words.ts";

/** What ranks a passage, in the order of a breakdown. docs/ranking.md says what each of them gives. */
export const signals: readonly RankingSignal[] = [
  wordsSignal,
  documentSignal,
  namedSignal,
  openingSignal,
  proximitySignal,
  coverageSignal,
  headingSignal,
];
