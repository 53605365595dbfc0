import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const remedyForError: Feature = {
  name: "remedy-for-error",
  says: "Something is wrong, and it tells a remedy.",
  value: (c, asked) => Number(asked.kind === "error" && holdsCue(c.text, "remedy")),
};
