import type { Feature } from "../feature.ts";
import { termsOf } from "../unit-words.ts";

export const headingNear: Feature = {
  name: "heading-near",
  meaning: true,
  says: "The heading above it means so nearly what the question does.",
  value: (c, _, { nearness }) => nearness?.cosine(termsOf(c.heading)) ?? 0,
};
