import type { Feature } from "../feature.ts";
import { ratio } from "../ratio.ts";

export const pairs: Feature = {
  name: "pairs",
  says: "Neighbouring words of the question are neighbours in it.",
  value: (c, asked) =>
    ratio([...asked.pairs].filter((pair) => c.words.pairs.has(pair)).length, asked.pairs.size),
};
