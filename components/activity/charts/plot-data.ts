export type Unit = "count" | "ms" | "share" | "bytes" | "tokens" | "cost" | "duration";

/** One chart, and the same as a table: what was measured in each step of time. */
export type PlotData = {
  /** `bars` stand on each other and add up; `lines` are values beside each other. */
  kind: "bars" | "lines";
  unit: Unit;
  series: readonly { id: string; label: string }[];
  /** In the order of time. What was not measured is null, which is not nought. */
  points: readonly { at: string; values: Readonly<Record<string, number | null>> }[];
  /** From here on something should be looked at. */
  warn?: number;
};

/** Nothing at all was measured. */
export function isEmpty({ points, series }: PlotData): boolean {
  return points.every(({ values }) =>
    series.every(({ id }) => values[id] === undefined || values[id] === null),
  );
}

/** Series that hold something, the largest first, so many of them; the rest goes together as `other`. */
export function foremost(data: PlotData, most: number, other: string): PlotData {
  const sum = (id: string) =>
    data.points.reduce((total, { values }) => total + Math.abs(values[id] ?? 0), 0);
  const there = data.series
    .filter(({ id }) => data.points.some(({ values }) => (values[id] ?? null) !== null))
    .map((one) => ({ one, total: sum(one.id) }));
  if (there.length <= most) return { ...data, series: there.map(({ one }) => one) };
  const first = there.toSorted((a, b) => b.total - a.total).slice(0, most - 1);
  const kept = new Set(first.map(({ one }) => one.id));
  const rest = there.filter(({ one }) => !kept.has(one.id)).map(({ one }) => one.id);
  return {
    ...data,
    series: [...first.map(({ one }) => one), { id: OTHER, label: other }],
    points: data.points.map(({ at, values }) => {
      const known = rest.map((id) => values[id] ?? null).filter((value) => value !== null);
      const together = known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
      return { at, values: { ...values, [OTHER]: together } };
    }),
  };
}

const OTHER = "\u0000other";
