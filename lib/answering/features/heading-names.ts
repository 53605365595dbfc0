import type { Feature } from "../feature.ts";
import { headingOverlap } from "../heading-overlap.ts";

export const headingNames: Feature = {
  name: "heading-names",
  says: "The heading above it has so much in common with the question.",
  value: (c, asked) => headingOverlap(c.heading, asked),
};
