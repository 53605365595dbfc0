import type { Feature } from "../feature.ts";
import { heldOf } from "../ratio.ts";

export const action: Feature = {
  name: "action",
  says: "It speaks of what is to be done.",
  value: (c, asked) => heldOf(asked.actions, c.words.terms),
};
