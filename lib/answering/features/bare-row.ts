import type { Feature } from "../feature.ts";
import { hasHeader } from "../unit-text.ts";

export const bareRow: Feature = {
  name: "bare-row",
  says: "It is a row whose header is not at hand.",
  value: (c) => Number(c.unit.kind === "table" && !hasHeader(c.unit)),
};
