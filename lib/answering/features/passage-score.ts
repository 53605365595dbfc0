import type { Feature } from "../feature.ts";
import { ratio } from "../ratio.ts";

export const passageScore: Feature = {
  name: "passage-score",
  says: "The search ranked its passage this near to the best one.",
  value: (c, _, field) => ratio(c.source.citation.score, field.best),
};
