import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError } from "#lib/contracts/errors";
import type { ToolResult } from "#lib/contracts/tools";
import { AT_ONCE } from "#lib/tasks/limits";
import { defineTaskType, type Step, type StepContext } from "#lib/tasks/task-type";
import { openEngine, person, sharedByAll } from "./open-engine.ts";
import { tenSteps } from "./ten-steps.ts";

let opened: Awaited<ReturnType<typeof openEngine>> | undefined;
const open = async (options: Parameters<typeof openEngine>[0]) => {
  opened = await openEngine(options);
  return opened;
};
afterEach(() => opened?.close());

/** A type of one step, or of several that are named by their order. */
function typeOf(
  run: (context: StepContext) => Promise<unknown>,
  more: Partial<Step> & { replan?: () => Step[] } = {},
) {
  const { replan, ...step } = more;
  return defineTaskType({
    type: "one_step",
    input: z.strictObject({ secret: z.string().optional() }),
    steps: () => [{ name: "only", effect: false, tools: ["look"], run, ...step }],
    ...(replan === undefined ? {} : { replan }),
  });
}
const engineNow = () => {
  if (opened === undefined) throw new Error("nothing is open");
  return opened.engine;
};
const start = async (input: Record<string, unknown> = {}, budget = {}) => {
  const { task_id } = await engineNow().create({ type: "one_step", input, budget }, person);
  return task_id;
};
const run = async (...given: Parameters<typeof start>) => engineNow().ended(await start(...given));
const forever = (context: StepContext) =>
  new Promise((_, reject) => {
    context.signal.addEventListener("abort", () => reject(context.signal.reason));
  });

describe("the budget of a task", () => {
  it("ends it when its time is used up, with the sentence", async () => {
    await open({ types: [typeOf(forever)] });
    const task = await run({}, { wall_time_ms: 20 });
    expect(task).toMatchObject({ state: "failed", error: { code: "budget" } });
    expect(task.spent.ms).toBeGreaterThanOrEqual(20);
  });

  it("counts what a model reads and writes, and what it costs", async () => {
    const model = () => ({ name: "m", write: async () => ({ text: "t", tokens: 40, cost: 2 }) });
    const type = typeOf(async ({ model: asked }) => {
      for (let n = 0; n < 5; n++) await asked?.write({ instructions: "", task: "" });
    });
    await open({ types: [type], deps: { model } });
    const used = await run({}, { tokens: 100 });
    expect(used).toMatchObject({ error: { code: "budget" }, spent: { tokens: 120, cost: 6 } });
    expect(await run({}, { cost: 3 })).toMatchObject({ error: { code: "budget" } });
    expect(await run({}, { tokens: 200, cost: 10 })).toMatchObject({ state: "completed" });
  });
});

describe("a step that fails", () => {
  it("ends the task with its own sentence, or with a plain one where nothing was foreseen", async () => {
    const thrown: unknown[] = [new AppError("not_found", "No page.")];
    await open({
      types: [typeOf(() => Promise.reject(thrown.pop() ?? new TypeError("x is secret")))],
    });
    expect((await run()).error).toEqual({ code: "not_found", message: "No page." });
    const task = await run();
    expect(task.error?.code).toBe("unknown");
    expect(JSON.stringify(task)).not.toContain("x is secret");
  });

  it("is planned anew once, and what was planned first is kept", async () => {
    const ways: string[] = [];
    const way = (name: string, fails: boolean): Step => ({
      ...{ name, effect: false, tools: [] },
      async run() {
        ways.push(name);
        if (fails) throw new AppError("provider_unavailable", `${name} is down.`);
        return name;
      },
    });
    let second = false;
    const type = defineTaskType({
      type: "one_step",
      input: z.strictObject({ secret: z.string().optional() }),
      steps: () => [way("look_up", false), way("ask_far", true), way("write_down", false)],
      replan: (_, { name, outputs }) => {
        expect([name, outputs]).toEqual(["ask_far", { look_up: "look_up" }]);
        return [way("ask_near", second), way("write_down", false)];
      },
    });
    await open({ types: [type] });
    const task = await run();
    expect(task.state).toBe("completed");
    expect(task.steps.map(({ plan, name, state }) => [plan, name, state])).toEqual([
      [1, "look_up", "completed"],
      [1, "ask_far", "failed"],
      [1, "write_down", "cancelled"],
      [2, "ask_near", "completed"],
      [2, "write_down", "completed"],
    ]);
    expect(ways).toEqual(["look_up", "ask_far", "ask_near", "write_down"]);
    second = true;
    expect(await run()).toMatchObject({ state: "failed", error: { message: "ask_near is down." } });
  });

  it("goes on in its second plan after a restart", async () => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const bad = async () => {
      throw new AppError("provider_unavailable", "Down.");
    };
    const near: Step = {
      ...{ name: "near", effect: false, tools: [] },
      async run() {
        begun.resolve();
        await held.promise;
        return "near";
      },
    };
    const desk = await open({ types: [typeOf(bad, { replan: () => [near] })] });
    const id = await start();
    await begun.promise;
    await desk.restart();
    held.resolve();
    await desk.engine.begin();
    const task = await desk.engine.ended(id);
    expect(task.steps.map(({ name, state, attempts }) => [name, state, attempts])).toEqual([
      ["only", "failed", 1],
      ["near", "completed", 2],
    ]);
  });

  it("may not give back what cannot be kept", async () => {
    const outputs: unknown[] = ["x".repeat(1024 * 1024 + 1), () => 1, 10n];
    await open({ types: [typeOf(async () => outputs.pop())] });
    for (const code of ["validation", "validation", "too_large"]) {
      expect((await run()).error?.code).toBe(code);
    }
  });
});

describe("what a step may call", () => {
  const called = (tool: string, more: Partial<Step> = {}) => {
    const results: ToolResult[] = [];
    const type = typeOf(async (context) => {
      results.push(await context.call(tool, {}));
    }, more);
    return { type, codes: () => results.map(({ ok, error }) => (ok ? "ok" : error?.code)) };
  };

  it("is what the step declares", async () => {
    const { type, codes } = called("mark");
    await open({ types: [type] });
    await run();
    expect(codes()).toEqual(["tool_not_granted"]);
  });

  it("is what the skill leaves of it", async () => {
    const { type, codes } = called("look");
    const { shelf } = await open({ types: [type] });
    for (const allowed_tools of [["mark"], [], ["look"]]) {
      shelf.put([{ task_types: ["one_step"], allowed_tools }]);
      await run();
    }
    expect(codes()).toEqual(["tool_not_granted", "tool_not_granted", "ok"]);
  });

  it("is nothing that the risk policy of the skill forbids", async () => {
    const { type, codes } = called("mark", { effect: true, tools: ["mark"], level: "L1" });
    const { shelf, marks } = await open({ types: [type] });
    shelf.put([{ task_types: ["one_step"], risk_policy: { level: "L0", risk: "safe" } }]);
    await run();
    expect(codes()).toEqual(["tool_not_granted"]);
    expect(existsSync(marks)).toBe(false);
  });

  it("is no more than the agent may that started the task", async () => {
    const { type, codes } = called("mark", { effect: true, tools: ["mark", "look"], level: "L1" });
    const rights = { reader: { id: "reader", permission: "L0" as const, tools: ["mark"] } };
    const { engine } = await open({ types: [type], rights });
    const by = { ...person, agent_id: "reader" };
    const { task_id } = await engine.create({ type: "one_step", input: {} }, by);
    await engine.ended(task_id);
    expect(codes()).toEqual(["capability_level"]);
  });

  it("is no more than the skill leaves under which an agent started it, after a restart too", async () => {
    const { type, codes } = called("mark", { effect: true, tools: ["mark", "look"], level: "L1" });
    const desk = await open({ types: [type] });
    const by = { ...person, skill_tools: ["look"] };
    const { task_id } = await desk.engine.create({ type: "one_step", input: {} }, by);
    await desk.engine.ended(task_id);
    expect(codes()).toEqual(["tool_not_granted"]);
    expect(existsSync(desk.marks)).toBe(false);
    await desk.restart("close");
    expect((await desk.store.tasks.find(task_id))?.skill_tools).toEqual(["look"]);
    expect(await desk.engine.find(task_id)).not.toHaveProperty("skill_tools");
  });

  it("changes nothing where the step says that it changes nothing", async () => {
    const { type, codes } = called("mark", { tools: ["mark"], level: "L1" });
    const { marks } = await open({
      types: [type],
      onAsk: (id, { approvals }) => queueMicrotask(() => approvals.decide(id, "allow_once")),
    });
    await run();
    expect(codes()).toEqual(["tool_not_granted"]);
    expect(existsSync(marks)).toBe(false);
  });

  it("hears that the task is cancelled", async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const { type } = called("look");
    const { engine } = await open({
      types: [type],
      behaviour: {
        look: (_args, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => {
              ended.resolve();
              reject(signal.reason);
            });
            begun.resolve();
          }),
      },
    });
    const id = await start();
    await begun.promise;
    await engine.cancel(id);
    await ended.promise;
    expect(await engine.find(id)).toMatchObject({
      state: "cancelled",
      error: { code: "cancelled" },
    });
  });
});

describe("a task that is left in the middle of what may have changed something", () => {
  const acting = typeOf(async (context) => (await context.call("mark", { text: "x" })).ok, {
    ...{ effect: true, tools: ["mark"], level: "L1" },
  });
  const desk = async () => {
    const begun = Promise.withResolvers<void>();
    const made = await open({
      types: [acting],
      behaviour: {
        mark: () => {
          begun.resolve();
          return new Promise(() => {});
        },
      },
      onAsk: (id, { approvals }) => queueMicrotask(() => approvals.decide(id, "allow_once")),
    });
    return { made, begun: begun.promise };
  };

  it.each(["kill", "close"] as const)("is interrupted after a %s, and says so", async (how) => {
    const { made, begun } = await desk();
    const id = await start();
    await begun;
    await made.restart(how);
    await made.engine.begin();
    const task = await made.engine.ended(id);
    expect(task).toMatchObject({ state: "interrupted", error: { code: "cancelled" } });
    expect(task.error?.message).toContain("only");
    expect(task.steps[0]).toMatchObject({ state: "interrupted", attempts: 1 });
  });

  it("says so when it is cancelled there", async () => {
    const { made, begun } = await desk();
    const id = await start();
    await begun;
    await made.engine.cancel(id);
    expect((await made.engine.find(id)).error?.message).toContain("may already have done so");
  });
});

describe("a step in whose middle the program ends again and again", () => {
  const desk = async () => {
    let begun = Promise.withResolvers<void>();
    const made = await open({
      types: [
        typeOf((context) => {
          begun.resolve();
          return forever(context);
        }),
      ],
    });
    const restart = async (how: "kill" | "close") => {
      await begun.promise;
      begun = Promise.withResolvers();
      await made.restart(how);
      await made.engine.begin();
    };
    return { made, restart, begun: () => begun.promise };
  };

  it("is not begun again after the third time by force, and says so", async () => {
    const { made, restart } = await desk();
    const id = await start();
    for (let n = 0; n < 3; n++) await restart("kill");
    const task = await made.engine.find(id);
    expect(task).toMatchObject({ state: "interrupted", error: { code: "cancelled" } });
    expect(task.error?.message).toContain("started 3 times");
    expect(task.steps[0]).toMatchObject({ state: "interrupted", attempts: 3 });
  });

  it("is begun again after every end in good order, and says so", async () => {
    const { made, restart, begun } = await desk();
    const id = await start();
    for (let n = 0; n < 4; n++) await restart("close");
    await begun();
    const task = await made.engine.find(id);
    expect(task).toMatchObject({ state: "running", notices: [{ code: "task_resumed" }] });
    expect(task.steps[0]).toMatchObject({ state: "running", attempts: 5 });
  });
});

it("works on each task once when taking up what was left fails midway", async () => {
  const free = Promise.withResolvers<void>();
  const both = Promise.withResolvers<void>();
  const begun: string[] = [];
  const type = typeOf(async ({ task_id }) => {
    begun.push(task_id);
    if (begun.length === 2) both.resolve();
    await free.promise;
  });
  let finds = Number.POSITIVE_INFINITY;
  const desk = await open({
    types: [type],
    deps: {
      store: sharedByAll({
        get: async () => desk.store.tasks,
        async patiently(work) {
          const { find } = desk.store.tasks;
          const failing: typeof find = (id) => {
            finds -= 1;
            if (finds === 0) throw new AppError("unknown", "The database is locked.");
            return find(id);
          };
          return work({ ...desk.store.tasks, find: failing });
        },
      }),
    },
  });
  const ids = [await start(), await start()];
  await both.promise;
  await desk.restart();
  begun.length = 0;
  finds = 2;
  await expect(desk.engine.begin()).rejects.toMatchObject({ code: "unknown" });
  await desk.engine.begin();
  free.resolve();
  for (const id of ids) expect((await desk.engine.ended(id)).state).toBe("completed");
  expect([...begun].sort()).toEqual([...ids].sort());
});

it.each([
  [["/notes"], [], "interrupted"],
  [[], ["/notes"], "interrupted"],
  [["/notes"], ["/notes"], "completed"],
])("started over the folders %j and taken up over %j, it is %s", async (before, after, state) => {
  let lasts = true;
  const type = typeOf((context) => (lasts ? forever(context) : Promise.resolve()));
  const deps = { roots: before as readonly string[] };
  const desk = await open({ types: [type], deps });
  const task_id = await start();
  await vi.waitFor(async () => expect((await desk.engine.find(task_id)).state).toBe("running"));
  lasts = false;
  deps.roots = after;
  await desk.restart();
  const ended = await desk.engine.ended(task_id);
  expect(ended.state).toBe(state);
  if (state === "interrupted") expect(ended.error?.message).toContain("other folders");
});

it("does not go on after a restart with an input that held a secret", async () => {
  const begun = Promise.withResolvers<void>();
  const desk = await open({
    types: [
      typeOf((context) => {
        begun.resolve();
        return forever(context);
      }),
    ],
  });
  const id = await start({ secret: "ghp_16C7e42F292c6912E7710c838347Ae178B4a" });
  expect((await desk.engine.find(id)).input.secret).not.toContain("16C7e42F");
  await begun.promise;
  await desk.restart();
  await desk.engine.begin();
  expect(await desk.engine.ended(id)).toMatchObject({ state: "interrupted" });
  expect(readFileSync(path.join(desk.home, "docent.db")).includes("16C7e42F")).toBe(false);
});

it("is cancelled once by two who cancel it at the same time while it waits for its turn", async () => {
  const desk = await open({
    types: [typeOf(forever)],
    deps: {
      store: sharedByAll({
        get: async () => desk.store.tasks,
        // As where the database is held by another program for a moment.
        async patiently(work) {
          await Promise.resolve();
          return work(desk.store.tasks);
        },
      }),
    },
  });
  for (let n = 0; n < AT_ONCE; n++) await start();
  const id = await start();
  const both = await Promise.all([desk.engine.cancel(id), desk.engine.cancel(id)]);
  expect(both).toEqual(Array(2).fill({ task_id: id, status: "cancelled" }));
  await expect(desk.engine.cancel(id)).rejects.toMatchObject({ code: "validation" });
});

describe("the files of a task", () => {
  it("leave nothing half behind when the disk is full", async () => {
    const { home } = await open({
      types: [typeOf((context) => context.artifact("report.md", "text/markdown", "x".repeat(100)))],
      put: async (file, bytes) => {
        await file.write(bytes.subarray(0, 50));
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
    });
    const task = await run();
    expect(task).toMatchObject({ state: "failed", artifacts: [], error: { code: "tool_exec" } });
    expect(task.error?.message).toContain("report.md");
    expect(readdirSync(path.join(home, "artifacts", task.task_id))).toEqual([]);
  });

  it("have names that are one on every disk, and one step's each", async () => {
    const codes: (string | undefined)[] = [];
    const put = (context: StepContext, name: string) =>
      context.artifact(name, "text/plain", name).then(
        () => codes.push(undefined),
        (error: unknown) => codes.push((error as AppError).code),
      );
    const type = defineTaskType({
      type: "one_step",
      input: z.strictObject({ secret: z.string().optional() }),
      steps: () => [
        {
          ...{ name: "first", effect: false, tools: [] },
          async run(context) {
            for (const name of ["a.md", "A.md", "a.md", "../a", "CON"]) await put(context, name);
          },
        },
        {
          ...{ name: "second", effect: false, tools: [] },
          async run(context) {
            for (const name of ["a.md", "é.md", "e\u0301.md"]) await put(context, name);
            expect(String(await context.readArtifact("a.md"))).toBe("a.md");
          },
        },
      ],
    });
    await open({ types: [type] });
    const task = await run();
    expect(codes).toEqual([
      ...[undefined, "validation", undefined, "validation", "validation"],
      ...["validation", undefined, "validation"],
    ]);
    expect(task.state).toBe("completed");
  });

  it("go with their conversation, when they are too old and when they are too much", async () => {
    const retention = { artifacts_days: 90, max_bytes: 1_000_000 };
    /** How many tasks there were each time when it was told that some are gone. */
    const told: number[] = [];
    const forgotten = async () => void told.push((await engine.list({ limit: 50 })).tasks.length);
    const desk = await open({ types: [tenSteps], deps: { retention: () => retention, forgotten } });
    const { engine, home } = desk;
    const make = async (thread_id?: string) => {
      const body = { type: "ten_steps", input: { letters: 20_000 } };
      const of = thread_id === undefined ? {} : { thread_id };
      return (await engine.ended((await engine.create({ ...body, ...of }, person)).task_id))
        .task_id;
    };
    const ids = [await make(), await make(), await make("thread_a"), await make()];
    await engine.remove(ids[2] ?? "");
    mkdirSync(path.join(home, "artifacts/task_lost"));
    writeFileSync(path.join(home, "artifacts/task_lost/x"), "");
    retention.max_bytes = 400_000;
    await engine.clean();
    expect((await engine.list({ limit: 50 })).tasks.map(({ task_id }) => task_id)).toEqual([
      ids[3],
      ids[1],
    ]);
    expect(readdirSync(path.join(home, "artifacts")).sort()).toEqual([ids[1], ids[3]].sort());
    vi.setSystemTime(Date.now() + 91 * 24 * 60 * 60 * 1000);
    try {
      await engine.clean();
    } finally {
      vi.useRealTimers();
    }
    expect((await engine.list({ limit: 50 })).tasks).toEqual([]);
    expect(readdirSync(path.join(home, "artifacts"))).toEqual([]);
    expect(told).toEqual([3, 2, 0]);
  });
});

describe("a thousand tasks at once", () => {
  it("are worked on four at a time in the order in which they came, and see their place", async () => {
    const order: string[] = [];
    let now = 0;
    let most = 0;
    const type = typeOf(async ({ task_id }) => {
      order.push(task_id);
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
    });
    const { engine } = await open({ types: [type] });
    const ids = await Promise.all(Array.from({ length: 1000 }, () => start()));
    const last = ids.at(-1) ?? "";
    expect((await engine.find(last)).ahead).toBeGreaterThan(0);
    const listed = (await engine.list({ limit: 200, state: ["pending"] })).tasks;
    expect(listed[0]?.task_id).toBe(last);
    expect(listed.every(({ ahead }) => ahead !== undefined)).toBe(true);
    for (const id of ids) expect((await engine.ended(id)).state).toBe("completed");
    expect([...order].sort()).toEqual([...ids].sort());
    // Of the four that are at work any may be the first to come to its step; none overtakes more than those.
    const places = new Map(order.map((id, place) => [id, place]));
    const early = ids.filter((id, turn) => (places.get(id) ?? 0) < turn - 3);
    expect(early).toEqual([]);
    expect(most).toBeLessThanOrEqual(4);
  });
});
