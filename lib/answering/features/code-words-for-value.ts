import type { Feature } from "../feature.ts";
import { holdsCode } from "../holds-code.ts";

export const codeWordsForValue: Feature = {
  name: "code-words-for-value",
  says: "A value is asked for, and it names something as code.",
  value: (c, asked) => Number((asked.kind === "value" || asked.kind === "default") && holdsCode(c)),
};
