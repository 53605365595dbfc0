import { type ExtentMatrix, extentWeights } from "./extents.ts";
import { type Choice, type Fitted, fitChoice } from "./linear-models.ts";
import { type Matrix, ofByte } from "./matrix.ts";
import { fitTrees, type Trees } from "./trees.ts";

/** Penalty on the sum of squared weights, beside the mean loss of a question. */
const ridge = 0.001;
/** Digits that are written, so that rounding of another machine changes nothing. */
const digits = 4;

/** The model file's content. `held_out`: figures and working points, as `rebuild` measured them. */
export function fitModel(matrix: Matrix, extents: ExtentMatrix, held_out: Record<string, unknown>) {
  const { working_points, date, folds, projects, choices, decisions, sets } = held_out;
  const fitted = { date, folds, projects, choices, decisions, sets };
  const { choice_features, decision_features } = matrix;
  return {
    choice: named(
      "Which unit answers: log-odds among all units of a question.",
      choice_features,
      choiceWeights(matrix).weights,
    ),
    answerability: grown(
      "Do the documents answer at all.",
      decision_features,
      decisionTrees(matrix, ({ answerable }) => answerable),
    ),
    confidence: grown(
      "Is the unit that was chosen right.",
      decision_features,
      decisionTrees(matrix, ({ right }) => right),
    ),
    extent: named(
      "Does the next unit still belong to the answer.",
      extents.features,
      extentWeights(extents),
    ),
    working_points,
    fitted,
  };
}

export const choiceWeights = (
  matrix: Matrix,
  keep: (project: number) => boolean = () => true,
): Fitted =>
  fitChoice(
    matrix.choices
      .filter(({ project }) => keep(project))
      .map(
        ({ rows, answers, weight }): Choice => ({
          values: Float64Array.from(rows, ofByte),
          units: rows.length / matrix.choice_features.length,
          ...{ answers, weight },
        }),
      ),
    matrix.choice_features.length,
    ridge,
  );

export const decisionTrees = (
  matrix: Pick<Matrix, "decisions" | "decision_features">,
  yes: (one: Matrix["decisions"][number]) => boolean,
  keep: (project: number) => boolean = () => true,
): Trees =>
  fitTrees(
    matrix.decisions
      .filter(({ project }) => keep(project))
      .map((one) => ({ row: one.row, yes: yes(one), weight: one.weight })),
    matrix.decision_features.length,
  );

const grown = (about: string, names: readonly string[], { bias, trees }: Trees) => ({
  about,
  features: names,
  bias: round(bias),
  trees,
});

const round = (value: number) => Number(value.toFixed(digits));

function named(about: string, names: readonly string[], weights: Float64Array) {
  return {
    about,
    bias: round(weights[names.length] ?? 0),
    weights: Object.fromEntries(names.map((name, i) => [name, round(weights[i] ?? 0)])),
  };
}
