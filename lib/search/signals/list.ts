import { coverageSignal } from "./coverage.ts";
import { documentSignal } from "./document.ts";
import { headingSignal } from "./heading.ts";
import { namedSignal } from "./named.ts";
import { openingSignal } from "./opening.ts";
import { proximitySignal } from "./proximity.ts";
import type { RankingSignal } from "./signal.ts";
import { similarTextSignal } from "./similar-text.ts";
import { similarWordsSignal } from "./similar-words.ts";
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

/** What is added where the index has a table of word meanings: asked of the best by words and of the nearest by meaning. */
export const meaningSignals: readonly RankingSignal[] = [similarWordsSignal, similarTextSignal];
