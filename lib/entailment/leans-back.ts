import { turnsRound } from "./checks/opposites.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { has, opening, without } from "./facts/cues.ts";
import { factsOf, holdsFact, indexFacts } from "./facts/facts.ts";
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
  const index = indexFacts(lines);
  // How many steps or ways follow is no fact of the lines.
  const told = without(text, "announcing");
  if (!factsOf(told).every((fact) => holdsFact(index, fact))) return false;
  if (turnsRound(text, lines)) return false;
  return heldBy(told, wordsHeld(lines), 0).lacks.every((word) => contentWeight(word) === 0);
}

const bounds = ["only", "must", "always", "never", "all"];
