import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { NewStep, NewTask, StoredTask, TaskInput, TaskOfOwner } from "#lib/contracts/ports";
import {
  Artifact,
  isLive,
  TaskBudget,
  TaskEventRow,
  TaskFailure,
  TaskInfo,
  type TaskList,
  TaskState,
  TaskStep,
} from "#lib/contracts/tasks";
import type { Db } from "./dialect.ts";
import { mine, ofMine, ownerOf } from "./owner.ts";
import { readCursor } from "./page-cursor.ts";
import {
  approvals,
  replay_cases,
  work_artifacts,
  work_events,
  work_steps,
  work_tasks,
} from "./schema.ts";
import { all, get, insert, type Statements, write } from "./statements.ts";

const KEY_KEPT_MS = 24 * 60 * 60 * 1000;
/** Of what a step took and gave, as a reader sees it. */
const PREVIEW_CHARS = 600;
const live = TaskState.options.filter(isLive);

const Names = z.array(z.string());

/** Of the row around a selection within it: drizzle names a column of a single table without its table. */
const ofTask = sql.raw("work_tasks.task_id");

/** The caller holds the transaction, here and below. */
export function* addTask(db: Db, task: NewTask): Statements<void> {
  const { steps, input, budget, thread_id, again, key, fingerprint, ...rest } = task;
  const { skill_tools, roots, ...plain } = rest;
  yield* insert(work_tasks, {
    ...plain,
    owner: ownerOf(db),
    state: "pending",
    input: JSON.stringify(input),
    budget: JSON.stringify(budget),
    spent: JSON.stringify({ ms: 0, tokens: 0 }),
    notices: "[]",
    ...present({ thread_id, again, key, fingerprint }),
    ...(skill_tools === undefined ? {} : { skill_tools: JSON.stringify(skill_tools) }),
    ...(roots === undefined ? {} : { roots: JSON.stringify(roots) }),
  });
  yield* addSteps(task.task_id, steps);
}

export function* addSteps(task_id: string, steps: readonly NewStep[]): Statements<void> {
  for (const { input, ...step } of steps) {
    yield* insert(work_steps, {
      ...step,
      task_id,
      state: "pending",
      acted: false,
      attempts: 0,
      calls: 0,
      tool_calls: "[]",
      approval_ids: "[]",
      ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    });
  }
}

export function* findTask(db: Db, task_id: string): Statements<StoredTask | undefined> {
  const row = yield* get(
    db
      .select()
      .from(work_tasks)
      .where(and(mine(db, work_tasks), eq(work_tasks.task_id, task_id))),
  );
  if (row === undefined) return undefined;
  const { number: _, input, budget, spent, notices, error, ...plain } = row;
  const { type, skill, state, lang, started_by, trace_id, run_id, created_at } = plain;
  const { thread_id, started_at, ended_at, again, key, fingerprint, input_sha256 } = plain;
  return {
    owner: row.owner,
    ...{ task_id, type, skill, started_by, trace_id, run_id, created_at, input_sha256 },
    lang: lang === "zh-CN" ? "zh-CN" : "en",
    state: TaskState.parse(state),
    input: TaskInfo.shape.input.parse(JSON.parse(input)),
    budget: TaskBudget.parse(JSON.parse(budget)),
    spent: TaskInfo.shape.spent.parse(JSON.parse(spent)),
    notices: TaskInfo.shape.notices.parse(JSON.parse(notices)),
    ...(error === null ? {} : { error: TaskFailure.parse(JSON.parse(error)) }),
    ...present({ thread_id, started_at, ended_at, again, key, fingerprint }),
    ...(row.skill_tools === null ? {} : { skill_tools: Names.parse(JSON.parse(row.skill_tools)) }),
    ...(row.roots === null ? {} : { roots: Names.parse(JSON.parse(row.roots)) }),
    steps: yield* stepsOf(db, task_id),
    artifacts: yield* artifactsOf(db, task_id),
  };
}

function* stepsOf(db: Db, task_id: string): Statements<TaskStep[]> {
  return (yield* all(
    db
      .select()
      .from(work_steps)
      .where(eq(work_steps.task_id, task_id))
      .orderBy(asc(work_steps.number)),
  )).map(stepOf);
}

export function stepOf(row: typeof work_steps.$inferSelect): TaskStep {
  const { step_id, plan, name, state, effect, attempts, calls, started_at, ended_at } = row;
  return TaskStep.parse({
    ...{ step_id, plan, name, state, effect, attempts, calls },
    ...present({ started_at, ended_at }),
    ...(row.input === null ? {} : { input_preview: cut(row.input) }),
    ...(row.output === null ? {} : { output_preview: cut(row.output) }),
    ...(row.progress === null ? {} : { progress: JSON.parse(row.progress) as unknown }),
    tool_calls: JSON.parse(row.tool_calls) as unknown,
    approval_ids: JSON.parse(row.approval_ids) as unknown,
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as unknown }),
  });
}

function cut(text: string): string {
  return text.length <= PREVIEW_CHARS ? text : `${text.slice(0, PREVIEW_CHARS)}…`;
}

function* artifactsOf(db: Db, task_id: string): Statements<Artifact[]> {
  return (yield* all(
    db
      .select()
      .from(work_artifacts)
      .where(eq(work_artifacts.task_id, task_id))
      .orderBy(asc(sql`rowid`)),
  )).map(artifactOf);
}

function artifactOf(row: typeof work_artifacts.$inferSelect): Artifact {
  const { name, media_type, bytes, sha256, step_id, created_at, patch_id, patch_state } = row;
  return Artifact.parse({
    ...{ name, media_type, bytes, sha256, step_id, created_at },
    ...(patch_id === null ? {} : { patch: { patch_id, state: patch_state ?? "open" } }),
  });
}

/** What a row of the list shows: an input may be a megabyte. */
const listed = {
  number: work_tasks.number,
  task_id: work_tasks.task_id,
  type: work_tasks.type,
  skill: work_tasks.skill,
  state: work_tasks.state,
  thread_id: work_tasks.thread_id,
  created_at: work_tasks.created_at,
  started_at: work_tasks.started_at,
  ended_at: work_tasks.ended_at,
};

export function* listTasks(
  db: Db,
  query: {
    states?: readonly TaskState[] | undefined;
    type?: string | undefined;
    thread_id?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Statements<TaskList> {
  const { states, type, thread_id, cursor, limit } = query;
  const found = yield* all(
    db
      .select({
        ...listed,
        done: sql<number>`(SELECT count(*) FROM ${work_steps} s WHERE s.task_id = ${ofTask} AND s.state = 'completed')`,
        total: sql<number>`(SELECT count(*) FROM ${work_steps} s WHERE s.task_id = ${ofTask} AND NOT (s.state IN ('cancelled', 'failed') AND EXISTS (SELECT 1 FROM ${work_steps} n WHERE n.task_id = s.task_id AND n.plan > s.plan)))`,
        artifacts: sql<number>`(SELECT count(*) FROM ${work_artifacts} a WHERE a.task_id = ${ofTask})`,
      })
      .from(work_tasks)
      .where(
        and(
          mine(db, work_tasks),
          states === undefined ? undefined : inArray(work_tasks.state, [...states]),
          type === undefined ? undefined : eq(work_tasks.type, type),
          thread_id === undefined ? undefined : eq(work_tasks.thread_id, thread_id),
          cursor === undefined ? undefined : lt(work_tasks.number, readCursor(cursor)),
        ),
      )
      .orderBy(desc(work_tasks.number))
      .limit(limit + 1),
  );
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    tasks: shown.map(({ done, total, artifacts, ...task }) => ({
      ...{ task_id: task.task_id, type: task.type, skill: task.skill },
      state: TaskState.parse(task.state),
      created_at: task.created_at,
      ...present({
        thread_id: task.thread_id,
        started_at: task.started_at,
        ended_at: task.ended_at,
      }),
      steps: { done, total },
      artifacts,
    })),
    ...(found.length > limit && last ? { next_cursor: String(last.number) } : {}),
  };
}

export function* taskInputs(
  db: Db,
  type: string,
  most: { tasks: number; chars: number },
): Statements<TaskInput[]> {
  const { task_id, input, number } = work_tasks;
  return (yield* all(
    db
      .select({ task_id, input })
      .from(work_tasks)
      .where(
        and(
          mine(db, work_tasks),
          eq(work_tasks.type, type),
          sql`length(${input}) <= ${most.chars}`,
        ),
      )
      .orderBy(desc(number))
      .limit(most.tasks),
  )).map((row) => ({ ...row, input: TaskInfo.shape.input.parse(JSON.parse(row.input)) }));
}

export function* taskWithKey(
  db: Db,
  key: string,
  now: Date,
): Statements<{ task_id: string; fingerprint: string } | undefined> {
  const after = new Date(now.getTime() - KEY_KEPT_MS).toISOString();
  const row = yield* get(
    db
      .select({ task_id: work_tasks.task_id, fingerprint: work_tasks.fingerprint })
      .from(work_tasks)
      .where(and(mine(db, work_tasks), eq(work_tasks.key, key), gt(work_tasks.created_at, after)))
      .orderBy(desc(work_tasks.number)),
  );
  return row && { task_id: row.task_id, fingerprint: row.fingerprint ?? "" };
}

export function* liveTasks(
  db: Db,
): Statements<{ task_id: string; type: string; state: TaskState; owner: string }[]> {
  const { task_id, type, state, owner } = work_tasks;
  return (yield* all(
    db
      .select({ task_id, type, state, owner })
      .from(work_tasks)
      .where(and(mine(db, work_tasks), inArray(work_tasks.state, live)))
      .orderBy(asc(work_tasks.number)),
  )).map((row) => ({ ...row, state: TaskState.parse(row.state) }));
}

/** Of one conversation, or of all. */
export function* tasksOfThread(db: Db, thread_id: string | undefined): Statements<string[]> {
  const of =
    thread_id === undefined ? isNotNull(work_tasks.thread_id) : eq(work_tasks.thread_id, thread_id);
  return (yield* all(
    db
      .select({ task_id: work_tasks.task_id })
      .from(work_tasks)
      .where(and(mine(db, work_tasks), of)),
  )).map(({ task_id }) => task_id);
}

/** Of the steps that are done; of two of one name, which two plans may have, the later. */
export function* outputsOf(
  db: Db,
  task_id: string,
  plan?: number,
): Statements<Record<string, unknown>> {
  const upTo = plan === undefined ? undefined : lte(work_steps.plan, plan);
  const rows = yield* all(
    db
      .select({ name: work_steps.name, output: work_steps.output })
      .from(work_steps)
      .where(
        and(
          ofMine(db, "work_steps"),
          eq(work_steps.task_id, task_id),
          eq(work_steps.state, "completed"),
          upTo,
        ),
      )
      .orderBy(asc(work_steps.number)),
  );
  return Object.fromEntries(
    rows.map(({ name, output }) => [
      name,
      output === null ? null : (JSON.parse(output) as unknown),
    ]),
  );
}

export function* hasActed(db: Db, step_id: string): Statements<boolean> {
  const row = yield* get(
    db
      .select({ acted: work_steps.acted })
      .from(work_steps)
      .where(and(ofMine(db, "work_steps"), eq(work_steps.step_id, step_id))),
  );
  return row?.acted ?? false;
}

export function* taskEvents(
  db: Db,
  task_id: string,
  after: number,
  limit: number,
): Statements<TaskEventRow[]> {
  const { id, at, event } = work_events;
  return (yield* all(
    db
      .select({ id, at, event })
      .from(work_events)
      .where(and(ofMine(db, "work_events"), eq(work_events.task_id, task_id), gt(id, after)))
      .orderBy(asc(id))
      .limit(limit),
  )).map((row) => TaskEventRow.parse({ ...row, event: JSON.parse(row.event) as unknown }));
}

export function* findPatch(
  db: Db,
  patch_id: string,
): Statements<{ task_id: string; artifact: Artifact } | undefined> {
  const row = yield* get(
    db
      .select()
      .from(work_artifacts)
      .where(and(ofMine(db, "work_artifacts"), eq(work_artifacts.patch_id, patch_id))),
  );
  return row && { task_id: row.task_id, artifact: artifactOf(row) };
}

type PatchState = NonNullable<Artifact["patch"]>["state"];

export function* changePatch(
  db: Db,
  patch_id: string,
  from: readonly PatchState[],
  to: PatchState,
): Statements<boolean> {
  const at = and(
    ofMine(db, "work_artifacts"),
    eq(work_artifacts.patch_id, patch_id),
    inArray(work_artifacts.patch_state, [...from]),
  );
  return (yield* write(db.update(work_artifacts).set({ patch_state: to }).where(at))) === 1;
}

/** With its steps, artifacts and events, and what a person was asked for it. */
export function* removeTask(db: Db, task_id: string): Statements<boolean> {
  const asked = (yield* all(
    db
      .select({ approval_ids: work_steps.approval_ids })
      .from(work_steps)
      .where(and(ofMine(db, "work_steps"), eq(work_steps.task_id, task_id))),
  )).flatMap((row) => TaskStep.shape.approval_ids.parse(JSON.parse(row.approval_ids)));
  for (const id of asked)
    yield* write(db.delete(approvals).where(and(mine(db, approvals), eq(approvals.id, id))));
  return (
    (yield* write(
      db.delete(work_tasks).where(and(mine(db, work_tasks), eq(work_tasks.task_id, task_id))),
    )) === 1
  );
}

const keptAsCases = (db: Db) => db.select({ trace_id: replay_cases.trace_id }).from(replay_cases);

/** Those that ended before, and so many of the oldest of the rest that no more bytes are left; none that is kept as a case. */
export function* pastTasks(db: Db, before: string, max_bytes: number): Statements<TaskOfOwner[]> {
  const rows = yield* all(
    db
      .select({
        task_id: work_tasks.task_id,
        owner: work_tasks.owner,
        ended_at: work_tasks.ended_at,
        bytes: sql<number>`coalesce((SELECT sum(bytes) FROM ${work_artifacts} a WHERE a.task_id = ${ofTask}), 0)`,
      })
      .from(work_tasks)
      .where(
        and(
          mine(db, work_tasks),
          isNotNull(work_tasks.ended_at),
          notInArray(work_tasks.trace_id, keptAsCases(db)),
        ),
      )
      .orderBy(asc(work_tasks.ended_at)),
  );
  const past = rows.filter(({ ended_at }) => (ended_at ?? "") < before);
  const rest = rows.slice(past.length);
  let bytes = rest.reduce((sum, row) => sum + row.bytes, 0);
  for (const row of rest) {
    if (bytes <= max_bytes) break;
    if (row.bytes === 0) continue;
    bytes -= row.bytes;
    past.push(row);
  }
  return past.map(({ task_id, owner }) => ({ task_id, owner }));
}

export function* taskIds(db: Db): Statements<Set<string>> {
  const rows = yield* all(
    db.select({ task_id: work_tasks.task_id }).from(work_tasks).where(mine(db, work_tasks)),
  );
  return new Set(rows.map(({ task_id }) => task_id));
}

function present<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  // What is left has a value for each key that is there.
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], null | undefined> };
}
