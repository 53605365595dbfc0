import type { BackgroundCosine } from "#lib/contracts/ports";
import { recallLimits } from "./limits.ts";

/**
 * What the cosine of an embedding model says. Each model has a scale of its own (of one all cosines lie between .7 and 1),
 * and most place two languages farther apart than two texts of one. So a cosine is held against those of the same question
 * to other questions of the person, in the language of the one it is held against: by how many standard deviations it lies
 * above their mean. Another scale of the same model gives the same number. Undefined where too few are known.
 */
export type StandsOut = (cosine: number, lang: string) => number | undefined;

export function standingOut(background: readonly BackgroundCosine[]): StandsOut {
  const usual = new Map<string, { mean: number; deviation: number }>();
  for (const [lang, some] of Map.groupBy(background, (one) => one.lang)) {
    if (some.length < recallLimits.background.least) continue;
    const sorted = some.map(({ cosine }) => cosine).sort((a, b) => a - b);
    const others = sorted.slice(0, Math.ceil(some.length * (1 - recallLimits.background.nearest)));
    const mean = meanOf(others);
    const deviation = Math.sqrt(meanOf(others.map((one) => (one - mean) ** 2)));
    // Below that it tells none of them from another.
    if (deviation > leastDeviation) usual.set(lang, { mean, deviation });
  }
  return (cosine, lang) => {
    const of = usual.get(lang);
    return of && (cosine - of.mean) / of.deviation;
  };
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Vectors have numbers of 32 bits. */
const leastDeviation = 1e-6;
