import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { TaskEventRow, TaskInfo } from "#lib/contracts/tasks";
import { sha256 } from "#lib/platform/hash";
import { defineTaskType } from "#lib/tasks/task-type";
import { openEngine, person } from "./open-engine.ts";
import { tenSteps } from "./ten-steps.ts";

let opened: Awaited<ReturnType<typeof openEngine>> | undefined;
const open = async (options: Parameters<typeof openEngine>[0]) => {
  opened = await openEngine(options);
  return opened;
};
afterEach(() => opened?.close());

/** A step that says when it begins, and ends when it is let. */
function gate() {
  const begun = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  return { begun: begun.promise, begin: begun.resolve, free: free.promise, let: free.resolve };
}

describe("a task", () => {
  it("goes through its steps, keeps what each gave back and its files, and tells it in order", async () => {
    const { engine, home, spans, store } = await open({ types: [tenSteps] });
    const { task_id, status } = await engine.create({ type: "ten_steps", input: {} }, person);
    expect(status).toBe("running");
    const task = TaskInfo.parse(await engine.ended(task_id));
    expect(task.state).toBe("completed");
    expect(task.steps.map(({ state, attempts, calls }) => [state, attempts, calls])).toEqual(
      Array(10).fill(["completed", 1, 1]),
    );
    expect((await store.tasks.outputs(task_id)).step_9).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(task.artifacts.map(({ name, bytes }) => [name, bytes])).toEqual(
      Array.from({ length: 10 }, (_, i) => [`part-${i}.txt`, 20_000]),
    );
    for (const { name, sha256: hash } of task.artifacts) {
      expect(sha256(readFileSync(path.join(home, "artifacts", task_id, name)))).toBe(hash);
    }
    expect((await engine.list({ limit: 1 })).tasks).toMatchObject([
      { task_id, steps: { done: 10, total: 10 }, artifacts: 10 },
    ]);
    const events = (await engine.events(task_id, 0, 1000)).map((row) => TaskEventRow.parse(row));
    expect(events[0]?.event).toMatchObject({ kind: "task_changed", state: "running" });
    expect(events.at(-1)?.event).toEqual({ kind: "task_changed", state: "completed" });
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(spans.filter(({ kind }) => kind === "tool_call").map((s) => s.parent_span_id)).toEqual(
      task.steps.map(({ step_id }) => step_id),
    );
  });

  it("fills in defaults of its input and refuses what does not fit", async () => {
    const { engine } = await open({ types: [tenSteps] });
    const create = (input: Record<string, unknown>) =>
      engine.create({ type: "ten_steps", input }, person);
    await expect(create({ letters: 0 })).rejects.toMatchObject({ code: "validation" });
    await expect(create({ leters: 4 })).rejects.toThrow(/leters/);
    const { task_id } = await create({ letters: 4 });
    expect((await engine.ended(task_id)).input).toEqual({ effects: false, letters: 4 });
  });
});

describe("requests at the same moment", () => {
  it("with one key make one task, and with another body are refused", async () => {
    const { engine } = await open({ types: [tenSteps] });
    const by = { ...person, key: "key" };
    const body = { type: "ten_steps", input: {} };
    const made = await Promise.all(Array.from({ length: 8 }, () => engine.create(body, by)));
    expect(new Set(made.map(({ task_id }) => task_id)).size).toBe(1);
    expect((await engine.list({ limit: 50 })).tasks).toHaveLength(1);
    const other = { ...body, budget: { tokens: 7 } };
    await expect(engine.create(other, by)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    await engine.ended(made[0]?.task_id ?? "");
  });
});

describe("which types may be started", () => {
  it("is the skills' to say", async () => {
    const { engine, shelf } = await open({ types: [tenSteps], skills: [] });
    const create = () => engine.create({ type: "ten_steps", input: {} }, person);
    await expect(create()).rejects.toMatchObject({ code: "task_type_unknown" });
    shelf.put([{ name: "ten", state: "disabled", task_types: ["ten_steps"] }]);
    await expect(create()).rejects.toMatchObject({ code: "skill_disabled" });
    shelf.put([{ name: "ten", state: "changed", task_types: ["ten_steps"] }]);
    await expect(create()).rejects.toMatchObject({ code: "skill_disabled" });
    shelf.put([{ name: "ten", task_types: ["ten_steps", "no_such_type"] }]);
    await expect(engine.create({ type: "no_such_type", input: {} }, person)).rejects.toMatchObject({
      code: "task_type_unknown",
    });
    const { task_id } = await create();
    expect((await engine.ended(task_id)).skill).toBe("ten");
  });

  it("ends a task with the reason when its skill is switched off", async () => {
    const g = gate();
    const { engine, shelf } = await open({ types: [waiting(g)] });
    const { task_id } = await engine.create({ type: "waiting", input: {} }, person);
    await g.begun;
    shelf.put([{ state: "disabled", task_types: ["waiting"] }]);
    const task = await engine.ended(task_id);
    expect(task).toMatchObject({ state: "cancelled", error: { code: "skill_disabled" } });
    expect(task.steps.map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  });
});

function waiting(g: ReturnType<typeof gate>) {
  return defineTaskType({
    type: "waiting",
    input: z.strictObject({}),
    steps: () => [
      {
        name: "wait",
        effect: false,
        tools: ["look"],
        async run() {
          g.begin();
          await g.free;
          return null;
        },
      },
      { name: "after", effect: false, tools: [], run: async () => null },
    ],
  });
}

describe("cancelling", () => {
  it("is told again to the server that works, which may not have heard of it as it took the task up", async () => {
    const g = gate();
    const deps: NonNullable<Parameters<typeof openEngine>[0]["deps"]> = {};
    const room = await open({ types: [waiting(g)], deps });
    const { task_id } = await room.engine.create({ type: "waiting", input: {} }, person);
    await g.begun;
    // From here on another server has it, and hears of it with the second time that it is told.
    const heard = Promise.withResolvers<void>();
    const told: unknown[] = [];
    Object.assign(deps, {
      attended: false,
      events: {
        listen: () => () => undefined,
        publish: async (event: unknown) => {
          if (told.push(event) === 2) heard.resolve();
        },
      },
      queue: {
        ...room.store.queue,
        claim: async () => told.length >= 2,
        free: () => heard.promise,
      },
    });
    await room.restart();
    expect(await room.engine.cancel(task_id)).toEqual({ task_id, status: "cancelled" });
    expect(told).toEqual(Array(2).fill({ topic: "cancel", id: task_id }));
    g.let();
  });

  it("ends a step at once, also one that hears of nothing, and those that wait", async () => {
    const g = gate();
    const { engine, home } = await open({ types: [waiting(g)] });
    const all = await Promise.all(
      Array.from({ length: 6 }, () => engine.create({ type: "waiting", input: {} }, person)),
    );
    await g.begun;
    const now = await Promise.all(all.map(({ task_id }) => engine.find(task_id)));
    expect(now.map(({ ahead }) => ahead)).toEqual([...Array(4).fill(undefined), 0, 1]);
    for (const { task_id } of all.toReversed()) {
      expect(await engine.cancel(task_id)).toEqual({ task_id, status: "cancelled" });
      await expect(engine.cancel(task_id)).rejects.toMatchObject({ code: "validation" });
    }
    expect(existsSync(path.join(home, "artifacts"))).toBe(false);
  });
});
