import type { RestingLine } from "./choose-lines.ts";
import { heldBy, wordsHeld } from "./coverage.ts";
import { opening } from "./facts/cues.ts";
import { leansBack } from "./leans-back.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * A line that says in its own words what a sentence copies and may have changed: it holds nearly all of the sentence, the
 * sentence nearly all of it, and it needs no other line: none that announces it ("Only on Windows:"), denies it, or that it
 * points back to. It can be shown in the place of the sentence, right or wrong. The nearest one, or none.
 */
export function lineInstead(
  sentence: string,
  lines: readonly RestingLine[],
): RestingLine | undefined {
  const { copied_share, back_share } = entailmentLimits;
  const mine = wordsHeld(sentence);
  return lines
    .filter(({ carrier, around }) => carrier.prose && !carrier.unit.announces && !around.refers)
    .filter(({ carrier }) => carrier.items === undefined && standsAlone(carrier.text))
    .filter(({ around }) => around.leads.length === 0 && around.denials === 0)
    .map((line) => ({
      line,
      held: heldBy(sentence, line.carrier.words).share,
      back: heldBy(line.carrier.text, mine).share,
    }))
    .filter(({ held, back }) => held >= copied_share && back >= back_share)
    .toSorted((a, b) => b.held + b.back - a.held - a.back)[0]?.line;
}

/** "Or, if …" goes on from the line before it. */
const standsAlone = (text: string): boolean =>
  !leansBack(text) && opening(text, "joining", "contrast") === undefined;
