import type { Clock, NewTask, TaskStore } from "#lib/contracts/ports";
import type { Db } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import type { Flushed } from "./flushed.ts";
import { locks } from "./locks.ts";
import type { Maskers } from "./maskers.ts";
import { forgetPreviews } from "./preview-rows.ts";
import { type Statements, tell } from "./statements.ts";
import { beginTrace, traceOfTask } from "./trace-index.ts";
import { changeTask } from "./work-changes.ts";
import {
  addTask,
  changePatch,
  findPatch,
  findTask,
  hasActed,
  listTasks,
  liveTasks,
  outputsOf,
  pastTasks,
  removeTask,
  taskEvents,
  taskIds,
  taskInputs,
  taskWithKey,
} from "./work-rows.ts";

/** The part of the store that keeps tasks. */
export function createTaskStore(deps: {
  engine: Engine;
  flushed: Flushed;
  maskers: Maskers;
  clock: Clock;
}): TaskStore {
  const { engine, flushed, maskers, clock } = deps;
  const { db, read, write } = engine;
  return {
    add: async (task) => {
      const { input, steps } = task;
      const masked = maskers.of(task.task_id).mask({ input, steps }).value;
      return write(() => addUnlessThere(db, { ...task, ...masked }, clock.now()));
    },
    find: (id) => read(() => findTask(db, id)),
    list: (query) => read(() => listTasks(db, query)),
    inputs: (type, most) => read(() => taskInputs(db, type, most)),
    withKey: (key) => read(() => taskWithKey(db, key, clock.now())),
    live: () => read(() => liveTasks(db)),
    change: async (id, { durable, artifact, ...said }) => {
      const masked = maskers.of(id).mask(said).value;
      const change = { ...masked, ...(artifact === undefined ? {} : { artifact }) };
      const at = clock.now().toISOString();
      const work = function* () {
        yield* locks.task(id);
        const told = yield* changeTask(db, id, change, at);
        if (told !== undefined && change.task !== undefined) yield* traceOfTask(db, id);
        return told;
      };
      return write(work, durable === true ? { durable } : {});
    },
    outputs: (id, plan) => read(() => outputsOf(db, id, plan)),
    acted: (step_id) => read(() => hasActed(db, step_id)),
    events: (id, after, limit) => read(() => taskEvents(db, id, after, limit)),
    patch: (id) => read(() => findPatch(db, id)),
    changePatch: (id, from, to) => write(() => changePatch(db, id, from, to)),
    remove: (id) =>
      flushed.write(function* () {
        yield* locks.task(id);
        const task = yield* findTask(db, id);
        if (task !== undefined) yield* forgetPreviews(db, task.trace_id);
        yield* tell("task", id);
        return yield* removeTask(db, id);
      }),
    past: (before, max_bytes) => read(() => pastTasks(db, before, max_bytes)),
    ids: () => read(() => taskIds(db)),
  };
}

/** The one that came under its key before, where there is one. */
function* addUnlessThere(
  db: Db,
  task: NewTask,
  now: Date,
): Statements<{ task_id: string; fingerprint: string } | undefined> {
  if (task.key !== undefined) yield* locks.key(`of a task: ${task.key}`);
  const before = task.key === undefined ? undefined : yield* taskWithKey(db, task.key, now);
  if (before !== undefined) return before;
  yield* addTask(db, task);
  const { trace_id, run_id, thread_id, task_id, type, created_at } = task;
  const as = { kind: "task", status: "pending", agent_id: `task.${type}` } as const;
  const of = { trace_id, run_id, task_id, title: type, thread_id: thread_id ?? null };
  yield* beginTrace(db, { ...as, ...of, started_at: Date.parse(created_at) });
  return undefined;
}
