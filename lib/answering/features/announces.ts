import type { Feature } from "../feature.ts";

export const announces: Feature = {
  name: "announces",
  says: "It announces what follows it.",
  value: (c) => Number(c.unit.announces),
};
