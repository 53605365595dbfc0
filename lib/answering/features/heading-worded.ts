import type { Feature } from "../feature.ts";
import { wordingOverlap } from "../heading-overlap.ts";

export const headingWorded: Feature = {
  name: "heading-worded",
  says: "The heading above it is worded as the question is.",
  value: (c, asked) => wordingOverlap(c.heading, asked) ** 2,
};
