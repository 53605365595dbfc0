import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/**
 * The scorer belongs to the question sets, not to this project: it is imported from where they lie. What it returns
 * is checked, so that another scorer's shape is an error here and not a wrong table.
 */
export const Score = z.looseObject({
  n: z.number(),
  missing_results: z.number(),
  metrics: z.record(
    z.string(),
    z.object({ value: z.number(), lo: z.number(), hi: z.number(), n: z.number() }),
  ),
  citations: z.looseObject({
    fidelity: z.number().nullish(),
    median_lines: z.number().nullish(),
    too_wide: z.number(),
  }),
});
export type Score = z.infer<typeof Score>;

/** `resamples` is how many draws the intervals come from; where only the values are wanted, few. */
export type Scorer = {
  questions(file: string): unknown[];
  score(
    questions: readonly unknown[],
    results: readonly unknown[],
    options: { root: string; resamples?: number },
  ): Score;
};

/** The first of these files that exists; undefined when there is none. */
export async function findScorer(files: readonly string[]): Promise<Scorer | undefined> {
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) return undefined;
  // The scorer's two functions are its published interface; their results are parsed below.
  const scorer = (await import(pathToFileURL(file).href)) as {
    readJsonl(file: string): unknown[];
    score(
      queries: readonly unknown[],
      results: readonly unknown[],
      options: { root: string; boot?: number },
    ): unknown;
  };
  return {
    questions: scorer.readJsonl,
    score: (questions, results, { root, resamples }) =>
      Score.parse(
        scorer.score(questions, results, {
          root,
          ...(resamples === undefined ? {} : { boot: resamples }),
        }),
      ),
  };
}
