import type { Feature } from "../feature.ts";

export const toldOtherwise: Feature = {
  name: "told-otherwise",
  meaning: true,
  says: "It says so much of what is asked about in other words.",
  value: (c, _, { nearness }) => Math.max(0, (nearness?.told(c.words.terms) ?? 0) - c.telling),
};
