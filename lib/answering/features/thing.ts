import { heldByAny } from "../asked-question.ts";
import type { Feature } from "../feature.ts";
import { heldOf } from "../ratio.ts";

export const thing: Feature = {
  name: "thing",
  says: "It or a heading above it names what the question is about.",
  value: (c, asked) => heldOf(asked.things, heldByAny(c.words.terms, c.above)),
};
