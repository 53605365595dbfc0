import { contentWeight } from "./coverage.ts";
import { subjectOf } from "./facts/subject.ts";
import { entailmentLimits } from "./limits.ts";
import { heldByMeaning } from "./meaning-held.ts";

/** Do the passages have next to no word of a sentence, nor one like it? */
export const isForeign = (sentence: string, passages: string): boolean =>
  heldByMeaning(sentence, passages).share < entailmentLimits.least_held;

/**
 * Have they hardly any, or hardly any of what it says of its subject? "The archive burns all letters" has its subject in a
 * page about the archive, and nothing else.
 */
export function isHardlyHeld(sentence: string, passages: string): boolean {
  const { hardly_held } = entailmentLimits;
  if (heldByMeaning(sentence, passages).share < hardly_held) return true;
  const subject = subjectOf(sentence);
  const predicate = sentence.slice(sentence.indexOf(subject) + subject.length);
  return (
    contentWeight(subject) >= 1 &&
    contentWeight(predicate) >= 1 &&
    heldByMeaning(predicate, passages).share < hardly_held
  );
}
