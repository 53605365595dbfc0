import { probability } from "../../lib/answering/models.ts";
import { type Tree, treesLogOdds } from "../../lib/answering/trees.ts";
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
  const used = new Set(models.flatMap(({ trees }) => trees.flatMap(featuresOf)));
  const worth = matrix.decision_features.map((name, i) => {
    if (!used.has(i)) return { name, worth: 0 };
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

const featuresOf = (tree: Tree): number[] =>
  typeof tree === "number" ? [] : [tree[0], ...featuresOf(tree[2]), ...featuresOf(tree[3])];
