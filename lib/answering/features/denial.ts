import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const denial: Feature = {
  name: "denial",
  says: "It denies something, and the question does not.",
  value: (c) => Number(holdsCue(c.text, "denial")),
};
