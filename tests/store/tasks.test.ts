import { beforeEach, expect, it } from "vitest";
import type { Store } from "#lib/contracts/store-ports";
import { describeStores } from "./implementations.ts";
import { refusal } from "./refusal.ts";
import { moment, sampleApproval, sampleTask } from "./sample-rows.ts";

describeStores("tasks", ({ open, rows, at }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  const step = (n: number, over: object = {}) => ({
    ...{ step_id: `step_${n}`, name: `name_${n}`, plan: 1, effect: false, input: { n } },
    ...over,
  });
  const artifact = (name: string, over: object = {}) => ({
    ...{ name, media_type: "text/plain", bytes: 10, sha256: "0", step_id: "step_1" },
    ...{ created_at: moment, ...over },
  });

  it("gives a task back as it was made, with its steps in order", async () => {
    const thread_id = "thread_1";
    const more = { thread_id, skill_tools: ["docs.search"], roots: ["notes"], again: "task_0" };
    await store.tasks.add(sampleTask(1, { ...more, steps: [step(1), step(2, { effect: true })] }));
    expect(await store.tasks.find("task_1")).toMatchObject({
      ...more,
      ...{ task_id: "task_1", state: "pending", input: { n: 1 }, spent: { ms: 0, tokens: 0 } },
      steps: [
        { step_id: "step_1", state: "pending", effect: false, input_preview: '{"n":1}' },
        { step_id: "step_2", state: "pending", effect: true },
      ],
      artifacts: [],
    });
    expect(await store.tasks.find("task_2")).toBeUndefined();
    expect(await store.tasks.ids()).toEqual(new Set(["task_1"]));
  });

  it("tells each change in its order, and keeps of the progress of a step the newest alone", async () => {
    await store.tasks.add(sampleTask(1, { steps: [step(1)] }));
    const from = ["pending", "running"] as const;
    const change = (more: object) => store.tasks.change("task_1", { from, ...more });
    await change({ task: { state: "running", started_at: moment } });
    for (const done of [1, 2, 3]) {
      await change({ steps: [{ step_id: "step_1", progress: { kind: "count", done, total: 3 } }] });
    }
    await change({ steps: [{ step_id: "step_1", acted: true }] });
    await change({
      steps: [{ step_id: "step_1", state: "completed", output: { found: ["a"] } }],
      artifact: artifact("Report.txt"),
      notice: { code: "cut_short", message: "It was long." },
    });
    await change({ notice: { code: "cut_short", message: "It was long." } });
    const events = await store.tasks.events("task_1", 0, 100);
    expect(events.map(({ id, event }) => [id, event.kind])).toEqual([
      ...[[1, "task_changed"]],
      ...[[5, "step_changed"]],
      ...[[6, "artifact_added"]],
      ...[[7, "notice_added"]],
    ]);
    expect(await store.tasks.events("task_1", 5, 1)).toMatchObject([{ id: 6, at: moment }]);
    expect(await store.tasks.acted("step_1")).toBe(true);
    expect(await store.tasks.outputs("task_1")).toEqual({ name_1: { found: ["a"] } });
    const told = await store.tasks.change("task_1", { from: ["completed"], task: {} });
    expect(told).toBeUndefined();
  });

  it("follows a task in the list of what happened", async () => {
    await store.tasks.add(sampleTask(1));
    await store.tasks.change("task_1", {
      from: ["pending"],
      task: {
        ...{ state: "completed", started_at: "2026-11-20T10:00:01.000Z" },
        ...{ ended_at: "2026-11-20T10:00:03.500Z", spent: { ms: 2500, tokens: 40, cost: 0.5 } },
      },
    });
    expect((await store.activity.list({ kind: "task" })).rows).toMatchObject([
      { trace_id: "trace_1", title: "ten_steps", status: "completed", ms: 2500, tokens: 40 },
    ]);
  });

  it("keeps one file of a name, whatever the case of its letters, and takes away those of a step", async () => {
    await store.tasks.add(sampleTask(1, { steps: [step(1), step(2)] }));
    const put = (one: ReturnType<typeof artifact>) =>
      store.tasks.change("task_1", { from: ["pending"], artifact: one });
    await put(artifact("Report.txt"));
    await put(artifact("a.patch", { patch: { patch_id: "patch_1", state: "open" } }));
    await put(artifact("REPORT.txt", { step_id: "step_2", bytes: 20 }));
    const found = await store.tasks.find("task_1");
    expect(found?.artifacts.map(({ name, bytes }) => [name, bytes])).toEqual([
      ["REPORT.txt", 20],
      ["a.patch", 10],
    ]);
    expect(await store.tasks.patch("patch_1")).toMatchObject({ task_id: "task_1" });
    expect(await store.tasks.changePatch("patch_1", ["applied"], "undone")).toBe(false);
    expect(await store.tasks.changePatch("patch_1", ["open"], "applied")).toBe(true);
    await store.tasks.change("task_1", { from: ["pending"], artifacts_of: "step_1" });
    const left = await store.tasks.find("task_1");
    expect(left?.artifacts.map(({ name }) => name)).toEqual(["REPORT.txt"]);
  });

  it("lists tasks newest first, page by page, with what is done of each", async () => {
    for (let n = 1; n <= 5; n++) {
      const type = n % 2 === 0 ? "even_number" : "ten_steps";
      await store.tasks.add(sampleTask(n, { type, steps: [1, 2].map((s) => step(10 * n + s)) }));
    }
    await store.tasks.change("task_5", {
      from: ["pending"],
      steps: [{ step_id: "step_51", state: "completed" }],
      artifact: artifact("a.txt"),
    });
    const first = await store.tasks.list({ limit: 2 });
    expect(first.tasks.map(({ task_id }) => task_id)).toEqual(["task_5", "task_4"]);
    expect(first.tasks[0]).toMatchObject({ steps: { done: 1, total: 2 }, artifacts: 1 });
    const next = await store.tasks.list({ limit: 9, cursor: first.next_cursor });
    expect(next.tasks.map(({ task_id }) => task_id)).toEqual(["task_3", "task_2", "task_1"]);
    const even = await store.tasks.list({ limit: 9, type: "even_number", states: ["pending"] });
    expect(even.tasks).toHaveLength(2);
    expect((await refusal(() => store.tasks.list({ limit: 9, cursor: "x" }))).code).toBe(
      "validation",
    );
    expect(await store.tasks.inputs("ten_steps", { tasks: 2, chars: 100 })).toEqual([
      { task_id: "task_5", input: { n: 5 } },
      { task_id: "task_3", input: { n: 3 } },
    ]);
    expect(await store.tasks.inputs("ten_steps", { tasks: 2, chars: 3 })).toEqual([]);
    expect((await store.tasks.live()).map(({ task_id }) => task_id)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `task_${n}`),
    );
  });

  it("knows a task by its key for a day", async () => {
    await store.tasks.add(sampleTask(1, { key: "key", fingerprint: "print" }));
    expect(await store.tasks.withKey("key")).toEqual({ task_id: "task_1", fingerprint: "print" });
    at("2026-11-21T10:00:00.001Z");
    expect(await store.tasks.withKey("key")).toBeUndefined();
  });

  it("names those that are past their time, and of the rest the oldest that are too much", async () => {
    for (let n = 1; n <= 4; n++) {
      await store.tasks.add(sampleTask(n, { steps: [step(n)] }));
      await store.tasks.change(`task_${n}`, {
        from: ["pending"],
        task: { state: "completed", ended_at: `2026-11-1${n}T10:00:00.000Z` },
        artifact: artifact("a.txt", { step_id: `step_${n}`, bytes: n * 100 }),
      });
    }
    expect(await store.tasks.past("2026-11-12T00:00:00.000Z", 750)).toEqual([
      { task_id: "task_1", owner: "person" },
      { task_id: "task_2", owner: "person" },
    ]);
    expect(await store.tasks.past("2026-11-01T00:00:00.000Z", 10_000)).toEqual([]);
  });

  it("leaves no row of a task that is removed, nor of what a person was asked for it", async () => {
    await store.approvals.add(sampleApproval("approval_1"));
    await store.tasks.add(sampleTask(1, { steps: [step(1)] }));
    await store.tasks.change("task_1", {
      from: ["pending"],
      steps: [{ step_id: "step_1", state: "completed", approval_ids: ["approval_1"] }],
      artifact: artifact("a.txt"),
    });
    expect(await store.tasks.remove("task_1")).toBe(true);
    expect(await store.tasks.remove("task_1")).toBe(false);
    for (const table of [
      "work_tasks",
      "work_steps",
      "work_artifacts",
      "work_events",
      "approvals",
    ]) {
      expect(await rows(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });
});
