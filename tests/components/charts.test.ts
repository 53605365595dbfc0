import { describe, expect, it } from "vitest";
import type { Series } from "#lib/contracts/activity";
import { foremost, isEmpty } from "../../components/activity/charts/plot-data.ts";
import { plotOf } from "../../components/activity/charts/plot-of.ts";
import { timeBounds } from "../../components/activity/time-filter.tsx";

const series: Series = {
  ...{ kind: "answers", step: "day", unit: "count", keys: ["answered", "denied"], total: {} },
  counting: false,
  points: [
    { at: "2026-11-27T00:00:00.000Z", values: {} },
    { at: "2026-11-28T00:00:00.000Z", values: { answered: 3 } },
  ],
};
const words = (key: string) => key.toUpperCase();

describe("a chart of what was counted", () => {
  it("leaves out what was not measured, which is no nought", () => {
    const plot = plotOf(series, words);
    expect(plot.kind).toBe("bars");
    expect(plot.series.map(({ label }) => label)).toEqual(["ANSWERED", "DENIED"]);
    expect(plot.points.map(({ values }) => values.answered)).toEqual([null, 3]);
    expect(plot.points[1]?.values.denied).toBeNull();
    expect(isEmpty(plot)).toBe(false);
  });

  it("is empty where nothing was measured in any step", () => {
    const [nothing] = series.points;
    expect(isEmpty(plotOf({ ...series, points: nothing ? [nothing] : [] }, words))).toBe(true);
    expect(isEmpty(plotOf({ ...series, keys: [] }, words))).toBe(true);
  });

  it("has the line above which it is too much", () => {
    const slow = plotOf({ ...series, kind: "ask_ms", unit: "ms", warning: 500 }, words);
    expect(slow.kind).toBe("lines");
    expect(slow.warn).toBe(500);
  });

  it("draws the largest by themselves and the rest together", () => {
    const keys = ["a", "b", "c", "d"];
    const values = { a: 1, b: 9, c: 5, d: 2 };
    const plot = plotOf({ ...series, keys, points: [{ at: "2026-11-28", values }] }, words);
    const drawn = foremost(plot, 3, "other");
    expect(drawn.series.map(({ label }) => label)).toEqual(["B", "C", "other"]);
    const rest = drawn.series[2]?.id ?? "";
    expect(drawn.points[0]?.values[rest]).toBe(3);
    expect(foremost(plot, 4, "other").series).toHaveLength(4);
  });
});

describe("the time a list is narrowed to", () => {
  const now = new Date("2026-11-28T10:00:00.000Z");
  it("is the last hour, day, week or month, or what the address says", () => {
    expect(timeBounds({ within: "hour" }, now)).toEqual({ since: "2026-11-28T09:00:00.000Z" });
    expect(
      timeBounds({ since: "2026-11-01T00:00:00Z", until: "2026-11-02T00:00:00Z" }, now),
    ).toEqual({
      since: "2026-11-01T00:00:00.000Z",
      until: "2026-11-02T00:00:00.000Z",
    });
  });
  it("is any time where the address holds none", () => {
    expect(timeBounds({ within: "for ever", since: "yesterday" }, now)).toEqual({});
  });
});
