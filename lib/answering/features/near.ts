import type { Feature } from "../feature.ts";

export const near: Feature = {
  name: "near",
  meaning: true,
  says: "As a whole it means so nearly what the question does.",
  value: (c, _, { nearness }) => nearness?.cosine(c.words.terms) ?? 0,
};
