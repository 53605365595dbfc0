import { createRandom } from "../fixtures/hostile/random.ts";
import { signals } from "../lib/search/signals/list.ts";
import type { RankingSignal } from "../lib/search/signals/signal.ts";
import { halfOf } from "../scripts/eval/halves.ts";
import type { QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import { type CandidateLists, candidateLists, figuresOf, judgeLists } from "./candidate-lists.ts";
import { type Figures, measures, readFolder, replay, shown } from "./question-replay.ts";
import { rounded, table, writeResults } from "./results-file.ts";

/**
 * The weights of the ranking chosen on half A of every question set and told on half B, from a start that knows nothing.
 * One configuration for all sets and languages. Weights that lower a figure which has a floor are not let in, however
 * good they are on half A: a floor is of a whole file, and the one thing in which half B has a say.
 */
export async function fitWeights(
  sets: readonly QuestionSet[],
  scorer: Scorer,
  floors: Readonly<Record<string, Readonly<Record<string, number>>>>,
  tell: (sentence: string) => void,
): Promise<void> {
  const files: FitFile[] = [];
  for (const set of sets) {
    tell(`${set.name}: reading`);
    const folder = await readFolder(set.root);
    for (const file of set.files) {
      const questions = scorer.questions(file.file);
      const judge = replay(file, { folder, scorer, root: set.root });
      files.push({
        lists: candidateLists(file, questions, folder, spanning),
        decides: questions.filter((one) => halfOf(one) === "A").length >= fewest,
        scored: (weights) => judge(weighed(weights), ["A", "B"]),
      });
    }
  }
  const least = files.map(({ lists }) => leastOf(lists, floors[lists.file] ?? {}));
  const tried = search((weights) => worthOf(weights, files, least), tell);
  const [chosen] = tried;
  if (chosen === undefined) throw new Error("no weights were tried");
  const equals = tried.filter(
    ({ short, mean }) => short === chosen.short && mean > chosen.mean - sameMean,
  );

  const ways = { neutral, chosen: chosen.weights, "in force": inForce };
  const rows = files.flatMap(({ lists, scored }) =>
    Object.entries(ways).map(([way, weights]) => {
      const [A = {}, B = {}] = scored(weights);
      return { file: lists.file, way, A, B };
    }),
  );
  for (const way of Object.keys(ways)) {
    const own = rows.filter((row) => row.way === way);
    const [A, B] = halves.map((half) => average(own.map((row) => row[half])));
    if (A !== undefined && B !== undefined) rows.push({ file: "all sets", way, A, B });
  }
  const range = (i: number) => {
    const values = equals.map(({ weights }) => weights[i] ?? 0);
    return `${Math.min(...values)} to ${Math.max(...values)}`;
  };
  console.log(
    table([
      ["", ...searched.map((i) => signals[i]?.name ?? "")],
      ...Object.entries(ways).map(([way, weights]) => [
        way,
        ...searched.map((i) => String(weights[i])),
      ]),
      [`as good on A (${equals.length})`, ...searched.map(range)],
    ]),
  );
  const write = (figures: Figures) => measures.map((name) => figures[name]?.toFixed(3) ?? "–");
  console.log(
    `\n${table([
      ["", "", ...halves.flatMap((half) => shown.map((name) => `${name} ${half}`))],
      ...rows.map(({ file, way, A, B }) => [file, way, ...write(A), ...write(B)]),
    ])}`,
  );
  const named = Object.entries(ways).map(([way, weights]) => [
    way,
    Object.fromEntries(searched.map((i) => [signals[i]?.name, weights[i]])),
  ]);
  writeResults("ranking-weights", {
    ways: Object.fromEntries(named),
    short: chosen.short,
    tried: tried.length,
    rows,
  });
}

/** In the order of the signals. */
type Weights = readonly number[];
type FitFile = {
  lists: CandidateLists;
  decides: boolean;
  /** What the scorer says of both halves. */
  scored(weights: Weights): Figures[];
};
/** `short`: by how much floors are missed, all of them together. `mean`: of all measures over the files that decide, on half A. */
type Tried = { weights: Weights; short: number; mean: number };

/**
 * Lists depend on the ratios alone, so `words` stays as it is here, whatever all weights are multiplied by in force; and the
 * headings above the answers of some sets were taken out.
 */
const fixed: Readonly<Record<string, number>> = { words: 0.535, heading: 0.2 };
const searched = [...signals.keys()].filter((i) => fixed[signals[i]?.name ?? ""] === undefined);
const withSearched = (value: (i: number) => number): Weights =>
  signals.map(({ name }, i) => fixed[name] ?? value(i));
const scale = (signals.find(({ name }) => name === "words")?.weight ?? 1) / (fixed.words ?? 1);
const inForce = withSearched((i) => rounded((signals[i]?.weight ?? 0) / scale, 3));
const neutral = withSearched(() => 0.1);
/** Weights so different that what none of them brings far up comes up under none in between. */
const spanning = [
  inForce,
  ...[0.03, 0.1, 0.2, 0.3].map((weight) => withSearched(() => weight)),
  ...searched.map((one) => withSearched((i) => (i === one ? 0.3 : 0.05))),
];
const halves = ["A", "B"] as const;
/** A file of fewer questions in half A is told and does not decide: one question would be a tenth of it. */
const fewest = 15;
/** Less than a tenth of a question of the smallest file that decides. */
const sameMean = 0.0001;

/**
 * Drawn from all weights up to `widest`, then closer and closer around those that are best so far: around several, for
 * what is best at first need not lie where the best of all lies. Weights are counted in steps.
 */
const seed = 1;
const rounds = 8;
const draws = 1200;
const perUnit = 200;
const widest = 60;
const closest = 3;
const centres = 12;

function search(worth: (weights: Weights) => Tried, tell: (sentence: string) => void): Tried[] {
  const random = createRandom(seed);
  let tried: Tried[] = [];
  let reach = widest / 2;
  const near = (weight: number) =>
    Math.max(0, Math.round(weight * perUnit) + random.below(2 * reach + 1) - reach) / perUnit;
  for (let round = 1; round <= rounds; round++) {
    const best = tried.slice(0, centres).map(({ weights }) => weights);
    const around = best.length === 0 ? [withSearched(() => reach / perUnit)] : best;
    for (let draw = 0; draw < draws; draw++) {
      const centre = random.pick(around);
      tried.push(worth(withSearched((i) => near(centre[i] ?? 0))));
    }
    // Of equals the one that was found first stays.
    tried = tried.sort((a, b) => a.short - b.short || b.mean - a.mean);
    const [first] = tried;
    if (first === undefined) break;
    reach = Math.max(closest, Math.round((reach * 2) / 3));
    const weights = searched.map((i) => `${signals[i]?.name} ${first.weights[i]}`).join(", ");
    const below = first.short === 0 ? "" : `, ${rounded(first.short, 4)} below floors`;
    tell(`round ${round}: ${weights} (${rounded(first.mean, 4)} on half A${below})`);
  }
  return tried;
}

/** What a file may reach at least: its floor, or less where the ranking alone, without spelling, does not reach that now. */
function leastOf(lists: CandidateLists, floors: Readonly<Record<string, number>>): Figures {
  const now = figuresOf(...halves.map((half) => judgeLists(lists.of(half), inForce)));
  return Object.fromEntries(
    measures.flatMap((name) => {
      const floor = floors[name];
      return floor === undefined ? [] : [[name, Math.min(floor, now[name] ?? 0) - rounding]];
    }),
  );
}

/** Floors are written with three digits. */
const rounding = 0.0005;

function worthOf(weights: Weights, files: readonly FitFile[], least: readonly Figures[]): Tried {
  let short = 0;
  const deciding: Figures[] = [];
  for (const [n, { lists, decides }] of files.entries()) {
    const [A, B] = [judgeLists(lists.of("A"), weights), judgeLists(lists.of("B"), weights)];
    const whole = figuresOf(A, B);
    for (const name of measures) {
      short += Math.max(0, (least[n]?.[name] ?? 0) - (whole[name] ?? 1));
    }
    if (decides) deciding.push(figuresOf(A));
  }
  const means = Object.values(average(deciding));
  return { weights, short, mean: means.reduce((sum, value) => sum + value, 0) / means.length };
}

function weighed(weights: Weights): RankingSignal[] {
  return signals.map((signal, i) => ({ ...signal, weight: weights[i] ?? signal.weight }));
}

/** A measure that a file has no lines for does not count. */
function average(all: readonly Figures[]): Figures {
  return Object.fromEntries(
    measures.map((name) => {
      const values = all.flatMap((figures) => figures[name] ?? []);
      return [name, values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)];
    }),
  );
}
