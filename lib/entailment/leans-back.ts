import { turnsRound } from "./checks/opposites.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { has, opening, without } from "./facts/cues.ts";
import { factsOf, holdsFact, indexFacts } from "./facts/facts.ts";
import { codeIn } from "./facts/pieces.ts";
import { entailmentLimits } from "./limits.ts";
import { negations } from "./negations.ts";

/** Does a sentence say of "it" or "that" what the one before it names? */
export const leansBack = (text: string): boolean => opening(text, "points-back") !== undefined;

/**
 * A line that announces a list or code and states nothing: its facts stand in `lines`, those of what it announces with their
 * headings, and so does each of its words but for those that announce ("follow these steps").
 */
export function onlyAnnounces(text: string, lines: string): boolean {
  if (text.length > entailmentLimits.lead_characters) return false;
  if (negations(text) > 0 || bounds.some((cue) => has(text, cue) && !has(lines, cue))) return false;
  // "There are three ways:" and nothing else. How many they are a reader sees.
  const said = without(text, "announcing", "bare-lead");
  if (contentWeight(said) === 0 && factsOf(said).length === 0 && codeIn(text).length === 0)
    return true;
  const index = indexFacts(lines);
  if (!factsOf(text).every((fact) => holdsFact(index, fact))) return false;
  if (turnsRound(text, lines)) return false;
  return heldBy(without(text, "announcing"), wordsHeld(lines), 0).lacks.every(
    (word) => contentWeight(word) === 0,
  );
}

const bounds = ["only", "must", "always", "never", "all"];
