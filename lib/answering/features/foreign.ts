import type { Feature } from "../feature.ts";

export const foreign: Feature = {
  name: "foreign",
  says: "It is in another language than the question.",
  value: (c) => Number(c.source.foreign),
};
