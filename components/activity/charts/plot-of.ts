import type { Series } from "#lib/contracts/activity";
import type { PlotData, Unit } from "./plot-data.ts";

const units: Record<Series["unit"], Unit> = {
  count: "count",
  ms: "ms",
  ratio: "share",
  tokens: "tokens",
  cost: "cost",
  seconds: "duration",
};

/** Figures that do not add up, over the keys or at all. */
const asLines: ReadonlySet<Series["kind"]> = new Set([
  ...(["ask_ms", "search_ms", "first_ms", "hit_rate", "index_size", "index_age"] as const),
]);

/** What the server counted as a chart: what was not measured in a step is not there, and is no nought. */
export function plotOf(series: Series, label: (key: string) => string): PlotData {
  return {
    kind: asLines.has(series.kind) ? "lines" : "bars",
    unit: units[series.unit],
    series: series.keys.map((id) => ({ id, label: label(id) })),
    points: series.points.map(({ at, values }) => ({
      at,
      values: Object.fromEntries(series.keys.map((key) => [key, values[key] ?? null])),
    })),
    ...(series.warning === undefined ? {} : { warn: series.warning }),
  };
}
