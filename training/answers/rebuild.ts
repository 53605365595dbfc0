import { decisionFeatures } from "../../lib/answering/decision.ts";
import { features } from "../../lib/answering/features.ts";
import { treesLogOdds } from "../../lib/answering/trees.ts";
import { choiceWeights, decisionTrees } from "./fit-model.ts";
import { dot, type Fitted, withoutFeature } from "./linear-models.ts";
import { type Matrix, type MatrixChoice, type MatrixDecision, ofByte } from "./matrix.ts";
import { type FieldRows, fieldBytes, judgeRows, readFields } from "./read-fields.ts";

/** Projects are left out in so many groups. */
const folds = 5;
/** Of a question so many units that do not answer go into the matrix: those the passage ranking alone puts first, and others. */
const others = 14;
const mostAnswers = 5;
/** What a wording taken from a link or a description counts beside a question. */
const weightOfAbout = 0.4;
/** What a question of a folder that does not answer it counts beside one of a folder that does. */
const weightOfCondition = { all: 1, own: 1, far: 0.15, near: 0.05, other: 0.5 };

export async function rebuild(files: readonly string[]) {
  const width = features.length;
  const fields: FieldRows[] = [];
  for await (const field of readFields(files)) fields.push(field);
  const projects = [...new Set(fields.map(({ group }) => group))].sort();
  const number = new Map(projects.map((name, i) => [name, i]));
  const projectOf = ({ group }: FieldRows) => number.get(group) ?? 0;
  const foldOf = (project: number) => (project * 7) % folds;
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
  const judged = fields.map((field) => {
    const { places } = judgeRows(
      field,
      weights[foldOf(projectOf(field))] ?? new Float64Array(width),
    );
    const best = places[0]?.best ?? 0;
    const right = field.answerable && field.answers.includes(best);
    const plain = field.answerable && field.answers.includes(bestByCover(field));
    const gold = new Set(field.answers.map((i) => field.place[i]));
    const shown = places.slice(0, 3).map(({ number: one }) => gold.has(one));
    const values = [...field.rows.subarray(best * width, (best + 1) * width)];
    const row = Uint8Array.from([
      ...values,
      ...fieldBytes(
        field,
        places[0]?.number ?? 0,
        places.map(({ share }) => share),
      ),
    ]);
    return { field, places, right, plain, shown, row, gold };
  });
  matrix.decisions = judged.map(
    ({ field, right, row }): MatrixDecision => ({
      ...{
        set: field.set,
        project: projectOf(field),
        condition: field.condition,
        answerable: field.answerable,
        right,
        row,
      },
      weight: weightOf(field) * weightOfCondition[field.condition],
    }),
  );
  const decide = (yes: (one: MatrixDecision) => boolean) => {
    const models = Array.from({ length: folds }, (_, fold) =>
      decisionTrees(matrix, yes, (project) => foldOf(project) !== fold),
    );
    const likelyWith = (rowOf: (row: Uint8Array) => Uint8Array) =>
      matrix.decisions.map(({ row, project }) => {
        const model = models[foldOf(project)] ?? { bias: 0, trees: [] };
        return 1 / (1 + Math.exp(-treesLogOdds(model, rowOf(row))));
      });
    const likely = likelyWith((row) => row);
    const truth = matrix.decisions.map(yes);
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
  };
  const { likely: answerable, worth: forAnswerability } = decide((one) => one.answerable);
  const { likely: confident, worth: forConfidence } = decide((one) => one.right);
  const forChoice = worthOfFeatures(matrix, fitted, foldOf);

  // Working points.
  const present = judged
    .flatMap(({ field }, i) =>
      field.answerable && field.source !== "about" ? [answerable[i] ?? 0] : [],
    )
    .sort((a, b) => a - b);
  const answers = present[Math.floor(present.length * 0.06)] ?? 0;
  const sureAt = workingPoint(
    judged.map(({ right, field }, i) => ({
      likely: confident[i] ?? 0,
      yes: right,
      weight: matrix.decisions[i]?.weight ?? (field ? 1 : 1),
    })),
    0.62,
  );
  const related = workingPoint(
    judged.flatMap(({ field, places, gold }) =>
      field.answerable
        ? places
            .slice(1, 4)
            .map(({ share, number: one }) => ({ likely: share, yes: gold.has(one), weight: 1 }))
        : [],
    ),
    0.25,
  );
  const working_points = { answers: round(answers), sure: round(sureAt), related: round(related) };

  const groups = Map.groupBy(
    judged.map((one, i) => ({ ...one, i })),
    ({ field }) =>
      `${field.set}${field.set === "en" || field.set === "zh" ? ` ${field.source}` : ""} ${field.condition}`,
  );
  const sets = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, some]) => {
      const share = (yes: (one: (typeof some)[number]) => boolean) =>
        round(some.filter(yes).length / some.length);
      const isAnswered = ({ i }: { i: number }) => (answerable[i] ?? 0) >= answers;
      const isSure = ({ i }: { i: number }) => isAnswered({ i }) && (confident[i] ?? 0) >= sureAt;
      return {
        set: name,
        questions: some.length,
        reached: share(({ field }) => field.answers.length > 0),
        plain_first: share(({ plain }) => plain),
        unit_first: share(({ right }) => right),
        place_first: share(({ shown }) => shown[0] === true),
        place_in_three: share(({ shown }) => shown.includes(true)),
        answered: share(isAnswered),
        sure: share(isSure),
        sure_and_right: share((one) => isSure(one) && one.right),
        shown_answers: share(
          (one) =>
            isAnswered(one) && (isSure(one) ? one.shown[0] === true : one.shown.includes(true)),
        ),
      };
    });
  const byHand = (name: string) => name.includes("typed") || name.includes("handmade");
  const curve = [0.98, 0.95, 0.92, 0.9, 0.88, 0.85, 0.8, 0.75].map((coverage) => {
    const likelyOf = (wanted: (one: (typeof judged)[number]) => boolean) =>
      judged.flatMap((one, i) =>
        byHand(one.field.set) && wanted(one) ? [answerable[i] ?? 0] : [],
      );
    const present = likelyOf(({ field }) => field.answerable && field.condition === "own").sort(
      (a, b) => a - b,
    );
    const from = present[Math.floor(present.length * (1 - coverage))] ?? 0;
    const over = (some: number[]) => round(some.filter((one) => one >= from).length / some.length);
    return {
      ...{ coverage, from: round(from) },
      other: over(likelyOf(({ field }) => field.condition === "other")),
      far: over(likelyOf(({ field }) => field.condition === "far")),
      right: over(likelyOf(({ right, field }) => right && field.condition === "own")),
    };
  });
  console.log(curve);
  const held_out = {
    working_points,
    date: process.env.FIT_DATE ?? "2026-11-24",
    folds,
    projects: projects.length,
    choices: choices.length,
    decisions: matrix.decisions.length,
    calibration: {
      answerability: calibration(
        answerable,
        judged.map(({ field }) => field.answerable),
        matrix.decisions.map(({ weight }) => weight),
      ),
      confidence: calibration(
        confident,
        judged.map(({ right }) => right),
        matrix.decisions.map(({ weight }) => weight),
      ),
    },
    auroc: {
      answerability: round(
        auroc(
          answerable,
          judged.map(({ field }) => field.answerable),
        ),
      ),
      confidence: round(
        auroc(
          confident,
          judged.map(({ right }) => right),
        ),
      ),
    },
    worth: { choice: forChoice, answerability: forAnswerability, confidence: forConfidence },
    sets,
  };
  const columns = [
    "set",
    "questions",
    "reached",
    "plain_first",
    "unit_first",
    "place_first",
    "place_in_three",
    "answered",
    "sure",
    "sure_and_right",
    "shown_answers",
  ] as const;
  const table = [
    columns.join("\t"),
    ...sets.map((one) => columns.map((name) => String(one[name])).join("\t")),
    JSON.stringify({ ...held_out, sets: undefined, worth: undefined }),
  ].join("\n");
  return { matrix, held_out, table };
}

const round = (value: number, digits = 3): number => Number(value.toFixed(digits));

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
    const without = fitted.map((one) => withoutFeature(one, i));
    return { name, worth: round(whole - share((fold) => without[fold] ?? none), 5) };
  });
}

/** The least likelihood from which on the share of yes is at least `wanted`. */
function workingPoint(
  cases: readonly { likely: number; yes: boolean; weight: number }[],
  wanted: number,
): number {
  const sorted = cases.toSorted((a, b) => b.likely - a.likely);
  let all = 0;
  let yes = 0;
  let found = 1;
  for (const one of sorted) {
    all += one.weight;
    if (one.yes) yes += one.weight;
    if (yes / all >= wanted) found = one.likely;
  }
  return found;
}

/** Expected error over ten bins, and what each bin says and holds. */
function calibration(
  likely: readonly number[],
  yes: readonly boolean[],
  weights: readonly number[],
) {
  const bins = Array.from({ length: 10 }, (_, bin) => {
    let weight = 0,
      said = 0,
      held = 0;
    likely.forEach((one, i) => {
      if (Math.min(9, Math.floor(one * 10)) !== bin) return;
      const own = weights[i] ?? 1;
      weight += own;
      said += own * one;
      held += own * Number(yes[i]);
    });
    return {
      weight,
      said: weight === 0 ? 0 : said / weight,
      held: weight === 0 ? 0 : held / weight,
    };
  });
  const all = bins.reduce((sum, { weight }) => sum + weight, 0);
  const error = bins.reduce(
    (sum, { weight, said, held }) => sum + (weight / all) * Math.abs(said - held),
    0,
  );
  return { error: round(error), bins: bins.map(({ said, held }) => [round(said), round(held)]) };
}

function auroc(likely: readonly number[], yes: readonly boolean[]): number {
  const order = likely
    .map((one, i) => ({ one, yes: yes[i] === true }))
    .sort((a, b) => a.one - b.one);
  let ranks = 0;
  let positive = 0;
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && order[j]?.one === order[i]?.one) j++;
    for (let k = i; k < j; k++)
      if (order[k]?.yes) {
        ranks += (i + j + 1) / 2;
        positive++;
      }
    i = j;
  }
  return (ranks - (positive * (positive + 1)) / 2) / (positive * (order.length - positive));
}
