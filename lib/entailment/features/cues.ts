import { dropsCondition } from "../conditions.ts";
import { has } from "../facts/cues.ts";
import type { SentenceCase } from "../sentence-case.ts";
import { is, type SentenceFeature } from "./feature.ts";
import { nearestTo } from "./polarity.ts";

const brings =
  (cue: string, ...alike: string[]) =>
  ({ sentence, near }: SentenceCase) =>
    is(has(sentence, cue) && !has(near, cue, ...alike));

/** Small words that change what is claimed: in the sentence and not in its lines, or the other way. */
export const cues: readonly SentenceFeature[] = [
  { name: "brings_cause", value: brings("cause", "ground") },
  { name: "brings_only", value: brings("only", "limiting") },
  { name: "brings_must", value: brings("must") },
  { name: "brings_always", value: brings("always", "all") },
  { name: "brings_never", value: brings("never") },
  { name: "brings_all", value: brings("all", "always") },
  { name: "brings_by_itself", value: brings("by-itself") },
  { name: "brings_until", value: brings("until", "up-to") },
  { name: "brings_before", value: brings("before") },
  { name: "brings_after", value: brings("after") },
  { name: "brings_condition", value: brings("condition") },
  {
    name: "drops_condition",
    value: (one) => {
      const line = nearestTo(one.sentence, one);
      return is(line !== undefined && dropsCondition(one.sentence, line.carrier.text));
    },
  },
  {
    name: "drops_reserve",
    value: ({ sentence, near }) =>
      is(
        has(near, "may", "should", "usually", "sometimes", "some", "most") &&
          !has(sentence, "may", "should", "usually", "sometimes", "some", "most", "often", "many"),
      ),
  },
  {
    name: "drops_must",
    value: ({ sentence, near }) =>
      is(has(near, "must") && has(sentence, "may") && !has(near, "may")),
  },
];
