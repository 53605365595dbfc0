import { opensWithCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const conditional: Feature = {
  name: "conditional",
  says: "It opens with a condition.",
  value: (c) => Number(opensWithCue(c.text, "condition")),
};
