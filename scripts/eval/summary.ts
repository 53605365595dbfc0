import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { table } from "../../bench/results-file.ts";
import type { Score } from "./scorer.ts";

/** Figures by question file and measure. Floors are figures once reached; lower is better for false answers and refusals. */
const Figures = z.record(z.string(), z.record(z.string(), z.number()));
export type Figures = z.infer<typeof Figures>;

export function readFigures(file: string): Figures {
  return existsSync(file) ? Figures.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
}

export function writeFigures(file: string, figures: Figures): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

/** What stands in the table of all files. */
type Judged = { figures: Record<string, number>; beside: Figures };
const Kept = z.record(
  z.string(),
  z.object({ figures: z.record(z.string(), z.number()), beside: Figures }),
);

/** Sets may be run one by one: the table of all is made of the last judgement of each file. */
export function readKept(file: string): Record<string, Judged> {
  return existsSync(file) ? Kept.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
}

export function keepJudgements(file: string, judged: Record<string, Judged>): void {
  const kept = { ...readKept(file), ...judged };
  const rows = Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1));
  const slim = rows.map(([name, { figures, beside }]) => [name, { figures, beside }]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(slim), null, 2)}\n`);
}

export function figuresOf(score: Score): Record<string, number> {
  const figures = Object.entries(score.metrics).map(([name, m]) => [name, round(m.value)] as const);
  const fidelity = score.citations.fidelity;
  return Object.fromEntries([
    ...figures,
    ...(typeof fidelity === "number" ? [["citation_fidelity", fidelity] as const] : []),
  ]);
}

export function lowerIsBetter(measure: string): boolean {
  return measure.startsWith("false_answer") || measure === "abstain_answerable";
}

/** Measures that fell below their floor; a difference below half a thousandth is rounding. */
export function missedFloors(
  figures: Record<string, number>,
  floors: Record<string, number> | undefined,
): string[] {
  return Object.entries(floors ?? {}).flatMap(([measure, floor]) => {
    const value = figures[measure];
    if (value === undefined) return [measure];
    const short = lowerIsBetter(measure) ? value - floor : floor - value;
    return short > 0.0005 ? [measure] : [];
  });
}

/** What stands beside this run: the same measures of the last one, of plain engines, of halves, and the floors. */
export type Beside = {
  last?: Record<string, number> | undefined;
  floors?: Record<string, number> | undefined;
  others?: Figures;
};

export function summaryTable(
  name: string,
  score: Score,
  figures: Record<string, number>,
  { last, floors, others = {} }: Beside,
): string {
  const missed = new Set(missedFloors(figures, floors));
  const rows = Object.entries(figures).map(([measure, value]) => {
    const interval = score.metrics[measure];
    return [
      measure,
      value.toFixed(3),
      interval === undefined ? "" : `${interval.lo.toFixed(3)}–${interval.hi.toFixed(3)}`,
      interval === undefined ? "" : String(interval.n),
      ...Object.values(others).map((other) => shown(other[measure])),
      shown(last?.[measure]),
      shown(floors?.[measure]),
      missed.has(measure) ? "below floor" : "",
    ];
  });
  const head = [
    "measure",
    "this run",
    "95 %",
    "n",
    ...Object.keys(others),
    "last run",
    "floor",
    "",
  ];
  const { median_lines, too_wide } = score.citations;
  return [
    `${name}: ${score.n} questions, ${score.missing_results} without a result, median lines a citation ${median_lines ?? "–"}, too wide ${too_wide}`,
    table([head, ...rows]),
  ].join("\n");
}

const keyMeasures = [
  /^hit@1$/,
  /^passage@[15]$/,
  /^ndcg@10$/,
  /^answer_hit$/,
  /^coverage$/,
  /^false_answer_[a-z]+/,
  /^parts_/,
  /^citation_fidelity$/,
];

/** The measures that decide, of every file, in one table: this run, the plain engines, the halves. */
export function wholeTable(files: Record<string, Judged>): string {
  const names = [...new Set(Object.values(files).flatMap(({ beside }) => Object.keys(beside)))];
  const rows = Object.entries(files).flatMap(([file, { figures, beside }]) =>
    Object.entries(figures)
      .filter(([measure]) => keyMeasures.some((key) => key.test(measure)))
      .map(([measure, value]) => [
        file,
        measure,
        shown(value),
        ...names.map((name) => shown(beside[name]?.[measure])),
      ]),
  );
  return table([["questions", "measure", "this run", ...names], ...rows]);
}

function shown(value: number | undefined): string {
  return value?.toFixed(3) ?? "–";
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
