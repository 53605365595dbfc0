import type { Carrier } from "./carriers.ts";
import type { RestingLine } from "./choose-lines.ts";
import { contentWeight, heldBy, joinHeld, wordsHeld } from "./coverage.ts";
import { opening } from "./facts/cues.ts";
import { leansBack } from "./leans-back.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * A line that says in its own words what a sentence copies and may have changed: it holds nearly all of the sentence, the
 * sentence nearly all of it, and it needs no other line: none that announces it ("Only on Windows:"), denies it, or that it
 * points back to, and none of `lines` says what it leaves out. It can be shown in the place of the sentence, right or wrong.
 * The nearest of `copied`, or none.
 */
export function lineInstead(
  sentence: string,
  copied: readonly RestingLine[],
  lines: readonly RestingLine[],
): RestingLine | undefined {
  const { copied_share, back_share, worth_resting } = entailmentLimits;
  const mine = wordsHeld(sentence);
  const together = lines.map(({ carrier }) => carrier.words).reduce(joinHeld, wordsHeld(""));
  const whole = heldBy(sentence, together).share;
  return copied
    .filter(({ carrier, around }) => carrier.prose && !carrier.unit.announces && !around.refers)
    .filter(({ carrier }) => carrier.items === undefined && standsAlone(carrier.text))
    .filter(({ around }) => around.leads.length === 0 && around.denials === 0)
    .map((line) => ({
      line,
      held: heldBy(sentence, line.carrier.words).share,
      back: heldBy(line.carrier.text, mine).share,
    }))
    .filter(({ held }) => whole - held < worth_resting)
    .filter(
      ({ line, held, back }) =>
        (held >= copied_share && back >= back_share) || isButForOne(sentence, line.carrier),
    )
    .toSorted((a, b) => b.held + b.back - a.held - a.back)[0]?.line;
}

/** "Or, if …" goes on from the line before it. */
const standsAlone = (text: string): boolean =>
  !leansBack(text) && opening(text, "joining", "contrast") === undefined;

/** "Pull the blue lever" of "Pull the red lever": short, and one word another. */
export function isButForOne(sentence: string, { text, words }: Pick<Carrier, "text" | "words">) {
  const shares = [heldBy(sentence, words).share, heldBy(text, wordsHeld(sentence)).share] as const;
  const others = Math.max(
    contentWeight(sentence) * (1 - shares[0]),
    contentWeight(text) * (1 - shares[1]),
  );
  return Math.min(...shares) >= entailmentLimits.few_words_share && others <= 1;
}
