import { decisionFeatures } from "../../lib/answering/decision.ts";
import { probability } from "../../lib/answering/models.ts";
import { treesLogOdds } from "../../lib/answering/trees.ts";
import { auroc, round } from "./figures.ts";
import { decisionTrees } from "./fit-model.ts";
import { foldOf, folds } from "./folds.ts";
import type { Matrix } from "./matrix.ts";

/** What a decision is about: a label of its cases. */
export type Label = "answerable" | "right";
export type Decided = {
  /** Of each case, by a model that had not seen its project. */
  likely: number[];
  /** By how much those are worse without each feature. */
  worth: { name: string; worth: number }[];
};

export function decide(
  matrix: Pick<Matrix, "decisions" | "decision_features">,
  label: Label,
): Decided {
  const models = Array.from({ length: folds }, (_, fold) =>
    decisionTrees(
      matrix,
      (one) => one[label],
      (project) => foldOf(project) !== fold,
    ),
  );
  const likelyWith = (rowOf: (row: Uint8Array) => Uint8Array) =>
    matrix.decisions.map(({ row, project }) => {
      const model = models[foldOf(project)] ?? { bias: 0, trees: [] };
      return probability(treesLogOdds(model, rowOf(row)));
    });
  const likely = likelyWith((row) => row);
  const truth = matrix.decisions.map((one) => one[label]);
  const whole = auroc(likely, truth);
  const worth = decisionFeatures.map(({ name }, i) => {
    const usual = matrix.decisions.reduce((sum, { row }) => sum + (row[i] ?? 0), 0);
    const mean = Math.round(usual / matrix.decisions.length);
    const without = likelyWith((row) => {
      const other = Uint8Array.from(row);
      other[i] = mean;
      return other;
    });
    return { name, worth: round(whole - auroc(without, truth), 5) };
  });
  return { likely, worth };
}
