import { beforeEach, expect, it } from "vitest";
import type { Connection } from "#lib/contracts/network";
import type { Store } from "#lib/contracts/store-ports";
import { webRootId } from "#lib/contracts/web";
import { describeStores } from "./implementations.ts";
import { refusal } from "./refusal.ts";
import { sampleAnswer, sampleCitation } from "./sample-answer.ts";
import { ids, moment, sampleCall, sampleRun } from "./sample-rows.ts";
import { readRow, request, result, span } from "./sample-trace.ts";

describeStores("what is on record", ({ open, rows, at }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  const time = (n: number) => new Date(Date.parse(moment) + n * 1000).toISOString();

  it("reads and calls are found by each of their filters, page by page", async () => {
    for (let n = 0; n < 250; n++) {
      store.trace.read({
        ...{ at: time(n), trace_id: `trace_${n % 2}`, agent_id: n % 5 === 0 ? "odd" : "docs" },
        ...{ tool_id: "docs_read", root_id: "notes", relative_path: `page ${n % 10}` },
      });
    }
    store.trace.read({ ...readRow, at: time(999) });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listReads({ root: "notes", ...(cursor ? { cursor } : {}) });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => 250 - i));
    const count = async (query: object) => (await store.listReads(query)).rows.length;
    expect(await count({ path: "page 3", trace: "trace_1" })).toBe(25);
    expect(await count({ agent: "odd" })).toBe(50);
    expect(await count({ rule: "traversal" })).toBe(1);
    expect(await count({ since: time(240), until: time(250) })).toBe(10);
    expect((await refusal(() => store.listReads({ cursor: "x" }))).code).toBe("validation");
    expect(await store.activity.auditRows()).toBe(251);
  });

  it("a call that may act is told twice, and one that never ended is unknown", async () => {
    const asked = { level: "L1", risk: "guarded", resource: null } as const;
    store.trace.call(sampleCall(1, { status: "unknown", requested: asked }));
    store.trace.call(sampleCall(1, { ended_at: time(2), approval_id: "approval_1" }));
    store.trace.call(sampleCall(2, { status: "unknown", tool_id: "move", started_at: time(1) }));
    const shown = { tool_id: "write", invocation_id: "call_1", approval_id: null };
    expect(await store.actedCalls("trace_1")).toEqual([
      { ...shown, status: "ok", ms: 2000 },
      { ...shown, tool_id: "move", invocation_id: "call_2", status: "unknown", ms: 0 },
    ]);
    const found = await store.listCalls({ status: "unknown" });
    expect(found.rows.map(({ tool_id }) => tool_id)).toEqual(["move", "write"]);
    expect(await store.activity.calls("call_1")).toMatchObject([
      { requested: asked, approval_required: true, redacted: false },
      { approval_id: "approval_1" },
    ]);
    const trail = await store.activity.audit({ tool: "write" });
    expect(trail.rows.map(({ kind }) => kind)).toEqual(["call", "call"]);
    expect((await store.activity.audit({ approval: "approval_1" })).rows).toHaveLength(1);
  });

  it("both are one list by time, each row once, whatever comes in meanwhile", async () => {
    for (let n = 0; n < 120; n++) {
      store.trace.read({ ...readRow, at: time(n) });
      store.trace.call(sampleCall(n, { started_at: time(n) }));
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.activity.audit(cursor ? { cursor } : {});
      seen.push(...page.rows.map(({ kind, id }) => `${kind} ${id}`));
      cursor = page.next_cursor;
      store.trace.read({ ...readRow, at: time(5000) });
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(240);
    expect(seen.slice(0, 2)).toEqual(["call 120", "read 120"]);
  });

  it("a trace has its spans, envelope, previews and replies", async () => {
    store.trace.span({ ...span, parent_span_id: "span_0" });
    store.trace.span({ ...span, span_id: "span_2", kind: "model", name: "m" });
    store.trace.task(request, result);
    const place = { span_id: "span_1", trace_id: "trace_1", at: moment };
    store.trace.preview({ ...place, arguments: "{}", result: "x".repeat(5000), left_out: 7 });
    const reply = { text: "said", calls: [], tokens: 1 };
    const of = { span_id: "span_2", trace_id: "trace_1", run_id: "run_1", agent_id: "primary" };
    store.trace.reply({ ...of, at: moment, reply });
    expect(await store.activity.countSpans("trace_1")).toBe(2);
    expect(await store.activity.span("trace_1", "span_1")).toMatchObject({
      ...{ parent_span_id: "span_0", attributes: { hits: 1 } },
    });
    expect(await store.activity.envelope("task_1")).toMatchObject({
      request: { task_id: "task_1" },
    });
    const previews = await store.activity.previews("trace_1", "span_1");
    expect(previews.arguments).toEqual({ text: "{}", left_out: 0 });
    expect(previews.result).toEqual({ text: "x".repeat(4000), left_out: 1007 });
    expect(await store.activity.replies("trace_1")).toEqual([
      { span_id: "span_2", agent_id: "primary", reply },
    ]);
    store.trace.read({ ...readRow, rule: undefined as never, root_id: "notes", line_start: 1 });
    expect(await store.activity.reads("trace_1")).toMatchObject([
      { relative_path: "../etc/passwd" },
    ]);
  });

  it("a connection is one row from its opening to its end", async () => {
    const connection: Connection & { connection_id: string } = {
      ...{ connection_id: "c1", state: "open", at: moment, purpose: "model", host: "a.example" },
      ...{ port: 443, bytes_sent: 0, bytes_received: 0, ms: 0 },
    };
    store.trace.connection(connection);
    store.trace.connection({ ...connection, connection_id: "c2", at: time(1), host: "b.example" });
    store.trace.connection({ ...connection, state: "ended", status: 200, ms: 12.5 });
    const found = await store.activity.network({});
    expect(found.rows).toMatchObject([
      { connection_id: "c2", state: "open" },
      { connection_id: "c1", state: "ended", status: 200, ms: 12.5 },
    ]);
    expect((await store.activity.network({ host: "a.example" })).rows).toHaveLength(1);
    expect(await store.activity.interruptConnections()).toBe(1);
    expect((await store.activity.network({ purpose: "model" })).rows[0]?.state).toBe("interrupted");
  });

  it("a run tells its events again, its answer last, until it is given up", async () => {
    await store.runs.begin(sampleRun(1, "key"));
    const step = { kind: "notice", data: { code: "model_fallback", message: "m" } } as const;
    await store.runs.append("run_1", 1, [step, step]);
    await store.runs.append("run_none", 1, [step]);
    expect(await store.runs.running()).toMatchObject([{ run_id: "run_1", state: "running" }]);
    await store.saveAnswer(sampleAnswer(ids(1)), { of_run: true });
    const told = await store.runs.events("run_1");
    expect(told.map(({ kind }) => kind)).toEqual(["notice", "notice", "answer"]);
    expect(await store.runs.find({ key: "key" })).toMatchObject({ run_id: "run_1", state: "done" });
    await store.runs.drop(ids(1));
    expect(await store.runs.find({ run_id: "run_1" })).toBeUndefined();
    at(moment);
  });

  it("what sub-agents were asked stands beside the conversation, and goes with it", async () => {
    await store.saveAnswer(sampleAnswer());
    for (const n of [1, 2, 3]) {
      await store.agents.add({
        ...{ thread_id: `agent_${n}`, parent_thread_id: "thread_1", trace_id: `trace_${n}` },
        ...{ agent_id: n === 2 ? "other" : "docs", run_id: `r${n}`, parent_run_id: "run_1" },
        ...{ asked_at: moment, task: `task ${n}`, reply: "done", end: "finished" },
      });
    }
    const turns = await store.agents.turns("thread_1", "docs", 1);
    expect(turns.map(({ task }) => task)).toEqual(["task 3"]);
    expect((await store.readThread("thread_1"))?.agent_turns).toHaveLength(3);
    const lines = { root_id: "notes", line_start: 1, line_end: 2, sha256: "0" };
    store.trace.read({ ...readRow, ...lines, rule: undefined as never });
    expect(await store.agents.linesRead("trace_1")).toHaveLength(1);
    expect(await store.citedLines("run_1")).toMatchObject([{ line_start: 12, line_end: 14 }]);
    await store.deleteThreads();
    expect(await rows("SELECT * FROM agent_turns")).toEqual([]);
  });

  it("a saved page is cited by the answer that quotes it, and what else was read of it goes", async () => {
    const page = "web/a.md";
    const citation = sampleCitation({ root_id: webRootId, relative_path: page });
    const read = { ...sampleCitation({ id: 2, root_id: webRootId, relative_path: page }) };
    await store.saveAnswer(sampleAnswer({ citations: [citation], also_read: [read] as never }), {
      under: { key: "key", fingerprint: "print" },
    });
    store.trace.read({ ...readRow, root_id: webRootId, relative_path: page });
    store.trace.preview({
      ...{ span_id: "span_1", trace_id: "trace_1", at: moment, arguments: "{}" },
      result: `from ${page}`,
    });
    expect(await store.citedPages([page, "web/b.md"])).toEqual(new Set([page]));
    await store.forgetPages({ pages: [{ relative_path: page, urls: [] }], trace_ids: [] });
    const [answer] = (await store.readThread("thread_1"))?.messages ?? [];
    expect(answer?.also_read).toEqual([]);
    expect(answer?.citations).toHaveLength(1);
    expect((await store.keptAnswer("key"))?.answer.also_read).toEqual([]);
    expect((await store.activity.previews("trace_1", "span_1")).result).toBeUndefined();
  });

  it("of an asking that is not to be stored no word is kept", async () => {
    store.keepNoWordOf("trace_1");
    store.trace.preview({ span_id: "s", trace_id: "trace_1", at: moment, arguments: "{}" });
    store.trace.read(readRow);
    expect((await store.listReads({})).rows).toMatchObject([{ relative_path: "" }]);
    expect(await store.activity.previews("trace_1", "s")).toEqual({});
  });

  it("figures of the index are the last word of the hour and of the day", async () => {
    const index = { files: 3, sections: 9, skipped: 1, age_s: 5 };
    await store.activity.noteIndex(new Date(moment), index);
    await store.activity.noteIndex(new Date(moment), { ...index, files: 4 });
    const found = await store.activity.figures("index", "hour", "2026", "2027");
    expect(found.find(({ key }) => key === "files")).toMatchObject({ n: 1, sum: 4 });
    await store.activity.compaction.note({ at: moment, rows: 3, freed_bytes: 9 });
    expect(await store.activity.compaction.last()).toMatchObject({ rows: 3 });
  });
});
