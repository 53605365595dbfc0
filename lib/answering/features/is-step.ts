import type { Feature } from "../feature.ts";

export const isStep: Feature = {
  name: "is-step",
  says: "It is a step.",
  value: (c) => Number(c.unit.kind === "step"),
};
