import type { Feature } from "../feature.ts";

export const firstOfSection: Feature = {
  name: "first-of-section",
  says: "It is the first of its section.",
  value: (c) => Number(c.place === 0),
};
