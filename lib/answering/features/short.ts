import type { Feature } from "../feature.ts";
import { SHORT_UNIT } from "../limits.ts";

export const short: Feature = {
  name: "short",
  says: "It is short.",
  value: (c) => Number(c.text.length < SHORT_UNIT),
};
