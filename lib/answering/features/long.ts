import type { Feature } from "../feature.ts";
import { LONG_UNIT } from "../limits.ts";

export const long: Feature = {
  name: "long",
  says: "It is long.",
  value: (c) => Math.min(1, c.text.length / LONG_UNIT),
};
