import { coverage } from "../asked-question.ts";
import type { Feature } from "../feature.ts";

export const coveredPassage: Feature = {
  name: "covered-passage",
  says: "Its passage holds this share of the question.",
  value: (c, asked) => coverage(c.passage, asked),
};
