import { opensWithCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const instructionForProcedure: Feature = {
  name: "instruction-for-procedure",
  says: "A way is asked for, and it tells what to do.",
  value: (c, asked) => Number(asked.kind === "procedure" && opensWithCue(c.text, "instruction")),
};
