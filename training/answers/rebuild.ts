import { decisionFeatures } from "../../lib/answering/decision.ts";
import { features } from "../../lib/answering/features.ts";
import { MAY_BE_PLACES } from "../../lib/contracts/limits.ts";
import { eachBeside } from "./beside.ts";
import type { Decided } from "./decide.ts";
import { round } from "./figures.ts";
import { choiceWeights } from "./fit-model.ts";
import { foldOf, folds } from "./folds.ts";
import { dot, type Fitted, withoutFeatures } from "./linear-models.ts";
import { type Matrix, type MatrixChoice, type MatrixDecision, ofByte } from "./matrix.ts";
import { type FieldRows, fieldBytes, judgeRows } from "./read-fields.ts";
import {
  decisionFigures,
  type Judged,
  projectOf as projectName,
  setOf,
  shares,
  tableOf,
  workingPoints,
} from "./report.ts";

/** Of a question so many units that do not answer go into the matrix: those the passage ranking alone puts first, and others. */
const others = 14;
const mostAnswers = 5;
/** What a wording taken from a link or a description counts beside a question. */
const weightOfAbout = 0.4;
/**
 * What a question counts in the decisions, by where it was asked: so that of six questions one has no answer, as people ask
 * them. One that names its folder tells the choice what a name means; of decisions it would tell that what names its folder is
 * always answered.
 */
const weightOfCondition = {
  ...{ all: 1, own: 1, absent: 1, named: 0 },
  ...{ cross: 0.1, other: 0.07, far: 0.02, near: 0.01 },
};

/** What a question counts in the decisions. */
export const decisionWeight = ({ source, condition }: FieldRows): number =>
  (source === "about" ? weightOfAbout : 1) * weightOfCondition[condition];

export async function rebuild(files: readonly string[]) {
  const width = features.length;
  const fieldsOf = new URL("./read-fields-worker.ts", import.meta.url);
  const fields = (await eachBeside<FieldRows>(fieldsOf, files)).flat();
  const projects = [...new Set(fields.map(({ group }) => group))].sort();
  const number = new Map(projects.map((name, i) => [name, i]));
  const projectOf = ({ group }: FieldRows) => number.get(group) ?? 0;
  const weightOf = ({ source }: FieldRows) => (source === "about" ? weightOfAbout : 1);
  const choices = fields
    .filter(({ answerable, answers }) => answerable && answers.length > 0)
    .map((field): MatrixChoice => {
      const wrong = Array.from({ length: field.units }, (_, i) => i).filter(
        (i) => !field.answers.includes(i),
      );
      const step = Math.max(1, Math.floor(wrong.length / others));
      // Spread over the ranking: the units stand in its order.
      const taken = wrong.filter((_, i) => i % step === 0 || i < others / 2).slice(0, others * 2);
      const right = field.answers.slice(0, mostAnswers);
      const kept = [...right, ...taken];
      return {
        ...{ set: field.set, project: projectOf(field), weight: weightOf(field) },
        answers: right.map((_, i) => i),
        rows: Uint8Array.from(
          kept.flatMap((i) => [...field.rows.subarray(i * width, (i + 1) * width)]),
        ),
      };
    });
  const matrix: Matrix = {
    choice_features: features.map(({ name }) => name),
    decision_features: decisionFeatures.map(({ name }) => name),
    choices,
    decisions: [],
  };
  const fitted = Array.from({ length: folds }, (_, fold) =>
    choiceWeights(matrix, (project) => foldOf(project) !== fold),
  );
  const weights = fitted.map((one) => one.weights);
  const chosen = fields.map((field) => {
    const model = weights[foldOf(projectOf(field))] ?? new Float64Array(width);
    return { field, ...chooseOf(field, model) };
  });
  matrix.decisions = chosen.map(
    ({ field, right, row }): MatrixDecision => ({
      ...{
        set: field.set,
        project: projectOf(field),
        condition: field.condition,
        answerable: field.answerable,
        right,
        row,
      },
      weight: decisionWeight(field),
    }),
  );
  const { choices: _, ...cases } = matrix;
  const [[answerability], [confidence]] = (await eachBeside<Decided>(
    new URL("./decide-worker.ts", import.meta.url),
    [
      [cases, "answerable"],
      [cases, "right"],
    ],
  )) as [[Decided], [Decided]]; // a worker posts one
  const judged = chosen.map(
    (one, i): Judged => ({
      ...one,
      answerable: answerability.likely[i] ?? 0,
      confident: confidence.likely[i] ?? 0,
      weight: matrix.decisions[i]?.weight ?? 0,
    }),
  );
  const working_points = workingPoints(judged);
  const sets = shares(judged, working_points, setOf);
  const held_out = {
    working_points,
    date: process.env.FIT_DATE ?? new Date().toISOString().slice(0, 10),
    folds,
    projects: projects.length,
    choices: choices.length,
    decisions: matrix.decisions.length,
    ...decisionFigures(judged),
    worth: {
      choice: worthOfFeatures(matrix, fitted, foldOf),
      answerability: answerability.worth,
      confidence: confidence.worth,
    },
    sets,
    by_project: shares(judged, working_points, projectName),
  };
  return { matrix, held_out, table: tableOf(sets) };
}

/** What a choice model says of a field, and what a decision is made of. */
export function chooseOf(field: FieldRows, weights: Float64Array) {
  const width = features.length;
  const { places } = judgeRows(field, weights);
  const best = places[0]?.best ?? 0;
  const gold = new Set(field.answers.map((i) => field.place[i]));
  const row = Uint8Array.from([
    ...field.rows.subarray(best * width, (best + 1) * width),
    ...fieldBytes(
      field,
      places[0]?.number ?? 0,
      places.map(({ share }) => share),
    ),
  ]);
  return {
    ...{ places, row },
    right: field.answerable && field.answers.includes(best),
    plain: field.answerable && field.answers.includes(bestByCover(field)),
    shown: places.slice(0, MAY_BE_PLACES).map(({ number: one }) => gold.has(one)),
  };
}

/** The plainest engine to compare with: the unit that holds most of the question by weight, the best ranked of equals. */
function bestByCover({ rows, units }: FieldRows): number {
  const at = features.findIndex(({ name }) => name === "covered");
  let best = 0;
  for (let unit = 1; unit < units; unit++) {
    const held = (i: number) => rows[i * features.length + at] ?? 0;
    if (held(unit) > held(best)) best = unit;
  }
  return best;
}

/** By how much fewer held-out questions have an answering unit first, of those in the matrix, without each feature. */
function worthOfFeatures(
  matrix: Matrix,
  fitted: readonly Fitted[],
  foldOf: (project: number) => number,
) {
  const width = matrix.choice_features.length;
  const cases = matrix.choices.map(({ rows, ...rest }) => ({
    ...rest,
    values: Float64Array.from(rows, ofByte),
  }));
  const share = (weightsOf: (fold: number) => Float64Array) => {
    let first = 0;
    for (const { values, answers, project } of cases) {
      const weights = weightsOf(foldOf(project));
      let best = 0;
      let most = Number.NEGATIVE_INFINITY;
      for (let unit = 0; unit * width < values.length; unit++) {
        const score = dot(values, unit * width, weights);
        if (score > most) {
          most = score;
          best = unit;
        }
      }
      if (answers.includes(best)) first++;
    }
    return first / cases.length;
  };
  const none = new Float64Array(width);
  const whole = share((fold) => fitted[fold]?.weights ?? none);
  return matrix.choice_features.map((name, i) => {
    const without = fitted.map((one) => withoutFeatures(one, [i]));
    return { name, worth: round(whole - share((fold) => without[fold] ?? none), 5) };
  });
}
