import { type AskedQuestion, tellingCoverage } from "./asked-question.ts";
import type { Candidate } from "./candidates.ts";
import { ratio } from "./ratio.ts";
import { termsOf } from "./unit-words.ts";

/** "X is a …", "X 是一种…": how nearly what stands before the verb is what the question is about, 0 to 1. */
export function subjectShare({ text }: Candidate, asked: AskedQuestion): number {
  const verb = copula.exec(text);
  if (verb === null) return 0;
  const subject = termsOf(text.slice(0, verb.index));
  const recall = tellingCoverage(subject, asked);
  const precision = ratio(
    [...subject].filter((term) => asked.known.has(term)).length,
    subject.size,
  );
  return ratio(2 * precision * recall, precision + recall);
}
const copula =
  /\s(?:is|are|was|were|refers? to|means?|stands for|lets?|allows?|enables?|provides?|represents?)\s|是|指|即|称为|用于|用来|表示|代表|允许|提供|[：:]/;
