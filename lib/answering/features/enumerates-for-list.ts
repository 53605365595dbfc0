import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const enumeratesForList: Feature = {
  name: "enumerates-for-list",
  says: "A list is asked for, and it enumerates.",
  value: (c, asked) => Number(asked.kind === "list" && holdsCue(c.text, "enumeration")),
};
