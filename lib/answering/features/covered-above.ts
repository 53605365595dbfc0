import type { Feature } from "../feature.ts";

export const coveredAbove: Feature = {
  name: "covered-above",
  says: "The headings above it hold so much more of the question.",
  value: (c) => c.coveredAbove - c.covered,
};
