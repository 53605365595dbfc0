import type { Feature } from "../feature.ts";
import { newNumbers } from "../new-words.ts";

export const numberForTime: Feature = {
  name: "number-for-time",
  says: "A time is asked for, and it has a number that the question has not.",
  value: (c, asked) => Number(asked.kind === "time" && newNumbers(c, asked) > 0),
};
