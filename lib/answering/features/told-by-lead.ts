import type { Feature } from "../feature.ts";

export const toldByLead: Feature = {
  name: "told-by-lead",
  meaning: true,
  says: "What introduces it tells so much more of what is asked about, in the same words or others.",
  value: (c, _, { nearness }) =>
    nearness === undefined
      ? 0
      : nearness.told(c.words.terms, c.above, ...c.lead) - nearness.told(c.words.terms, c.above),
};
