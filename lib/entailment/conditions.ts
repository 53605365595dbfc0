import { heldBy, wordsHeld } from "./coverage.ts";
import { has, opening } from "./facts/cues.ts";
import { markedPieces } from "./facts/pieces.ts";

/** Does a sentence say without a condition, or without the place and time it opens with, what the lines say under one? */
export function dropsCondition(sentence: string, carrier: string): boolean {
  const [first = "", ...rest] = markedPieces(carrier);
  const front = rest.length > 0 && opening(first, "fronting", "han-fronting") !== undefined;
  const behind = front ? carrier.slice(carrier.indexOf(first) + first.length) : carrier;
  if (has(behind, "condition") && !has(sentence, "condition")) return true;
  return front && heldBy(first, wordsHeld(sentence)).share < 1 / 2;
}
