import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const contrastForComparison: Feature = {
  name: "contrast-for-comparison",
  says: "A comparison is asked for, and it contrasts.",
  value: (c, asked) => Number(asked.kind === "comparison" && holdsCue(c.text, "contrast")),
};
