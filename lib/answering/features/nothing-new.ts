import type { Feature } from "../feature.ts";

export const nothingNew: Feature = {
  name: "nothing-new",
  says: "It says hardly more than the question does.",
  value: (c, asked) =>
    1 / (1 + new Set(c.words.list.filter((term) => !asked.known.has(term))).size),
};
