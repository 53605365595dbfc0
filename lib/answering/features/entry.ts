import type { AskedQuestion } from "../asked-question.ts";
import type { Candidate } from "../candidates.ts";
import type { Feature } from "../feature.ts";
import { heldOf } from "../ratio.ts";
import { entryOf } from "../unit-text.ts";
import { termsOf } from "../unit-words.ts";

function entryShare(c: Candidate, asked: AskedQuestion): number {
  return heldOf(termsOf(entryOf(c.unit)), asked.known);
}

export const entry: Feature = {
  name: "entry",
  says: "It is the entry of what the question names.",
  value: (c, asked) => entryShare(c, asked),
};
