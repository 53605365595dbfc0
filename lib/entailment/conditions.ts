import { heldBy, wordsHeld } from "./coverage.ts";
import { has, opening } from "./facts/cues.ts";
import { markedPieces } from "./facts/pieces.ts";
import { singleWords } from "./facts/single-words.ts";

/** Does a sentence say without a condition, or without the place and time it opens with, what the lines say under one? */
export function dropsCondition(sentence: string, carrier: string): boolean {
  const [first = "", ...rest] = markedPieces(carrier);
  const front = rest.length > 0 && opening(first, "fronting", "han-fronting") !== undefined;
  const behind = front ? carrier.slice(carrier.indexOf(first) + first.length) : carrier;
  if (has(behind, "condition") && !has(sentence, "condition")) return true;
  if (front && has(first, "only") && !has(sentence, "only")) return true;
  // "Only" keeps one condition and not another.
  const others = ["if-so", "unless"];
  if (has(sentence, "only") && has(behind, ...others) && !has(sentence, ...others)) return true;
  return front && heldBy(ownWords(first, behind), wordsHeld(sentence)).share < 1 / 2;
}

/** The words of a condition that what it conditions does not have; "backup" of "if the backup fails, delete the backup" is no sign of it. */
function ownWords(front: string, behind: string): string {
  const said = new Set(singleWords(behind));
  const own = singleWords(front).filter((word) => !said.has(word));
  return own.length === 0 ? front : own.join(" ");
}
