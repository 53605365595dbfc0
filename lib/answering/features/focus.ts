import { type AskedQuestion, heldByAny, tellingCoverage } from "../asked-question.ts";
import type { Candidate } from "../candidates.ts";
import type { Feature } from "../feature.ts";
import { termsOf } from "../unit-words.ts";

/** A title tells what the whole page is about; the rest of the question has to choose the line. */
function focusOf(c: Candidate, asked: AskedQuestion): number {
  const title = termsOf(c.source.citation.title);
  const left = 1 - tellingCoverage(title, asked);
  return left <= 0
    ? 0
    : Math.max(0, tellingCoverage(heldByAny(c.words.terms, title), asked) - (1 - left)) / left;
}

export const focus: Feature = {
  name: "focus",
  says: "Of what its page's title does not say it holds this share.",
  value: (c, asked) => focusOf(c, asked),
};
