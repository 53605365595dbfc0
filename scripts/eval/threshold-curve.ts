import { table } from "../../bench/results-file.ts";
import type { Scorer } from "./scorer.ts";

/**
 * What another threshold would do: answered is then every question whose confidence reaches it. The scorer counts; this
 * only says which lines are answered.
 */
export type Judged = { id: string; confidence: number };
export type CurvePoint = {
  threshold: number;
  coverage: number;
  false_answers: Record<string, number>;
};

export type CurveDeps = {
  scorer: Scorer;
  questions: readonly unknown[];
  root: string;
};

export function pointAt(
  threshold: number,
  results: readonly Judged[],
  { scorer, questions, root }: CurveDeps,
): CurvePoint {
  const lines = results.map((line) => ({
    ...line,
    // How many are answered is all that is asked here; looking every citation up again takes most of the scorer's time.
    citations: [],
    status: line.confidence >= threshold ? "answered" : "no_evidence",
  }));
  const { metrics } = scorer.score(questions, lines, { root, resamples: 1 });
  const false_answers: Record<string, number> = {};
  for (const [name, { value }] of Object.entries(metrics)) {
    if (name.startsWith("false_answer_")) false_answers[name.slice("false_answer_".length)] = value;
  }
  return { threshold, coverage: metrics.coverage?.value ?? Number.NaN, false_answers };
}

/** The highest threshold that still answers this share of the questions that have an answer. */
export function pointWithCoverage(
  least: number,
  results: readonly Judged[],
  deps: CurveDeps,
): CurvePoint | undefined {
  const levels = [...new Set(results.map(({ confidence }) => confidence))].sort((a, b) => b - a);
  let low = 0;
  let high = levels.length - 1;
  let best: CurvePoint | undefined;
  // Coverage only grows as the threshold falls.
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const point = pointAt(levels[middle] ?? 0, results, deps);
    if (point.coverage >= least) {
      best = point;
      high = middle - 1;
    } else low = middle + 1;
  }
  return best;
}

export function curveTable(points: readonly CurvePoint[]): string {
  const kinds = Object.keys(points[0]?.false_answers ?? {});
  return table([
    ["threshold", "coverage", ...kinds.map((kind) => `false, ${kind}`)],
    ...points.map(({ threshold, coverage, false_answers }) => [
      threshold.toFixed(3),
      coverage.toFixed(3),
      ...kinds.map((kind) => (false_answers[kind] ?? Number.NaN).toFixed(3)),
    ]),
  ]);
}
