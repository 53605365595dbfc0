import type { Feature } from "../feature.ts";

export const toldOtherwiseAbove: Feature = {
  name: "told-otherwise-above",
  meaning: true,
  says: "It and the headings above it say so much of what is asked about in other words.",
  value: (c, _, { nearness }) =>
    Math.max(0, (nearness?.told(c.words.terms, c.above) ?? 0) - c.tellingAbove),
};
