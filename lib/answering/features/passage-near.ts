import type { Feature } from "../feature.ts";

export const passageNear: Feature = {
  name: "passage-near",
  meaning: true,
  says: "Its passage means so nearly what the question does.",
  value: (c, _, { nearness }) => nearness?.cosine(c.passage) ?? 0,
};
