import { opensWithCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const dangling: Feature = {
  name: "dangling",
  says: "It opens with a reference to what was said before.",
  value: (c) => Number(opensWithCue(c.text, "dangling")),
};
