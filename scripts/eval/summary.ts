import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
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

export function summaryTable(
  name: string,
  score: Score,
  last: Record<string, number> | undefined,
  floors: Record<string, number> | undefined,
): string {
  const figures = figuresOf(score);
  const missed = new Set(missedFloors(figures, floors));
  const rows = Object.entries(figures).map(([measure, value]) => {
    const interval = score.metrics[measure];
    return [
      measure,
      value.toFixed(3),
      interval === undefined ? "" : `${interval.lo.toFixed(3)}–${interval.hi.toFixed(3)}`,
      interval === undefined ? "" : String(interval.n),
      last?.[measure]?.toFixed(3) ?? "–",
      floors?.[measure]?.toFixed(3) ?? "–",
      missed.has(measure) ? "below floor" : "",
    ];
  });
  const head = ["measure", "this run", "95 %", "n", "last run", "floor", ""];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const { median_lines, too_wide } = score.citations;
  return [
    `${name}: ${score.n} questions, ${score.missing_results} without a result, median lines a citation ${median_lines ?? "–"}, too wide ${too_wide}`,
    line(head),
    ...rows.map(line),
  ].join("\n");
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
