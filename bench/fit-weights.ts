import { signals } from "../lib/search/signals/list.ts";
import type { RankingSignal } from "../lib/search/signals/signal.ts";
import { type Half, halfOf } from "../scripts/eval/halves.ts";
import type { QuestionSet } from "../scripts/eval/question-sets.ts";
import type { Scorer } from "../scripts/eval/scorer.ts";
import { type Figures, measures, readFolder, replay, shown } from "./question-replay.ts";
import { rounded, table, writeResults } from "./results-file.ts";

/**
 * The weights of the ranking chosen on half A of every question set and told on half B: one weight after the other, each
 * by what all sets together gain, from a start that knows nothing. One configuration for all sets and languages.
 */
export async function fitWeights(
  sets: readonly QuestionSet[],
  scorer: Scorer,
  tell: (sentence: string) => void,
): Promise<void> {
  const judges: Judge[] = [];
  for (const set of sets) {
    tell(`${set.name}: reading`);
    const folder = await readFolder(set.root);
    for (const file of set.files) {
      const judge = replay(file, { folder, scorer, root: set.root });
      judges.push({
        name: file.name,
        questions: scorer.questions(file.file).filter((one) => halfOf(one) === "A").length,
        of: (weights, half) => judge(weighed(weights), [half])[0] ?? {},
      });
    }
  }
  const deciding = judges.filter(({ questions }) => questions >= fewest);
  const start = Object.fromEntries(searched.map((name) => [name, neutral]));
  const known = new Map<string, number>();
  const worth = (weights: Weights) => {
    const key = JSON.stringify(searched.map((name) => weights[name]));
    const value = known.get(key) ?? meanOf(deciding.map((judge) => judge.of(weights, "A")));
    known.set(key, value);
    return value;
  };
  let chosen: Weights = start;
  for (let round = 1; round <= mostRounds; round += 1) {
    const before = chosen;
    for (const name of searched) {
      chosen = best(chosen, name, worth);
      tell(`round ${round}, ${name}: ${chosen[name]} (${rounded(worth(chosen), 4)} on half A)`);
    }
    if (searched.every((name) => before[name] === chosen[name])) break;
  }

  const ways = { neutral: start, chosen, "in force": inForce };
  const rows = judges.flatMap(({ name, of }) =>
    Object.entries(ways).map(([way, weights]) => ({
      file: name,
      way,
      A: of(weights, "A"),
      B: of(weights, "B"),
    })),
  );
  for (const way of Object.keys(ways)) {
    const own = rows.filter((row) => row.way === way);
    const [A, B] = halves.map((half) => average(own.map((row) => row[half])));
    if (A !== undefined && B !== undefined) rows.push({ file: "all sets", way, A, B });
  }
  console.log(
    table([
      ["", ...searched],
      ...Object.entries(ways).map(([way, weights]) => [
        way,
        ...searched.map((name) => String(weights[name])),
      ]),
    ]),
  );
  const write = (figures: Figures) => measures.map((name) => figures[name]?.toFixed(3) ?? "–");
  console.log(
    `\n${table([
      ["", "", ...halves.flatMap((half) => shown.map((name) => `${name} ${half}`))],
      ...rows.map(({ file, way, A, B }) => [file, way, ...write(A), ...write(B)]),
    ])}`,
  );
  writeResults("ranking-weights", { ways, tried: known.size, rows });
}

type Weights = Record<string, number>;
type Judge = { name: string; questions: number; of(weights: Weights, half: Half): Figures };

/** Lists depend on the ratios alone, so `words` stays as it is; the headings above the answers of some sets were taken out. */
const unsearched = new Set(["words", "heading"]);
const searched = signals.map(({ name }) => name).filter((name) => !unsearched.has(name));
const inForce: Weights = Object.fromEntries(signals.map(({ name, weight }) => [name, weight]));
const halves = ["A", "B"] as const;
const neutral = 0.1;
const mostRounds = 4;
const steps = [0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21, 0.25, 0.3];
/** A file of fewer questions in half A is told and does not decide: one question would be a tenth of it. */
const fewest = 15;
/** Less than this is the chance of a question: then the weight that is nearest to the one before stays. */
const least = 0.0005;

function weighed(weights: Weights): RankingSignal[] {
  return signals.map((signal) => ({ ...signal, weight: weights[signal.name] ?? signal.weight }));
}

function best(from: Weights, name: string, worth: (weights: Weights) => number): Weights {
  const now = from[name] ?? 0;
  const byDistance = [...steps].sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
  let chosen = from;
  for (const step of byDistance) {
    const other = { ...from, [name]: step };
    if (worth(other) > worth(chosen) + least) chosen = other;
  }
  return chosen;
}

function average(all: readonly Figures[]): Figures {
  return Object.fromEntries(
    measures.map((name) => {
      const values = all.flatMap((figures) => figures[name] ?? []);
      return [name, values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)];
    }),
  );
}

/** Of all files and measures: a measure that a file has no lines for does not count. */
function meanOf(all: readonly Figures[]): number {
  const means = Object.values(average(all));
  return means.reduce((sum, value) => sum + value, 0) / Math.max(1, means.length);
}
