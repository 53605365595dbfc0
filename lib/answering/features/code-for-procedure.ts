import type { Feature } from "../feature.ts";

export const codeForProcedure: Feature = {
  name: "code-for-procedure",
  says: "A way is asked for, and it is code.",
  value: (c, asked) =>
    Number((asked.kind === "procedure" || asked.kind === "error") && c.unit.kind === "code"),
};
