import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const instructionAnywhere: Feature = {
  name: "instruction-anywhere",
  says: "A way is asked for, and it has words of instructions.",
  value: (c, asked) => Number(asked.kind === "procedure" && holdsCue(c.text, "instruction")),
};
