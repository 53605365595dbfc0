import { table } from "./results-file.ts";

/**
 * What is measured against what, and when a row holds: a ratio to a peer in the same run, so that the machine counts
 * for both, or an absolute limit where there is no peer.
 */
export type Bar = {
  figure: string;
  /** What it is measured beside. */
  beside: string;
  unit: "ms" | "MB";
  /** What `most` and `aim` limit: value by peer, or the value itself. Without `most` only failures miss. */
  of: "ratio" | "value";
  most?: number;
  aim: number;
};

export const bars = {
  cold_index: {
    figure: "cold index, scan to saved",
    beside: "MiniSearch by file, addAll + JSON saved",
    unit: "ms",
    of: "ratio",
    most: 0.5,
    aim: 0.35,
  },
  restart: {
    figure: "no-change start to first answer",
    beside: "MiniSearch by file, loadJSON",
    unit: "ms",
    of: "ratio",
    most: 0.6,
    aim: 0.4,
  },
  query_in_process: {
    figure: "query p95, in process",
    beside: "FTS5 p95",
    unit: "ms",
    of: "ratio",
    most: 0.1,
    aim: 0.03,
  },
  query_mcp_fts5: {
    figure: "query p95 over MCP, snippets and breakdown",
    beside: "FTS5 p95",
    unit: "ms",
    of: "ratio",
    most: 0.25,
    aim: 0.1,
  },
  query_mcp_rg: {
    figure: "the same",
    beside: "rg -c, median",
    unit: "ms",
    of: "ratio",
    most: 0.07,
    aim: 0.02,
  },
  ask: {
    figure: "POST /api/ask p95, quote mode with gate",
    beside: "rg -c, median",
    unit: "ms",
    of: "ratio",
    most: 0.6,
    aim: 0.25,
  },
  first_claim: {
    figure: "POST /api/chat to the first sentence on the stream, p95",
    beside: "POST /api/ask p95, the whole answer",
    unit: "ms",
    of: "ratio",
    most: 1.2,
    aim: 1,
  },
  first_answer: {
    figure: "first question after a start to its first sentence",
    beside: "",
    unit: "ms",
    of: "value",
    most: 1000,
    aim: 1000,
  },
  memory: {
    figure: "resident memory of the docs server",
    beside: "MiniSearch by section, loaded",
    unit: "MB",
    of: "ratio",
    most: 0.35,
    aim: 0.25,
  },
  growth: {
    figure: "growth of query p95 in process",
    beside: "own p95",
    unit: "ms",
    of: "ratio",
    most: 8,
    aim: 5,
  },
  changed_file: {
    figure: "changed file visible in an answer, p95",
    beside: "",
    unit: "ms",
    of: "value",
    most: 150,
    aim: 60,
  },
  crowd: {
    figure: "questions at once, all ended",
    beside: "one question p95 × their number / cores",
    unit: "ms",
    of: "ratio",
    aim: 1.3,
  },
} as const satisfies Record<string, Bar>;

export type RowName = keyof typeof bars;

/** A measured figure; `failures` are what may not happen at all: a question without its own answer. `sizes`: of which and beside which. */
export type Measured = {
  value: number;
  peer?: number;
  failures?: number;
  sizes?: { value: number; peer: number };
};

export type Verdict = "reaches the aim" | "holds" | "misses" | "no peer";

export type Row = Bar & Measured & { name: RowName; ratio?: number; verdict: Verdict };

export function judgeRow(name: RowName, measured: Measured): Row {
  const bar: Bar = bars[name];
  const ratio = measured.peer === undefined ? undefined : measured.value / measured.peer;
  const judged = bar.of === "ratio" ? ratio : measured.value;
  return {
    ...bar,
    ...measured,
    name,
    ...(ratio === undefined ? {} : { ratio }),
    verdict: verdictOf(bar, judged, measured.failures ?? 0),
  };
}

function verdictOf(bar: Bar, judged: number | undefined, failures: number): Verdict {
  if (failures > 0) return "misses";
  if (judged === undefined) return "no peer";
  if (judged <= bar.aim) return "reaches the aim";
  return judged <= (bar.most ?? Number.POSITIVE_INFINITY) ? "holds" : "misses";
}

export function rowsTable(rows: readonly Row[]): string {
  const amount = (value: number | undefined, unit: string) =>
    value === undefined ? "–" : `${shown(value)} ${unit}`;
  const limit = ({ of, unit }: Row, most: number | undefined) =>
    most === undefined ? "–" : of === "ratio" ? `≤ ${most}` : `≤ ${most} ${unit}`;
  const body = rows.map((row) => [
    row.sizes === undefined ? row.figure : `${row.figure}, ${row.sizes.value} files`,
    amount(row.value, row.unit),
    row.sizes === undefined ? row.beside || "–" : `${row.beside}, ${row.sizes.peer} files`,
    amount(row.peer, row.unit),
    row.ratio === undefined ? "–" : row.ratio.toFixed(3),
    row.name === "crowd" ? "none fails" : limit(row, row.most),
    limit(row, row.aim),
    row.failures ? `${row.verdict} (${row.failures} failed)` : row.verdict,
  ]);
  return table([
    ["figure", "value", "peer", "its value", "ratio", "bar", "aim", "verdict"],
    ...body,
  ]);
}

/** Three digits that count. */
export function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
