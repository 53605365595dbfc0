import type { Feature } from "../feature.ts";
import { newNumbers } from "../new-words.ts";

export const numberForValue: Feature = {
  name: "number-for-value",
  says: "An amount is asked for, and it has a number that the question has not.",
  value: (c, asked) =>
    Number((asked.kind === "value" || asked.kind === "default") && newNumbers(c, asked) > 0),
};
