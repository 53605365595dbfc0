import { describe, expect, it } from "vitest";
import { seriesOf, stepsOf } from "#lib/activity/series";
import { bucketOf, msOfBucket, quantileOf } from "#lib/platform/log-buckets";

const now = new Date(2026, 10, 29, 12, 30); // a Sunday, where the test runs

describe("the steps of a chart", () => {
  it("are days of the calendar, weeks from Monday and months from the first", () => {
    expect(stepsOf("day", { from: new Date(2026, 10, 27, 23), now })?.starts).toEqual([
      "2026-11-27",
      "2026-11-28",
      "2026-11-29",
    ]);
    expect(stepsOf("week", { from: new Date(2026, 10, 15), now })?.starts).toEqual([
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
    ]);
    expect(stepsOf("month", { from: new Date(2026, 0, 31), now })?.starts.at(1)).toBe("2026-02-01");
    const hours = stepsOf("hour", { now });
    expect(hours?.starts).toHaveLength(48);
    expect(hours?.starts.at(-1)).toBe(new Date(2026, 10, 29, 12).toISOString());
  });

  it("are no more than a chart has room for", () => {
    expect(stepsOf("hour", { from: new Date(2025, 0, 1), now })).toBeUndefined();
    expect(stepsOf("week", { from: new Date(2016, 0, 1), now })?.starts.length).toBeGreaterThan(
      500,
    );
  });
});

describe("a chart", () => {
  const steps = stepsOf("week", { from: new Date(2026, 10, 16), now });
  if (steps === undefined) throw new Error("two weeks fit");

  it("adds up days into weeks, keeps the most frequent keys first, and gathers the rest", () => {
    const kept = Array.from({ length: 15 }, (_, n) => ({
      ...{ at: "2026-11-17", key: `rule_${n}`, n: 20 - n, sum: 0 },
    }));
    const series = seriesOf("refusals", steps, [
      ...kept,
      { at: "2026-11-25", key: "rule_14", n: 100, sum: 0 },
    ]);
    expect(series.keys).toHaveLength(13);
    expect([series.keys[0], series.keys.at(-1)]).toEqual(["rule_14", "other"]);
    expect(series.points.map(({ at, values }) => [at, values.rule_14 ?? 0])).toEqual([
      ["2026-11-16", 6],
      ["2026-11-23", 100],
    ]);
    expect(series.points[0]?.values.other).toBe(9 + 8 + 7);
  });

  it("has no hit rate and no latency where nothing was asked", () => {
    const answers = [
      { at: "2026-11-17", key: "answered", n: 6, sum: 0 },
      { at: "2026-11-18", key: "partial", n: 2, sum: 0 },
      { at: "2026-11-18", key: "no_evidence", n: 2, sum: 0 },
      { at: "2026-11-18", key: "chat", n: 9, sum: 0 },
    ];
    const rate = seriesOf("hit_rate", steps, answers);
    expect(rate.points.map(({ values }) => values)).toEqual([{ hit_rate: 0.8, unsure: 0 }, {}]);
    expect(rate.total).toEqual({ hit_rate: 0.8, unsure: 0 });
    expect(seriesOf("ask_ms", steps, []).points.every(({ values }) => !("p95" in values))).toBe(
      true,
    );
  });

  it("counts an answer that is told as unsure apart, and never as answered", () => {
    const answers = [
      { at: "2026-11-17", key: "answered", n: 6, sum: 0 },
      { at: "2026-11-17", key: "unsure", n: 3, sum: 0 },
      { at: "2026-11-18", key: "no_evidence", n: 3, sum: 0 },
    ];
    expect(seriesOf("answers", steps, answers).total).toMatchObject({ answered: 6, unsure: 3 });
    expect(seriesOf("hit_rate", steps, answers).total).toEqual({ hit_rate: 0.5, unsure: 0.25 });
  });

  it("says the last count of the index, not a sum of it", () => {
    const kept = [
      { at: "2026-11-17", key: "files", n: 1, sum: 10 },
      { at: "2026-11-18", key: "files", n: 1, sum: 12 },
      { at: "2026-11-18", key: "age_s", n: 1, sum: 60 },
    ];
    expect(seriesOf("index_size", steps, kept).points[0]?.values).toEqual({ files: 12 });
    expect(seriesOf("index_age", steps, kept).points[0]?.values).toEqual({ age: 60 });
  });
});

describe("times in buckets", () => {
  it("give a quantile that is off by five in a hundred at most", () => {
    const times = Array.from({ length: 2000 }, (_, n) => 1.003 ** n);
    const buckets = new Map<number, number>();
    for (const ms of times) buckets.set(bucketOf(ms), (buckets.get(bucketOf(ms)) ?? 0) + 1);
    for (const q of [0.01, 0.5, 0.95, 1]) {
      const real = times[Math.ceil(q * times.length) - 1] ?? 0;
      expect(Math.abs((quantileOf(buckets, q) ?? 0) - real) / real).toBeLessThan(0.05);
    }
    expect(quantileOf(new Map(), 0.5)).toBeUndefined();
    expect(bucketOf(0)).toBe(bucketOf(0.05));
    expect(msOfBucket(bucketOf(1000))).toBeGreaterThan(950);
  });
});
