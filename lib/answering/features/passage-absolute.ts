import type { Feature } from "../feature.ts";

export const passageAbsolute: Feature = {
  name: "passage-absolute",
  says: "The search found much of the question in its passage.",
  value: (c) => Math.min(1, Math.max(0, c.source.citation.score)),
};
