import type { Feature } from "../feature.ts";
import { headingOverlap } from "../heading-overlap.ts";

export const titleNames: Feature = {
  name: "title-names",
  says: "The title of its page has so much in common with the question.",
  value: (c, asked) => headingOverlap(c.source.citation.title, asked),
};
