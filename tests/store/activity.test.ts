import { beforeEach, expect, it } from "vitest";
import type { TraceStatus } from "#lib/contracts/activity";
import { asking, daysAgo, now } from "./aged-traces.ts";
import { describeStores } from "./implementations.ts";
import { sampleAnswer } from "./sample-answer.ts";

describeStores("figures", ({ open, close, rows, change, at }) => {
  beforeEach(() => at(now.toISOString()));
  it("are the same counted as they come and counted afterwards from the spans", async () => {
    const store = await open();
    for (let n = 0; n < 90; n++) asking(store, n, n % 7);
    store.trace.span({
      ...{ span_id: "m", trace_id: "t", run_id: "r", kind: "model", name: "llama", ms: 900 },
      ...{ started_at: daysAgo(2), status: "ok" },
      attributes: { provider: "compatible", input: 10, output: 5, cost: 0.25 },
    });
    await store.requireAudit("act");
    const all = async () =>
      (await rows("SELECT series, step, at, key, n, sum FROM figures ORDER BY 1, 2, 3, 4")) as {
        series: string;
        n: number;
      }[];
    const before = await all();
    expect(before.length).toBeGreaterThan(20);
    await close();
    await change("DELETE FROM figures", "DELETE FROM upkeep WHERE name = 'figures'");
    const again = await open();
    expect(await again.activity.isCounting()).toBe(true);
    while (await again.activity.count(20));
    expect(await again.activity.isCounting()).toBe(false);
    expect(await all()).toEqual(before);
    asking(again, 500, 3);
    await again.requireAudit("act");
    const answers = (rows: typeof before) =>
      rows.filter(({ series }) => series === "answers").reduce((sum, { n }) => sum + n, 0);
    expect(answers(await all())).toBe(answers(before) + 2); // of the hour and of the day
  });

  it.each([["at once"], ["after it was stored"]])(
    "count an asking that is told anew %s as what it came to in the end",
    async (when) => {
      const store = await open();
      const told = (answer: string) =>
        store.trace.span({
          ...{ span_id: "s", trace_id: "t", run_id: "r", kind: "request", name: "ask", ms: 90 },
          ...{ started_at: daysAgo(0), status: answer === "error" ? "error" : "ok" },
          attributes: { answer },
        });
      told("answered");
      if (when !== "at once") await store.requireAudit("act");
      told("error");
      const counted = await store.activity.figures("answers", "day", "2026-01-01", "2027-01-01");
      expect(counted.map(({ key, n }) => [key, n])).toEqual([["error", 1]]);
      const times = await store.activity.figures("ask_ms", "day", "2026-01-01", "2027-01-01");
      expect(times.reduce((sum, { n }) => sum + n, 0)).toBe(1);
    },
  );
});

describeStores("the list of traces", ({ open, at }) => {
  beforeEach(() => at(now.toISOString()));
  it("is read page by page, each once, also while more come in and many began at one moment", async () => {
    const store = await open();
    for (let n = 0; n < 250; n++) asking(store, n % 2 === 0 ? n : 1000 + n, 1);
    at(daysAgo(0, -3600)); // the clock goes back
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.activity.list(cursor === undefined ? {} : { cursor });
      seen.push(...page.rows.map(({ trace_id }) => trace_id));
      cursor = page.next_cursor;
      asking(store, 5000 + seen.length, 0);
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => Number(id.slice(6)) < 5000)).toHaveLength(250);
  });

  it("finds answers that are told as unsure apart from those that answer", async () => {
    const store = await open();
    const of = { asked_at: daysAgo(1), status: "answered" } as const;
    const ids = (n: number) => ({ trace_id: `trace_a${n}`, run_id: `run_a${n}` });
    await store.saveAnswer(sampleAnswer({ ...of, ...ids(1), outcome: "may_be" }));
    await store.saveAnswer(sampleAnswer({ ...of, ...ids(2), outcome: "sure" }));
    await store.saveAnswer(
      sampleAnswer({ ...of, ...ids(3), outcome: "may_be", status: "partial" }),
    );
    const listed = async (status: TraceStatus) =>
      (await store.activity.list({ status })).rows.map((row) => [row.trace_id, row.status]);
    expect(await listed("unsure")).toEqual([["trace_a1", "unsure"]]);
    expect(await listed("answered")).toEqual([["trace_a2", "answered"]]);
    expect(await listed("partial")).toEqual([["trace_a3", "partial"]]);
  });
});
