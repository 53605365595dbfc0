import type { Unit } from "#lib/markdown/units";
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
  const likely = 1 / (1 + Math.exp(-sum));
  return hasEqual(best, units, ranked) ? Math.min(likely, evenChance) : likely;
}

/** Below this likelihood half of what is quoted as an answer is right, above it seven in eight (docs/answers.md). */
export const leastLikely = 0.66;
const surely = 0.9;

/** The documents hold an answer for sure, and these lines are likely it: little else has to be read. */
export const isSure = (confidence: number, likely: number): boolean =>
  confidence >= surely && likely >= leastLikely;

const weights = { confidence: 0.25, rival: -3.58, entry: 2.16 };
const bias = 2.96;
const mostCertain = 0.9999;
/** Where nothing else was found, the confidence decides as it does beside a rival that is middling for a wrong answer. */
const usualRival = 0.8;

/**
 * Another line of the page that is not quoted comes as near as the best: the row below that speaks of the same setting the
 * other way round, the sentence for the other case. An item, or what is keyed by what is asked, is told from the others.
 */
function hasEqual(best: Candidate, quoted: ReadonlySet<Unit>, ranked: readonly Candidate[]) {
  if (best.unit.kind === "list_item" || best.signs.entry === 1) return false;
  const { citation } = best.source;
  const other = ranked.find(
    ({ unit, source }) => !quoted.has(unit) && isOfOnePage(source.citation, citation),
  );
  return other !== undefined && other.score >= best.score * asNear;
}

const asNear = 0.94;
/** 25 of 43 such answers were right, and 254 of 288 others above the bar (docs/answers.md). */
const evenChance = 0.55;

/** How near the best line of another page comes, or of another passage where there is no other page; 1 is as near. */
function rivalOf(best: Candidate, ranked: readonly Candidate[]): number | undefined {
  const { citation } = best.source;
  const elsewhere = ranked.filter(({ source }) => source !== best.source);
  const onOtherPage = elsewhere.find(({ source }) => !isOfOnePage(source.citation, citation));
  const rival = onOtherPage ?? elsewhere[0];
  return rival && best.score > 0 ? Math.max(-1, rival.score / best.score) : undefined;
}
