import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { has } from "./facts/cues.ts";
import { isHan } from "./facts/single-words.ts";
import { subjectOf } from "./facts/subject.ts";
import { entailmentLimits } from "./limits.ts";
import { heldByMeaning } from "./meaning-held.ts";
import { denialsIn } from "./negations.ts";
import type { SentenceCase } from "./sentence-case.ts";

/**
 * Have the passages hardly a word of a sentence, nor one like it, or of what it says of its subject ("The archive burns all
 * letters" over a page about the archive)?
 */
export function isForeign(sentence: string, { near, passages }: SentenceCase): boolean {
  const { least_held, least_predicate, own_run } = entailmentLimits;
  if (heldByMeaning(sentence, passages).share < least_held) return true;
  // A Chinese writer keeps the characters of the lines: a denial among many of its own is its own.
  const denied = denialsIn(near).most > 0 || has(near, "denying");
  const denies = isHan(sentence) && denialsIn(sentence).least > 0 && !denied;
  if (denies && heldBy(sentence, wordsHeld(passages)).run > own_run) return true;
  const subject = subjectOf(sentence);
  const predicate = sentence.slice(sentence.indexOf(subject) + subject.length);
  return (
    contentWeight(subject) >= 1 &&
    contentWeight(predicate) >= 1 &&
    heldByMeaning(predicate, passages).share < least_predicate
  );
}

/**
 * Have the lines that its writer quotes hardly a word of a sentence, nor one like it, where their passages have? It may be a
 * free paraphrase, or of something else: a reader is shown the lines.
 */
export function isHardlyQuoted(sentence: string, { lines }: SentenceCase): boolean {
  const quoted = lines.filter((line) => line.quoted).map(({ around }) => around.statement);
  return (
    quoted.length > 0 &&
    heldByMeaning(sentence, quoted.join("\n")).share < entailmentLimits.least_quoted
  );
}
