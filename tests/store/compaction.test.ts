import { beforeEach, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { asking, compact, daysAgo, now, readRow } from "./aged-traces.ts";
import { describeStores } from "./implementations.ts";
import { sampleAnswer } from "./sample-answer.ts";

describeStores("what is past its time", ({ open, at }) => {
  beforeEach(() => at(now.toISOString()));
  it("goes, spans and previews after their days, and an answer keeps every claim and citation", async () => {
    const store = await open();
    for (let n = 0; n < 120; n++) asking(store, n, n < 70 ? 100 : 10);
    const trace_id = "trace_of_answer";
    await store.saveAnswer({ ...sampleAnswer(), trace_id, asked_at: now.toISOString() });
    const answer = (await store.activity.answer(trace_id))?.answer;
    expect(answer?.citations.length).toBeGreaterThan(0);
    expect((await store.activity.list({})).rows.length).toBe(100);
    // Two spans, a preview and the trace itself; and figures by hour of then.
    expect(await compact(store)).toBeGreaterThanOrEqual(70 * 4);
    expect(await store.activity.spans("trace_3", 10)).toEqual([]);
    expect(await store.activity.spans("trace_100", 10)).toHaveLength(2);
    expect((await store.activity.list({ tool: "mcp.docs.docs_search" })).rows).toHaveLength(50);
    expect((await store.activity.answer(trace_id))?.answer).toEqual(answer);
    const figures = await store.activity.figures("answers", "day", "2026-01-01", "2027-01-01");
    expect(figures.reduce((sum, { n }) => sum + n, 0)).toBe(120);
    expect(await compact(store)).toBe(0);
    expect(await store.activity.checkAudit()).toEqual({ rows: 120, broken: [] });
  });

  it("goes whatever the clock did: rows of the future keep nothing that is old", async () => {
    const store = await open();
    for (let n = 0; n < 30; n++) asking(store, n, -400);
    for (let n = 30; n < 90; n++) asking(store, n, 100);
    await compact(store, {}, 100);
    expect(await store.activity.spans("trace_40", 10)).toEqual([]);
    expect(await store.activity.spans("trace_4", 10)).toHaveLength(2);
  });

  it("goes by size, the oldest previews first", async () => {
    const store = await open();
    for (let n = 0; n < 40; n++) asking(store, n, 1);
    await store.requireAudit("act");
    expect(await compact(store, { preview_bytes: 1000 }, 7)).toBe(30);
    expect(await store.activity.previews("trace_29", "call_29")).toEqual({});
    expect((await store.activity.previews("trace_30", "call_30")).arguments?.text).toHaveLength(
      100,
    );
  });
});

describeStores("the chain after its oldest rows went", ({ open, close, change, at }) => {
  beforeEach(() => at(now.toISOString()));
  const checked = async () => (await open()).activity.checkAudit();

  async function aged(): Promise<Store> {
    const store = await open();
    for (let n = 0; n < 200; n++) readRow(store, n, n < 120 ? 800 : 10);
    await store.requireAudit("act");
    await compact(store, {}, 50);
    return store;
  }

  it("stands from its anchor on, and tells how many went and until when", async () => {
    const store = await aged();
    const verdict = await checked();
    expect(verdict?.broken).toEqual([]);
    expect(verdict?.removed).toEqual({ rows: 120, until: daysAgo(800, 119) });
    expect(verdict?.rows).toBe(80 + 3); // and a row for each piece that went
    expect(await store.activity.auditRows()).toBe(83);
    readRow(store, 999, 0);
    await store.requireAudit("act");
    expect((await checked())?.broken).toEqual([]);
  });

  it.each([
    [
      "more of its beginning is cut off",
      "DELETE FROM audit_chain WHERE seq = 121; DELETE FROM reads WHERE id = 121",
    ],
    [
      "the anchor is moved",
      "UPDATE audit_anchor SET seq = 130, hash = (SELECT hash FROM audit_chain WHERE seq = 130); DELETE FROM audit_chain WHERE seq <= 130; DELETE FROM reads WHERE id <= 130",
    ],
    ["the anchor is taken away", "DELETE FROM audit_anchor"],
    [
      "the row that tells of it is changed",
      "UPDATE reads SET length = 1 WHERE agent_id = 'retention'",
    ],
  ])("is known as broken where %s", async (_, statements) => {
    await aged();
    await close();
    await change(...statements.split("; "));
    expect((await checked())?.broken).not.toEqual([]);
  });

  it("loses no row behind a break: that would hide where it is", async () => {
    const store = await open();
    for (let n = 1; n <= 100; n++) readRow(store, n, 800);
    await store.requireAudit("act");
    await change("UPDATE reads SET relative_path = 'other.md' WHERE id = 30");
    expect(await compact(store, {}, 500)).toBe(29);
    expect(await compact(store, {}, 500)).toBe(0);
    expect((await checked())?.broken).toEqual([{ table: "reads", row_id: 30, what: "changed" }]);
  });
});
