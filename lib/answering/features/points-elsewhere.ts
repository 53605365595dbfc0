import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const pointsElsewhere: Feature = {
  name: "points-elsewhere",
  says: "It points to another place.",
  value: (c) => Number(holdsCue(c.text, "pointer")),
};
