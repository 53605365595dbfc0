import type { Feature } from "../feature.ts";

export const rowForValue: Feature = {
  name: "row-for-value",
  says: "A value is asked for, and it is a row.",
  value: (c, asked) =>
    Number((asked.kind === "value" || asked.kind === "default") && c.unit.kind === "table"),
};
