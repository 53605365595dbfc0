import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectDir } from "#lib/platform/project";

/** One measured figure: what, how much, and the limit it is held to where there is one. */
export type Figure = {
  row: string;
  what: string;
  value: number | string;
  unit: string;
  limit?: string;
  ok?: boolean;
};

/** Figures as a table on stdout and as JSON in `bench/results/`, with the machine they were measured on. */
export function report(name: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    figure.row,
    figure.what,
    `${figure.value} ${figure.unit}`.trim(),
    figure.limit ?? "",
    figure.ok === undefined ? "" : figure.ok ? "holds" : "MISSED",
  ]);
  console.log(table([["row", "what", "measured", "limit", ""], ...rows]));
  writeResults(name, { figures });
}

/** JSON in `bench/results/`, with the machine the figures are of: never its name or a folder of it. */
export function writeResults(name: string, figures: object): void {
  const dir = path.join(projectDir(), "bench/results");
  mkdirSync(dir, { recursive: true });
  const body = { name, measured_at: new Date().toISOString(), machine: machine(), ...figures };
  writeFileSync(path.join(dir, `${name}.json`), `${JSON.stringify(body, null, 2)}\n`);
}

export function machine() {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? "unknown",
    cores: os.availableParallelism(),
    memory_gb: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    platform: process.platform,
  };
}

/** Columns for a terminal. */
export function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
