import type { Feature } from "../feature.ts";

export const isTable: Feature = {
  name: "is-table",
  says: "It is a row of a table.",
  value: (c) => Number(c.unit.kind === "table"),
};
