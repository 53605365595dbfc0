import type { Feature } from "../feature.ts";
import { holdsCode } from "../holds-code.ts";

export const codeWordsForProcedure: Feature = {
  name: "code-words-for-procedure",
  says: "A way is asked for, and it names something as code.",
  value: (c, asked) =>
    Number((asked.kind === "procedure" || asked.kind === "error") && holdsCode(c)),
};
