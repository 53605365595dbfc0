import { beforeEach, describe, expect, it } from "vitest";
import type { PastTime } from "#lib/contracts/activity-store";
import type { TaskRequest, TaskResult } from "#lib/contracts/envelope";
import type { NewTask } from "#lib/contracts/ports";
import type { Store } from "#lib/contracts/store-ports";
import { describeStores } from "./implementations.ts";
import { sampleAnswer, sampleCitation } from "./sample-answer.ts";

const now = new Date("2026-11-29T10:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** What a thing needs to be done again goes together, with what it belongs to, and never in part. */
describeStores("kept to be done again", ({ open, change, at }) => {
  let store: Store;
  beforeEach(async () => {
    at(now.toISOString());
    store = await open();
  });

  /** An asking in which a model spoke so often, each turn a day after the one before. */
  function modelAsking(trace_id: string, from: number, turns: number): void {
    const run = { trace_id, run_id: `run of ${trace_id}` };
    for (let turn = 0; turn < turns; turn++) {
      const span_id = `${trace_id} ${turn}`;
      const at = daysAgo(from - turn);
      store.trace.span({
        ...{ ...run, span_id, kind: "model", name: "llama", started_at: at, ms: 9, status: "ok" },
        attributes: {},
      });
      const reply = { text: "x".repeat(100), calls: [], tokens: 1 };
      store.trace.reply({ ...run, span_id, at, agent_id: "primary", reply });
    }
    store.trace.span({
      ...{ ...run, span_id: `${trace_id} request`, kind: "request", name: "ask", ms: 9 },
      ...{ started_at: daysAgo(from), status: "ok" },
      attributes: { answer: "answered" },
    });
  }

  async function compact(more: Partial<PastTime> = {}, most = 500): Promise<number> {
    await store.requireAudit("act"); // nothing waits to be written
    const past = { now, traces_days: 90, audit_days: 730, preview_bytes: 1e9, ...more };
    const { compaction } = store.activity;
    let at = compaction.begin();
    for (;;) {
      const next = await compaction.some(past, at, most);
      if (next === undefined) return at.rows;
      at = next;
    }
  }
  const kept = async (trace_id: string): Promise<number | undefined> =>
    (await store.activity.replies(trace_id))?.length;
  const keepCase = (trace_id: string) =>
    store.activity.cases.keep({ trace_id, note: null, kept_at: now.toISOString() });
  const cases = async () => (await store.activity.cases.list()).map(({ trace_id }) => trace_id);

  describe("the replies of one trace", () => {
    it("go together once the last of them is past its time", async () => {
      modelAsking("old", 99, 5);
      modelAsking("half", 92, 5);
      modelAsking("new", 9, 5);
      await compact();
      expect(await Promise.all([kept("old"), kept("half"), kept("new")])).toEqual([0, 5, 5]);
    });

    it.each([1, 3, 500])(
      "go together by size, the oldest first, %i rows at a time",
      async (most) => {
        for (let n = 0; n < 6; n++) modelAsking(`t${n}`, 9, 5);
        await compact({ preview_bytes: 2500 }, most);
        const left = await Promise.all(Array.from({ length: 6 }, (_, n) => kept(`t${n}`)));
        expect(left.filter((n) => n === 5).length).toBeGreaterThan(0);
        expect(left.filter((n) => n !== 5 && n !== undefined)).toEqual([]);
        expect(left[0]).toBeUndefined();
        expect(left[5]).toBe(5);
      },
    );

    it("are none where one of them is lost", async () => {
      modelAsking("t", 9, 3);
      await store.requireAudit("act");
      await change("DELETE FROM previews WHERE span_id = 't 1'");
      expect(await kept("t")).toBeUndefined();
    });
  });

  describe("a trace that is kept as a case", () => {
    it("keeps its spans, its envelope and its replies beyond their time and whatever the size", async () => {
      modelAsking("case", 200, 3);
      modelAsking("other", 200, 3);
      store.trace.task(envelope("case"), result("case"));
      await keepCase("case");
      await compact({ preview_bytes: 0 });
      expect(await cases()).toEqual(["case"]);
      expect(await Promise.all([kept("case"), kept("other")])).toEqual([3, 0]);
      expect(await store.activity.summary("case")).toBeDefined();
      expect(await store.activity.summary("other")).toBeUndefined();
      expect(await store.activity.spans("case", 10)).toHaveLength(4);
      expect(await store.activity.envelope("task of case")).toBeDefined();
      await store.activity.cases.drop("case");
      await compact();
      expect(await store.activity.summary("case")).toBeUndefined();
    });

    it("takes no room from the others", async () => {
      for (const id of ["case", "other"]) modelAsking(id, 9, 3);
      await keepCase("case");
      await compact({ preview_bytes: 600 });
      expect(await Promise.all([kept("case"), kept("other")])).toEqual([3, 3]);
    });

    it("keeps its task, however old that is and however large", async () => {
      for (const n of [1, 2]) {
        await store.tasks.add(newTask(n));
        const ended = { state: "completed", ended_at: daysAgo(400) } as const;
        await store.tasks.change(`task_${n}`, { from: ["pending"], task: ended });
      }
      await keepCase("trace_1");
      expect(await store.tasks.past(daysAgo(30), 0)).toEqual([
        { task_id: "task_2", owner: "person" },
      ]);
    });
  });

  describe("a trace without an end", () => {
    it("goes with its time where the program died over it, and stays while it runs", async () => {
      const run = (n: number) => ({
        ...{ trace_id: `run_trace_${n}`, run_id: `run_${n}`, thread_id: `thread_${n}` },
        ...{ question: "Q", lang: null, asked_at: daysAgo(200), key: null, fingerprint: null },
      });
      await store.runs.begin(run(1));
      await store.runs.begin(run(2));
      await store.saveAnswer(
        sampleAnswer({
          ...{ trace_id: "run_trace_2", run_id: "run_2", thread_id: "thread_2" },
          ...{ asked_at: daysAgo(200), interrupted: true },
        }),
      );
      await store.tasks.add(newTask(1, daysAgo(200)));
      await store.tasks.add(newTask(2, daysAgo(200)));
      await store.tasks.change("task_2", {
        from: ["pending"],
        task: { state: "interrupted", ended_at: daysAgo(200) },
      });
      const ids = ["run_trace_1", "run_trace_2", "trace_1", "trace_2"];
      const there = async () => {
        const found = await Promise.all(ids.map((id) => store.activity.summary(id)));
        return ids.filter((_, i) => found[i] !== undefined);
      };
      expect(await there()).toEqual(ids);
      await compact();
      expect(await there()).toEqual(["run_trace_1", "trace_1"]);
    });
  });

  describe("deleting conversations", () => {
    async function everything(): Promise<void> {
      modelAsking("trace_ask", 1, 1);
      await store.saveAnswer(sampleAnswer({ trace_id: "trace_ask", run_id: "run_ask" }));
      await store.tasks.add(newTask(1));
      modelAsking("trace_1", 1, 2);
      store.trace.task(envelope("trace_1"), result("trace_1"));
      await store.idempotency.put("trace_1:1", "print", result("trace_1"));
      tool("trace_tool_in", "thread_1");
      tool("trace_tool_other", "thread_2");
      tool("trace_tool_out");
      await store.beginInvocation("key", "print", {});
      for (const id of ["trace_ask", "trace_1"]) await keepCase(id);
      await store.requireAudit("act");
    }
    const tool = (trace_id: string, thread_id?: string) =>
      store.trace.preview({
        ...{ span_id: `call of ${trace_id}`, trace_id, at: now.toISOString(), arguments: "{}" },
        ...(thread_id === undefined ? {} : { thread_id }),
      });
    const shown = async (trace_id: string) =>
      (await store.activity.previews(trace_id, `call of ${trace_id}`)).arguments !== undefined;

    it("takes along what is shown of one of them, calls that a person made in it too, and nothing else", async () => {
      await everything();
      await store.deleteThreads("thread_1");
      expect(await shown("trace_tool_in")).toBe(false);
      expect(await Promise.all([shown("trace_tool_other"), shown("trace_tool_out")])).toEqual([
        true,
        true,
      ]);
      expect(await Promise.all([kept("trace_ask"), kept("trace_1")])).toEqual([undefined, 2]);
      expect(await cases()).toEqual(["trace_1"]);
    });

    it("takes along what is shown of all of them, and leaves tasks and calls outside of conversations alone", async () => {
      await everything();
      await store.deleteThreads();
      expect(await Promise.all([shown("trace_tool_in"), shown("trace_tool_other")])).toEqual([
        false,
        false,
      ]);
      expect(await shown("trace_tool_out")).toBe(true);
      expect(await Promise.all([kept("trace_ask"), kept("trace_1")])).toEqual([undefined, 2]);
      expect(await cases()).toEqual(["trace_1"]);
      expect(await store.activity.envelope("task of trace_1")).toBeDefined();
      expect(await store.idempotency.get("trace_1:1")).toBeDefined();
      expect(await store.beginInvocation("key", "print", {})).toBeDefined();
    });
  });

  describe("which folders an answer was put to", () => {
    it("is told by the answer itself, with its saved pages, whatever became of the envelope", async () => {
      const put_to = { roots: ["notes"], pages: [{ root_id: "web", relative_path: "a.md" }] };
      const answer = { ...sampleAnswer(), put_to };
      await store.saveAnswer(answer);
      expect((await store.activity.answer(answer.trace_id))?.put_to).toEqual(put_to);
    });

    it("is told by the envelope of an earlier version's answer, and by nobody once that is past its time", async () => {
      const answer = sampleAnswer();
      await store.saveAnswer(answer);
      store.trace.task(envelope(answer.trace_id, ["notes"]), result(answer.trace_id));
      expect((await store.activity.answer(answer.trace_id))?.put_to).toEqual({ roots: ["notes"] });
      await store.requireAudit("act");
      await change("DELETE FROM tasks");
      expect(await store.activity.answer(answer.trace_id)).toBeDefined();
      expect((await store.activity.answer(answer.trace_id))?.put_to).toBeUndefined();
    });
  });
});

function newTask(n: number, created_at = daysAgo(1)): NewTask {
  return {
    ...{ task_id: `task_${n}`, trace_id: `trace_${n}`, run_id: `run_${n}`, type: "report" },
    ...{ skill: "report", input: {}, input_sha256: "", lang: "en", started_by: "person" },
    ...{ created_at, budget: { max_ms: 1000 }, steps: [] },
  } as unknown as NewTask; // what of it is looked at here
}

function envelope(trace_id: string, target_roots: string[] = []): TaskRequest {
  return {
    ...{ trace_id, run_id: "r", task_id: `task of ${trace_id}`, sender: "primary" },
    ...{ recipient: "doc_retrieval", intent: "search_and_extract_evidence" },
    input: { query: "key", target_roots },
    ...{ auth_scope: ["docs.search"], idempotency_key: `${trace_id}:1`, deadline_ms: 1000 },
  } as unknown as TaskRequest; // the brand of the question alone is missing
}

function result(trace_id: string): TaskResult {
  const citations = [sampleCitation()];
  return {
    ...{ trace_id, run_id: "r", task_id: `task of ${trace_id}`, status: "ok" },
    output: { query: "key", target_roots: [], citations, passages: [], terms: [] },
  } as unknown as TaskResult; // what of it is stored here
}
