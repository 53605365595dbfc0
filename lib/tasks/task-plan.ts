import type { NewStep } from "#lib/contracts/ports";
import type { TaskFailure, TaskStep } from "#lib/contracts/tasks";
import type { NewId } from "#lib/platform/ids";
import type { TaskRun } from "./task-run.ts";
import type { Step, TaskType } from "./task-type.ts";

/** A step beside what is kept of it. */
export type Planned = { row: TaskStep; step: Step };

/** The steps that are left; undefined where they are not those that the task was begun with. */
export async function planOf(
  type: TaskType,
  { task, input, world }: TaskRun,
): Promise<Planned[] | undefined> {
  const first = besides(
    task.steps.filter(({ plan }) => plan === 1),
    type.steps(input),
  );
  const second = task.steps.filter(({ plan }) => plan === 2);
  if (first === undefined || second.length === 0) return first?.filter(isLeft);
  const failed = first.find(({ row }) => row.state === "failed")?.row;
  if (failed?.error === undefined) return undefined;
  const { name, error } = failed;
  const outputs = await (await world.store.get()).outputs(task.task_id, 1);
  return besides(second, type.replan?.(input, { name, error, outputs }) ?? [])?.filter(isLeft);
}

/** Instead of a step that failed and those behind it, once; undefined where there is no other way. */
export async function planAnew(
  { world, task, input }: TaskRun,
  type: TaskType,
  { row }: Planned,
  error: TaskFailure,
): Promise<{ added: NewStep[]; planned: Planned[] } | undefined> {
  if (row.plan !== 1) return undefined;
  const outputs = await (await world.store.get()).outputs(task.task_id, 1);
  const steps = type.replan?.(input, { name: row.name, error, outputs });
  if (steps === undefined || steps.length === 0) return undefined;
  const added = steps.map((step) => newStep(step, 2, world.ids));
  const planned = steps.map((step, i): Planned => ({ step, row: rowOf(added[i], step) }));
  return { added, planned };
}

export function newStep({ name, effect, about }: Step, plan: number, ids: NewId): NewStep {
  return {
    ...{ step_id: ids("step"), name, plan, effect },
    ...(about === undefined ? {} : { input: about }),
  };
}

function rowOf(added: NewStep | undefined, { name, effect }: Step): TaskStep {
  return {
    ...{ step_id: added?.step_id ?? "", name, plan: 2, effect, state: "pending", attempts: 0 },
    ...{ calls: 0, tool_calls: [], approval_ids: [] },
  };
}

function besides(rows: readonly TaskStep[], steps: readonly Step[]): Planned[] | undefined {
  const planned = steps.flatMap((step, i): Planned[] => {
    const row = rows[i];
    return row?.name === step.name && row.effect === step.effect ? [{ row, step }] : [];
  });
  return planned.length === rows.length && planned.length === steps.length ? planned : undefined;
}

function isLeft({ row: { state } }: Planned): boolean {
  return state === "pending" || state === "running" || state === "waiting_approval";
}
