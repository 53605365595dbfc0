import { and, eq, lt, max } from "drizzle-orm";
import type { StepChange, TaskChange } from "#lib/contracts/ports";
import { type Artifact, type TaskEventRow, TaskInfo, TaskState } from "#lib/contracts/tasks";
import { foldedName } from "#lib/platform/folded-name";
import type { Db } from "./dialect.ts";
import { mine } from "./owner.ts";
import { work_artifacts, work_events, work_steps, work_tasks } from "./schema.ts";
import { all, get, insert, type Statements, tell, write } from "./statements.ts";
import { addSteps, stepOf } from "./work-rows.ts";

type Event = TaskEventRow["event"];

/** What is seen of a change becomes its events, in this order: steps, files, notices, the task itself. */
export function* changeTask(
  db: Db,
  task_id: string,
  change: TaskChange,
  at: string,
): Statements<TaskEventRow[] | undefined> {
  const now = yield* get(
    db
      .select({ state: work_tasks.state, notices: work_tasks.notices })
      .from(work_tasks)
      .where(and(mine(db, work_tasks), eq(work_tasks.task_id, task_id))),
  );
  if (now === undefined || !change.from.includes(TaskState.parse(now.state))) return undefined;
  const { task = {}, steps_added = [], steps = [], artifact, artifacts_of, notice } = change;
  const told: { event: Event; progress_of?: string }[] = [];
  yield* addSteps(task_id, steps_added);
  for (const { step_id } of steps_added) told.push({ event: yield* stepEvent(db, step_id) });
  for (const step of steps) {
    yield* setStep(db, step);
    const only = Object.keys(step).every((key) => key === "step_id" || quiet.has(key));
    const progress_of = only ? { progress_of: step.step_id } : {};
    if (only && step.progress === undefined) continue; // nothing that a reader waits for
    told.push({ event: yield* stepEvent(db, step.step_id), ...progress_of });
  }
  if (artifacts_of !== undefined) {
    const names = yield* dropArtifactsOf(db, artifacts_of);
    if (names.length > 0) told.push({ event: { kind: "artifacts_removed", names } });
  }
  if (artifact !== undefined) {
    yield* putArtifact(db, task_id, artifact);
    told.push({ event: { kind: "artifact_added", artifact } });
  }
  if (notice !== undefined) {
    const notices = TaskInfo.shape.notices.parse(JSON.parse(now.notices));
    const known = notices.some(
      ({ code, message }) => code === notice.code && message === notice.message,
    );
    if (!known) {
      const all = JSON.stringify([...notices, notice]);
      yield* write(
        db.update(work_tasks).set({ notices: all }).where(eq(work_tasks.task_id, task_id)),
      );
      told.push({ event: { kind: "notice_added", ...notice } });
    }
  }
  yield* setTask(db, task_id, task);
  if (task.state !== undefined && task.state !== now.state) {
    const error = task.error === undefined ? {} : { error: task.error };
    told.push({ event: { kind: "task_changed", state: task.state, ...error } });
  }
  yield* tell("task", task_id);
  return yield* addEvents(db, task_id, told, at);
}

/** Changes of a step that come by the hundred and stand in for each other. */
const quiet: ReadonlySet<string> = new Set(["progress", "calls", "tool_calls", "acted"]);

function* setTask(
  db: Db,
  task_id: string,
  task: NonNullable<TaskChange["task"]>,
): Statements<void> {
  const { spent, error, ...plain } = task;
  const values = {
    ...plain,
    ...(spent === undefined ? {} : { spent: JSON.stringify(spent) }),
    ...(error === undefined ? {} : { error: JSON.stringify(error) }),
  };
  if (Object.keys(values).length === 0) return;
  yield* write(db.update(work_tasks).set(values).where(eq(work_tasks.task_id, task_id)));
}

function* setStep(db: Db, step: StepChange): Statements<void> {
  const { step_id, progress, tool_calls, approval_ids, error, output, ...plain } = step;
  const json = { progress, tool_calls, approval_ids, error, output };
  const values = {
    ...plain,
    ...Object.fromEntries(
      Object.entries(json)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  };
  if (Object.keys(values).length === 0) return;
  yield* write(db.update(work_steps).set(values).where(eq(work_steps.step_id, step_id)));
}

function* stepEvent(db: Db, step_id: string): Statements<Event> {
  const row = yield* get(db.select().from(work_steps).where(eq(work_steps.step_id, step_id)));
  if (row === undefined) throw new Error(`no step ${step_id}`); // only steps of the task are changed
  return { kind: "step_changed", step: stepOf(row) };
}

function* putArtifact(db: Db, task_id: string, artifact: Artifact): Statements<void> {
  const { patch, ...plain } = artifact;
  const folded = foldedName(artifact.name);
  const row = {
    ...{ ...plain, task_id, folded },
    ...{ patch_id: patch?.patch_id ?? null, patch_state: patch?.state ?? null },
  };
  yield* write(
    db
      .insert(work_artifacts)
      .values(row)
      .onConflictDoUpdate({ target: [work_artifacts.task_id, work_artifacts.folded], set: row }),
  );
}

function* dropArtifactsOf(db: Db, step_id: string): Statements<string[]> {
  return (yield* all(
    db
      .delete(work_artifacts)
      .where(eq(work_artifacts.step_id, step_id))
      .returning({ name: work_artifacts.name }),
  )).map(({ name }) => name);
}

function* addEvents(
  db: Db,
  task_id: string,
  told: readonly { event: Event; progress_of?: string }[],
  at: string,
): Statements<TaskEventRow[]> {
  const its = eq(work_events.task_id, task_id);
  const last =
    (yield* get(
      db
        .select({ id: max(work_events.id) })
        .from(work_events)
        .where(its),
    ))?.id ?? 0;
  const written: TaskEventRow[] = [];
  for (const { event, progress_of } of told) {
    const id = last + 1 + written.length;
    yield* insert(work_events, {
      ...{ task_id, id, at, event: JSON.stringify(event) },
      ...(progress_of === undefined ? {} : { progress_of }),
    });
    if (event.kind === "step_changed") {
      const older = and(
        its,
        eq(work_events.progress_of, event.step.step_id),
        lt(work_events.id, id),
      );
      yield* write(db.delete(work_events).where(older));
    }
    written.push({ id, at, event });
  }
  return written;
}
