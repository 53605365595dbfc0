import { pageOf } from "../candidates.ts";
import type { Feature } from "../feature.ts";
import { ratio } from "../ratio.ts";

export const pageScore: Feature = {
  name: "page-score",
  says: "Another passage of its page is ranked this near to the best one.",
  value: (c, _, field) => ratio(field.bestOfPage.get(pageOf(c.source.citation)) ?? 0, field.best),
};
