import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const timeForTime: Feature = {
  name: "time-for-time",
  says: "A time is asked for, and it has words of time.",
  value: (c, asked) => Number(asked.kind === "time" && holdsCue(c.text, "time")),
};
