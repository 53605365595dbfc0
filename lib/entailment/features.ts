import { bindings } from "./features/bindings.ts";
import { checked } from "./features/checked.ts";
import { coverage } from "./features/coverage.ts";
import { cues } from "./features/cues.ts";
import { factPlaces } from "./features/fact-places.ts";
import type { SentenceFeature } from "./features/feature.ts";
import { polarity } from "./features/polarity.ts";

/** What the fitted model reads of a sentence and its lines. To add one: its file, one line here, then `npm run fit`. */
export const sentenceFeatures: readonly SentenceFeature[] = [
  ...coverage,
  ...factPlaces,
  ...polarity,
  ...cues,
  ...bindings,
  ...checked,
];
