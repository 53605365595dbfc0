import { dot, fitChoice } from "../answers/linear-models.ts";

/** A sentence as figures: its features, whether it is a lie, and the project whose pages it is about. */
export type SentenceRow = {
  project: string;
  kind: string;
  lie: boolean;
  hard: boolean;
  values: number[];
};
export type SentenceMatrix = { features: string[]; rows: SentenceRow[] };

export type SentenceFit = {
  bias: number;
  weights: Record<string, number>;
  working_points: { doubt: number; refuse: number };
};

/** Of honest sentences so many may be marked, and withheld, on projects that the model was not fitted on. */
export const wrongly = { doubt: 0.04, refuse: 0.005 };
const ridge = 0.01;

/** A logistic regression with the projects left out in turn for its working points. Sentences with a foreign fact are refused without it. */
export function fitSentences({
  features,
  rows,
}: SentenceMatrix): SentenceFit & { held_out: number[] } {
  const projects = [...new Set(rows.map(({ project }) => project))].sort();
  const held_out = rows.map(() => 1);
  for (const project of projects) {
    const weights = fit(
      rows.filter((row) => row.project !== project),
      features.length,
    );
    for (const [i, row] of rows.entries())
      if (row.project === project && !row.hard) held_out[i] = risk(row, weights);
  }
  const honest = rows
    .flatMap((row, i) => (row.lie || row.hard ? [] : [held_out[i] ?? 1]))
    .sort((a, b) => a - b);
  const pointOf = (share: number) =>
    honest[Math.min(honest.length - 1, Math.floor(honest.length * (1 - share)))] ?? 1;
  const weights = fit(rows, features.length);
  return {
    held_out,
    bias: round(weights[features.length] ?? 0),
    weights: Object.fromEntries(features.map((name, i) => [name, round(weights[i] ?? 0)])),
    working_points: {
      doubt: round(pointOf(wrongly.doubt)),
      refuse: round(pointOf(wrongly.refuse)),
    },
  };
}

/** Of honest sentences and of each kind of lie: how many there are, are in doubt, are withheld. */
export function heldOutFigures(
  { rows }: SentenceMatrix,
  {
    held_out,
    working_points: { doubt, refuse },
  }: Pick<SentenceFit, "working_points"> & { held_out: number[] },
): Record<string, { of: number; doubt: number; refused: number }> {
  const figures: Record<string, { of: number; doubt: number; refused: number }> = {};
  for (const [i, { lie, kind }] of rows.entries()) {
    const risk = held_out[i] ?? 1;
    for (const name of lie ? ["lies", `lies: ${kind}`] : ["honest"]) {
      figures[name] ??= { of: 0, doubt: 0, refused: 0 };
      const one = figures[name];
      one.of += 1;
      if (risk >= refuse) one.refused += 1;
      else if (risk >= doubt) one.doubt += 1;
    }
  }
  return figures;
}

const round = (value: number): number => Number(value.toFixed(4));

/** A lie against nothing: what a choice between the two weighs is the logistic function. The last weight is the bias. */
function fit(rows: readonly SentenceRow[], width: number): Float64Array {
  const choices = rows
    .filter(({ hard }) => !hard)
    .map(({ values, lie }) => ({
      values: Float64Array.from([...values, 1, ...new Array<number>(width + 1).fill(0)]),
      units: 2,
      answers: [lie ? 0 : 1],
      weight: 1,
    }));
  return fitChoice(choices, width + 1, ridge).weights;
}

function risk({ values }: SentenceRow, weights: Float64Array): number {
  return 1 / (1 + Math.exp(-dot(Float64Array.from([...values, 1]), 0, weights)));
}
