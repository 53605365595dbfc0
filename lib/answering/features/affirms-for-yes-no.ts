import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const affirmsForYesNo: Feature = {
  name: "affirms-for-yes-no",
  says: "Yes or no is asked for, and it affirms or denies.",
  value: (c, asked) => Number(asked.kind === "yes_no" && holdsCue(c.text, "affirmation")),
};
