import type { Feature } from "../feature.ts";

export const passageRank: Feature = {
  name: "passage-rank",
  says: "Its passage stands high in the ranking.",
  value: (c) => 1 / (1 + c.source.rank),
};
