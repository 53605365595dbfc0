import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";
import { headerOf } from "../unit-text.ts";

export const defaultForDefault: Feature = {
  name: "default-for-default",
  says: "A default is asked for, and it speaks of one.",
  value: (c, asked) =>
    Number(asked.kind === "default" && holdsCue(`${c.text} ${headerOf(c.unit)}`, "default")),
};
