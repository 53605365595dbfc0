import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { isHan } from "./facts/single-words.ts";
import { subjectOf } from "./facts/subject.ts";
import { entailmentLimits } from "./limits.ts";
import { heldByMeaning } from "./meaning-held.ts";

/**
 * Do the passages have hardly a word of a sentence, nor one like it, or of what it says of its subject? "The archive burns all
 * letters" has its subject in a page about the archive, and nothing else.
 */
export function isForeign(sentence: string, passages: string): boolean {
  const { least_held, least_predicate, own_run } = entailmentLimits;
  if (heldByMeaning(sentence, passages).share < least_held) return true;
  // A Chinese writer keeps the characters of the lines; where many in a row are its own, so is what it says.
  if (isHan(sentence) && heldBy(sentence, wordsHeld(passages)).run > own_run) return true;
  const subject = subjectOf(sentence);
  const predicate = sentence.slice(sentence.indexOf(subject) + subject.length);
  return (
    contentWeight(subject) >= 1 &&
    contentWeight(predicate) >= 1 &&
    heldByMeaning(predicate, passages).share < least_predicate
  );
}
