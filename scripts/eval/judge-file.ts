import type { Baselines } from "./baselines.ts";
import { halfOf, idOf } from "./halves.ts";
import type { ResultLine } from "./put-questions.ts";
import type { QuestionFile } from "./question-sets.ts";
import type { Score, Scorer } from "./scorer.ts";
import { figuresOf } from "./summary.ts";
import { type CurvePoint, pointAt, pointWithCoverage } from "./threshold-curve.ts";

/** Every figure of one file of questions comes from the scorer; what stands here is which lines it is given. */
export type Judgement = {
  score: Score;
  figures: Record<string, number>;
  /** The same measures of plain engines, and of each half of the questions. */
  beside: Record<string, Record<string, number>>;
  curve: CurvePoint[];
};

/** A false answer costs trust, a refusal costs a search: how many of the former while almost nothing is refused. */
const wantedCoverage = 0.95;

export function judgeFile(
  file: QuestionFile,
  lines: readonly ResultLine[],
  deps: { scorer: Scorer; root: string; baselines?: Baselines },
): Judgement {
  const { scorer, root, baselines } = deps;
  const questions = scorer.questions(file.file);
  const judge = (asked: readonly unknown[], results: readonly ResultLine[], resamples?: number) => {
    const ids = new Set(asked.map(idOf));
    const own = results.filter(({ id }) => ids.has(id));
    const draws = resamples === undefined ? {} : { resamples };
    const score = scorer.score(asked, own, { root, ...draws });
    const at = pointWithCoverage(wantedCoverage, own, { scorer, questions: asked, root });
    const figures = { ...figuresOf(score), ...atCoverage(at) };
    return { score, figures };
  };
  const whole = judge(questions, lines);
  const beside: Judgement["beside"] = {};
  for (const name of baselines?.names ?? []) {
    const results = baselines?.answer(name, file.queries) ?? [];
    beside[name] = judge(questions, results, 1).figures;
  }
  for (const half of ["A", "B"] as const) {
    const asked = questions.filter((question) => halfOf(question) === half);
    if (asked.length > 0) beside[`half ${half}`] = judge(asked, lines, 1).figures;
  }
  const curve = Array.from({ length: 11 }, (_, i) =>
    pointAt(i / 10, lines, { scorer, questions, root }),
  );
  return { ...whole, beside, curve };
}

function atCoverage(point: CurvePoint | undefined): Record<string, number> {
  return Object.fromEntries(
    Object.entries(point?.false_answers ?? {}).map(([kind, value]) => [
      `false_answer_${kind}@coverage${wantedCoverage}`,
      Math.round(value * 10_000) / 10_000,
    ]),
  );
}
