import type { Feature } from "../feature.ts";
import { newNames } from "../new-words.ts";

export const nameForPerson: Feature = {
  name: "name-for-person",
  says: "Somebody is asked for, and it has a name that the question has not.",
  value: (c, asked) => Number(asked.kind === "person" && newNames(c, asked) > 0),
};
