import { probability } from "../../lib/answering/models.ts";
import { treesLogOdds } from "../../lib/answering/trees.ts";
import type { Label } from "./decide.ts";
import { auroc, calibration, round } from "./figures.ts";
import { choiceWeights, decisionTrees } from "./fit-model.ts";
import { foldOf, folds } from "./folds.ts";
import { dot } from "./linear-models.ts";
import { type Matrix, ofByte } from "./matrix.ts";
import { withoutMeaning } from "./without-meaning.ts";

/**
 * What projects that were left out get with the table of word meanings, without it by models that were fitted with it, and
 * without it by models that were fitted without. Of the committed matrix alone: which passages are found stays as it was, and
 * of a decision the unit that was chosen.
 */
export function tellWithoutTable(
  matrix: Matrix,
  points: Partial<Record<"answers" | "sure", number>>,
): string {
  const words = withoutMeaning(matrix);
  const ways = [
    { name: "with the table", fitted: matrix, read: matrix },
    { name: "without, models fitted with it", fitted: matrix, read: words },
    { name: "without, models fitted without", fitted: words, read: words },
  ];
  return ways
    .map(({ name, fitted, read }) => {
      const likely = {
        answerable: likelyOf(fitted, read, "answerable"),
        right: likelyOf(fitted, read, "right"),
      };
      const figures = (label: Label) => {
        const known = read.decisions.map((one, i) => ({ one, said: likely[label][i] ?? 0 }));
        const decided = known.filter(({ one }) => !["near", "named"].includes(one.condition));
        const { error } = calibration(
          known.map(({ one, said }) => ({ likely: said, yes: one[label], weight: one.weight })),
        );
        const area = auroc(
          decided.map(({ said }) => said),
          decided.map(({ one }) => one[label]),
        );
        return `${label}: AUROC ${round(area)}, expected error ${error}`;
      };
      const cases = read.decisions.map(({ condition, right }, i) => {
        const answered = (likely.answerable[i] ?? 0) >= (points.answers ?? 0);
        const sure = answered && (likely.right[i] ?? 0) >= (points.sure ?? 0);
        return { condition, answered, sure, sure_and_right: sure && right };
      });
      const shares = [...Map.groupBy(cases, ({ condition }) => condition)].map(
        ([condition, some]) => {
          const share = (of: "answered" | "sure" | "sure_and_right") =>
            round(some.filter((one) => one[of]).length / some.length);
          return [
            condition,
            some.length,
            share("answered"),
            share("sure"),
            share("sure_and_right"),
          ];
        },
      );
      return [
        `${name}: an answering unit first ${round(firstShare(fitted, read))}`,
        figures("answerable"),
        figures("right"),
        ["condition", "questions", "answered", "sure", "sure and right"].join("\t"),
        ...shares.map((row) => row.join("\t")),
      ].join("\n");
    })
    .join("\n\n");
}

/** Of each decision, by a model that had not seen its project. */
function likelyOf(fitted: Matrix, read: Matrix, label: Label): number[] {
  const models = Array.from({ length: folds }, (_, fold) =>
    decisionTrees(
      fitted,
      (one) => one[label],
      (project) => foldOf(project) !== fold,
    ),
  );
  return read.decisions.map(({ row, project }) =>
    probability(treesLogOdds(models[foldOf(project)] ?? { bias: 0, trees: [] }, row)),
  );
}

/** Of the questions of the matrix, by weights that had not seen their project. */
function firstShare(fitted: Matrix, read: Matrix): number {
  const width = read.choice_features.length;
  const models = Array.from(
    { length: folds },
    (_, fold) => choiceWeights(fitted, (project) => foldOf(project) !== fold).weights,
  );
  const first = read.choices.filter(({ rows, answers, project }) => {
    const values = Float64Array.from(rows, ofByte);
    const weights = models[foldOf(project)] ?? new Float64Array(width);
    const scores = Array.from({ length: values.length / width }, (_, unit) =>
      dot(values, unit * width, weights),
    );
    return answers.includes(scores.indexOf(Math.max(...scores)));
  });
  return first.length / read.choices.length;
}
