import type { Feature } from "../feature.ts";
import { newNames } from "../new-words.ts";

export const nameForFact: Feature = {
  name: "name-for-fact",
  says: "Something is asked for, and it has a name that the question has not.",
  value: (c, asked) =>
    Number(
      (asked.kind === "value" || asked.kind === "place" || asked.kind === "other") &&
        newNames(c, asked) > 0,
    ),
};
