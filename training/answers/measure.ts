import { features } from "../../lib/answering/features.ts";
import { type AnsweringModel, probability } from "../../lib/answering/models.ts";
import { treesLogOdds } from "../../lib/answering/trees.ts";
import { type Lengths, measureLengths } from "./lengths.ts";
import { readFields } from "./read-fields.ts";
import { chooseOf, decisionWeight } from "./rebuild.ts";
import { decisionFigures, type Judged, setOf, shares, tableOf } from "./report.ts";

/** The committed models over evidence of projects that they were not fitted on. */
export async function measure(files: readonly string[], model: AnsweringModel) {
  const weights = Float64Array.from(features, ({ name }) => model.choice.weights[name] ?? 0);
  const judged: Judged[] = [];
  for await (const field of readFields(files)) {
    const { row, ...chosen } = chooseOf(field, weights);
    judged.push({
      ...{ field, ...chosen, weight: decisionWeight(field) },
      answerable: probability(treesLogOdds(model.answerability, row)),
      confident: probability(treesLogOdds(model.confidence, row)),
    });
  }
  const { answerability, confidence } = decisionFigures(judged);
  return [
    tableOf(shares(judged, model.working_points, setOf)),
    `answerability: AUROC ${answerability.auroc}, expected error ${answerability.error}`,
    `confidence: AUROC ${confidence.auroc}, expected error ${confidence.error}`,
    lengthsTable(await measureLengths(files)),
  ].join("\n\n");
}

export const lengthsTable = (lengths: readonly Lengths[]): string =>
  [
    "\tanswered\tanswer\tbeside",
    ...lengths.map(({ set, answered, answer, beside }) =>
      [set, answered, answer, beside].join("\t"),
    ),
  ].join("\n");
