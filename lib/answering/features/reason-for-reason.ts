import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const reasonForReason: Feature = {
  name: "reason-for-reason",
  says: "A reason is asked for, and it gives one.",
  value: (c, asked) => Number(asked.kind === "reason" && holdsCue(c.text, "reason")),
};
