import type { Feature } from "../feature.ts";

export const passageFirst: Feature = {
  name: "passage-first",
  says: "Its passage is the best of the search.",
  value: (c) => Number(c.source.rank === 0),
};
