import type { Feature } from "../feature.ts";
import { ratio } from "../ratio.ts";

export const density: Feature = {
  name: "density",
  says: "The question is about this share of its words.",
  value: (c, asked) =>
    ratio(c.words.list.filter((term) => asked.known.has(term)).length, c.words.count),
};
