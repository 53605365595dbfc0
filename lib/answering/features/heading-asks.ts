import type { Feature } from "../feature.ts";
import { wordingOverlap } from "../heading-overlap.ts";

export const headingAsks: Feature = {
  name: "heading-asks",
  says: "The heading above it is worded as the question is, and it stands near it.",
  value: (c, asked) => wordingOverlap(c.heading, asked) ** 2 / (1 + c.place),
};
