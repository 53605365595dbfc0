import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { opening } from "./facts/cues.ts";
import { factsOf } from "./facts/facts.ts";
import { entailmentLimits } from "./limits.ts";
import { negations } from "./negations.ts";

/** Does a sentence say of "it" or "that" what the one before it names? */
export const leansBack = (text: string): boolean => opening(text, "points-back") !== undefined;

/** A line that announces a list and states nothing: each of its words stands in `lines`, those of the list with their headings. */
export function onlyAnnounces(text: string, lines: string): boolean {
  if (text.length > entailmentLimits.lead_characters) return false;
  if (factsOf(text).length > 0 || negations(text) > 0) return false;
  return heldBy(text, wordsHeld(lines), 0).lacks.every((word) => contentWeight(word) === 0);
}
