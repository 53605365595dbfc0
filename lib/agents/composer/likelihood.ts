import type { Candidate } from "./candidates.ts";
import { isOfOnePage } from "./section-of.ts";
import type { Chosen } from "./selection.ts";

/**
 * How likely it is, 0 to 1, that the lines that are quoted are the ones that answer. That the documents hold an answer
 * (`confidence`) says little of it: the best line of another page tells more, which is as good by its words where the words
 * do not choose. A row that opens with what is asked about is the one that was meant. Fitted on 737 answers to people's
 * questions, half by half, and looked at on 125 others (docs/answers.md).
 */
export function likelihood(
  confidence: number,
  chosen: readonly Chosen[],
  ranked: readonly Candidate[],
): number {
  const units = new Set(chosen.flatMap((one) => one.units));
  const best = ranked.find(({ unit }) => units.has(unit));
  if (best === undefined) return confidence;
  const certain = Math.min(Math.max(confidence, 1 - mostCertain), mostCertain);
  const sum =
    bias +
    weights.confidence * Math.log(certain / (1 - certain)) +
    weights.rival * (rivalOf(best, ranked) ?? usualRival) +
    weights.entry * best.signs.entry;
  return 1 / (1 + Math.exp(-sum));
}

/** Below this likelihood half of what is quoted as an answer is right, above it seven in eight (docs/answers.md). */
export const leastLikely = 0.7;
const surely = 0.9;

/** The documents hold an answer for sure, and these lines are likely it: little else has to be read. */
export const isSure = (confidence: number, likely: number): boolean =>
  confidence >= surely && likely >= leastLikely;

const weights = { confidence: 0.25, rival: -3.58, entry: 2.16 };
const bias = 2.96;
const mostCertain = 0.9999;
/** Where nothing else was found, the confidence decides as it does beside a rival that is middling for a wrong answer. */
const usualRival = 0.8;

/** How near the best line of another page comes, or of another passage where there is no other page; 1 is as near. */
function rivalOf(best: Candidate, ranked: readonly Candidate[]): number | undefined {
  const { citation } = best.source;
  const elsewhere = ranked.filter(({ source }) => source !== best.source);
  const onOtherPage = elsewhere.find(({ source }) => !isOfOnePage(source.citation, citation));
  const rival = onOtherPage ?? elsewhere[0];
  return rival && best.score > 0 ? Math.max(-1, rival.score / best.score) : undefined;
}
