import type { Feature } from "../feature.ts";

export const stepForProcedure: Feature = {
  name: "step-for-procedure",
  says: "A way is asked for, and it is a step.",
  value: (c, asked) =>
    Number((asked.kind === "procedure" || asked.kind === "error") && c.unit.kind === "step"),
};
