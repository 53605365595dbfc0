import type { Feature } from "../feature.ts";

export const aboveNear: Feature = {
  name: "above-near",
  meaning: true,
  says: "The title and the headings above it mean so nearly what the question does.",
  value: (c, _, { nearness }) => nearness?.cosine(c.above) ?? 0,
};
