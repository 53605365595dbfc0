import type { Feature } from "../feature.ts";

export const opensSection: Feature = {
  name: "opens-section",
  says: "It stands near the beginning of its section.",
  value: (c) => 1 / (1 + c.place),
};
