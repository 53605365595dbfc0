import { holdsCue } from "#lib/language/answer-cues";
import type { Feature } from "../feature.ts";

export const placeForPlace: Feature = {
  name: "place-for-place",
  says: "A place is asked for, and it names one.",
  value: (c, asked) => Number(asked.kind === "place" && holdsCue(c.text, "place")),
};
