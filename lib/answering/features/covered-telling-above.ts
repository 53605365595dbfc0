import type { Feature } from "../feature.ts";

export const coveredTellingAbove: Feature = {
  name: "covered-telling-above",
  says: "It and the headings above it hold this share of the words that tell what is asked about.",
  value: (c) => c.tellingAbove,
};
