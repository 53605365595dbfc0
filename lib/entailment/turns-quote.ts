import { heldBy, wordsHeld } from "./coverage.ts";
import { has, opening } from "./facts/cues.ts";
import { markedPieces, piecesOf } from "./facts/pieces.ts";
import { entailmentLimits } from "./limits.ts";
import { denialsIn, withoutNot } from "./negations.ts";

/**
 * Does a sentence affirm what the very words that its writer quotes deny, or demand what they call optional? Where it denies
 * anything itself, in whatever words, nothing is said of it.
 */
export function turnsQuote(sentence: string, quotes: readonly string[]): boolean {
  if (denialsIn(sentence).most > 0 || has(sentence, "denying")) return false;
  const demands =
    has(sentence, "must") &&
    quotes.some((quote) => has(quote, "optional")) &&
    !quotes.some((quote) => has(quote, "must")) &&
    !has(sentence, "optional");
  // "If they are full, it stops" affirms nothing of whether they may be.
  const mine = wordsHeld(
    markedPieces(sentence)
      .filter((piece) => opening(piece, "condition-word") === undefined)
      .join(", "),
  );
  return (
    demands ||
    quotes
      .flatMap((quote) => piecesOf(quote, "joint", "ground-joint", "when-joint", "avoid-joint"))
      .filter(({ text }) => denialsIn(text).least > 0)
      .some(
        ({ text }) => heldBy(withoutNot(text), mine).share >= entailmentLimits.denied_quote_share,
      )
  );
}
