import { aroundCarrier, carriersIn, type Evidence } from "./carriers.ts";
import { longestRun } from "./checks/exchanges.ts";
import { contentWeight, heldBy, wordsHeld } from "./coverage.ts";
import { partsOfSentence } from "./facts/parts.ts";
import { subjectOf } from "./facts/subject.ts";
import { entailmentLimits } from "./limits.ts";

/**
 * Is what a line says, word for word, told of something that this line and all that stands over it have no word of, and
 * another line has?
 *
 *   lines: "The lamp was first lit in 1876. The bell rings twice a day."    sentence: "The lamp rings twice a day."
 */
export const tellsOfAnother = (sentence: string, standing: readonly Evidence[]): boolean =>
  bySubject(sentence).some((text) => partTellsOfAnother(text, standing));

/** A sentence in pieces that are about one thing each: "`exe` is an installer, while `zip` needs none" is two. */
function bySubject(sentence: string): string[] {
  const starts = partsOfSentence(sentence)
    .filter(({ about }) => about === undefined)
    .map(({ text }) => sentence.indexOf(text))
    .filter((at) => at > 0);
  return [0, ...starts].map((start, i) => sentence.slice(start, starts[i]));
}

function partTellsOfAnother(sentence: string, standing: readonly Evidence[]): boolean {
  const subject = subjectOf(sentence);
  const rest = sentence.slice(sentence.indexOf(subject) + subject.length);
  const { told_words, told_share } = entailmentLimits;
  const weight = contentWeight(rest);
  if (contentWeight(subject) === 0 || weight === 0) return false;
  const lines = standing.flatMap((evidence) =>
    carriersIn(evidence.units)
      .filter(({ items }) => items === undefined)
      .map((carrier) => ({ carrier, around: aroundCarrier(carrier, evidence) })),
  );
  const names = ({ carrier, around }: (typeof lines)[number]) =>
    heldBy(subject, wordsHeld(`${carrier.text}\n${around.above}\n${around.leads.join("\n")}`), 0)
      .share;
  const told = lines.filter(({ carrier }) => {
    if (heldBy(rest, carrier.words).share < told_share) return false;
    const run = longestRun(rest, carrier.text)?.words ?? 0;
    return run >= Math.min(told_words, weight) && run >= weight * told_share;
  });
  return (
    told.length > 0 &&
    told.every((line) => names(line) === 0) &&
    lines.some((line) => names(line) === 1)
  );
}
