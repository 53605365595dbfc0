import { eachBeside } from "./beside.ts";
import type { Decided, Label } from "./decide.ts";
import { auroc, round } from "./figures.ts";
import { choiceWeights } from "./fit-model.ts";
import { foldOf, folds } from "./folds.ts";
import { type Fitted, withoutFeatures } from "./linear-models.ts";
import { type Matrix, ofByte, withColumns } from "./matrix.ts";

/**
 * Which features the hold-out figures do not pay for, jointly: features are left out one after the other, each time the one
 * whose loss is the least, with projects left out of every fit. A feature that tells nothing alone may stand in for another one,
 * so that a table of single losses does not say what may go together.
 */
const labels: readonly Label[] = ["answerable", "right"];

/** What people wrote themselves counts as much as all that was taken out of pages. */
const groups = ["people", "pages"] as const;
const groupOf = (set: string): (typeof groups)[number] =>
  /typed|handmade|written/.test(set) ? "people" : "pages";
const unitColumn = "chosen: ";

/** Tells each step as it is made: tab-separated, the figures after it. */
export async function eliminate(matrix: Matrix, tell: (line: string) => void): Promise<void> {
  const kept = await eliminateOfDecisions(matrix, tell);
  const needed = kept.flatMap((name) =>
    name.startsWith(unitColumn) ? [name.slice(unitColumn.length)] : [],
  );
  eliminateOfChoice(matrix, new Set(needed), tell);
}

/** Columns whose mean in their place costs nothing go together, as long as both decisions are as good as before. */
async function eliminateOfDecisions(
  whole: Matrix,
  tell: (line: string) => void,
): Promise<readonly string[]> {
  let { decision_features: names } = whole;
  let before = await judgeDecisions(whole);
  const least = before.figures.map((one) => one - noise);
  tell(["decisions", names.length, ...before.figures].join("\t"));
  for (let share = 1; share >= smallestShare; ) {
    const idle = names
      .map((name, i) => ({ name, worth: before.worth[i] ?? 0 }))
      .filter(({ worth }) => worth <= 0)
      .sort((a, b) => a.worth - b.worth);
    const going = new Set(idle.slice(0, Math.ceil(idle.length * share)).map(({ name }) => name));
    if (going.size === 0) break;
    const left = names.filter((name) => !going.has(name));
    const columns = { choice: whole.choice_features, decision: left };
    const after = await judgeDecisions(withColumns(whole, columns));
    const holds = after.figures.every((one, i) => one >= (least[i] ?? 0));
    const done = holds ? "left out" : "kept";
    tell([done, left.length, ...after.figures, [...going].join(", ")].join("\t"));
    if (holds) {
      names = left;
      before = after;
    }
    share = holds ? 1 : share / 2;
  }
  tell(["stay", names.length, ...before.figures, names.join(", ")].join("\t"));
  return names;
}
const smallestShare = 1 / 8;
/** An AUROC may fall by so much in all, which is what another seed of folds moves it by. */
const noise = 0.001;

/** AUROC of each decision and group, and what each column is worth to the decision that needs it more. */
async function judgeDecisions({ choices: _, ...cases }: Matrix) {
  const decided = await eachBeside<Decided>(
    new URL("./decide-worker.ts", import.meta.url),
    labels.map((label) => [cases, label]),
  );
  // Whether a folder answers without the pages of the answer nobody knows; and who names a folder is answered.
  const known = cases.decisions.flatMap(({ condition, set }, i) =>
    ["near", "named"].includes(condition) ? [] : [{ i, group: groupOf(set) }],
  );
  const figures = decided.flatMap(([one], at) => {
    const label = labels[at] ?? "right";
    return groups.map((group) => {
      const own = known.filter((of) => of.group === group);
      const likely = own.map(({ i }) => one?.likely[i] ?? 0);
      const yes = own.map(({ i }) => cases.decisions[i]?.[label] === true);
      return round(auroc(likely, yes), 4);
    });
  });
  const worth = cases.decision_features.map((_, i) =>
    Math.max(...decided.map(([one]) => one?.worth[i]?.worth ?? 0)),
  );
  return { figures, worth };
}

/** One feature after the other, without those that a decision needs: the path to its end, for whoever reads it to cut. */
function eliminateOfChoice(
  matrix: Matrix,
  needed: ReadonlySet<string>,
  tell: (line: string) => void,
): void {
  const fitted = Array.from({ length: folds }, (_, fold) =>
    choiceWeights(matrix, (project) => foldOf(project) !== fold),
  );
  const cases = matrix.choices.map(({ rows, answers, project, set }) => ({
    values: Float32Array.from(rows, ofByte),
    ...{ answers, fold: foldOf(project), group: groupOf(set) },
  }));
  const names = matrix.choice_features;
  const judge = (gone: readonly number[]) => judgeChoice(cases, fitted, gone, names.length);
  const gone: number[] = [];
  tell(["choice", "", ...judge(gone).told].join("\t"));
  for (;;) {
    const left = [...names.keys()].filter((i) => !gone.includes(i) && !needed.has(names[i] ?? ""));
    const [next] = left.map((i) => ({ i, ...judge([...gone, i]) })).sort((a, b) => a.loss - b.loss);
    if (next === undefined) return;
    gone.push(next.i);
    tell([`without ${gone.length}`, names[next.i], ...next.told].join("\t"));
  }
}

type Case = {
  values: Float32Array;
  answers: readonly number[];
  fold: number;
  group: (typeof groups)[number];
};

/** Of each group the mean loss and the share of questions with an answering unit first, by models that had not seen the project. */
function judgeChoice(
  cases: readonly Case[],
  fitted: readonly Fitted[],
  gone: readonly number[],
  width: number,
) {
  const weights = fitted.map((one) => Float32Array.from(withoutFeatures(one, gone)));
  const sums = new Map(groups.map((group) => [group, { loss: 0, first: 0, count: 0 }]));
  for (const { values, answers, fold, group } of cases) {
    const own = weights[fold] ?? new Float32Array(width);
    let all = 0;
    let right = 0;
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let unit = 0; unit * width < values.length; unit++) {
      let score = 0;
      const from = unit * width;
      for (let i = 0; i < width; i++) score += (values[from + i] ?? 0) * (own[i] ?? 0);
      const odds = Math.exp(score);
      all += odds;
      if (answers.includes(unit)) right += odds;
      if (score > most) {
        most = score;
        best = unit;
      }
    }
    const sum = sums.get(group);
    if (sum === undefined) continue;
    sum.count += 1;
    sum.loss -= Math.log(right / all + 1e-12);
    sum.first += Number(answers.includes(best));
  }
  const all = [...sums.values()];
  const mean = (of: "loss" | "first") => all.map((one) => one[of] / Math.max(1, one.count));
  return {
    loss: mean("loss").reduce((a, b) => a + b, 0) / all.length,
    told: [...mean("loss"), ...mean("first")].map((one) => round(one, 4)),
  };
}
