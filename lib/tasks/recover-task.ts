import type { AppError } from "#lib/contracts/errors";
import type { StoredTask } from "#lib/contracts/ports";
import { isLive, type TaskStep } from "#lib/contracts/tasks";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { failureOf, type TaskWorld } from "./task-run.ts";

/**
 * What becomes of a task that an earlier program left: it goes on at the first step that is not done, unless in that one
 * something may have been changed; then nobody knows, and it is `interrupted`. So it is where the program was ended by force
 * in the middle of one step again and again, for that step may be what ends it. Says whether it goes on.
 */
export async function recoverTask(task: StoredTask, world: TaskWorld): Promise<boolean> {
  const { store, clock, log } = world;
  const { task_id, trace_id, lang } = task;
  if (task.state === "pending") return true;
  const under = task.steps.find(({ state }) => state === "running" || state === "waiting_approval");
  const from = [task.state];
  const error = under === undefined ? undefined : await whyNot(under, world);
  if (under !== undefined && error !== undefined) {
    const ended_at = clock.now().toISOString();
    const failure = failureOf(error, lang);
    const rest = task.steps.filter(({ state }) => isLive(state));
    await store.patiently((tasks) =>
      tasks.change(task_id, {
        from,
        steps: rest.map(({ step_id }) =>
          step_id === under.step_id
            ? { step_id, state: "interrupted", ended_at, error: failure }
            : { step_id, state: "cancelled" },
        ),
        task: { state: "interrupted", ended_at, error: failure },
        durable: true,
      }),
    );
    log.warn({ task_id, trace_id, step: under.name }, "a task was interrupted");
    return false;
  }
  // A program that ended in good order has put it back among those that wait.
  const again = under ?? task.steps.find((step) => step.state === "pending" && step.attempts > 0);
  const message = say(lang, "task.resumed", { step: again?.name ?? "" });
  await store.patiently((tasks) =>
    tasks.change(task_id, {
      from,
      task: { state: "pending" },
      ...(again === undefined
        ? {}
        : {
            steps: [{ step_id: again.step_id, state: "pending" }],
            notice: { code: "task_resumed", message },
          }),
    }),
  );
  log.warn({ task_id, trace_id, step: again?.name ?? null }, "a task goes on");
  return true;
}

/** So often a step is begun before it is held to be what ends the program. */
const MOST_ATTEMPTS = 3;

/** Why the step in whose middle the program ended is not begun again. */
async function whyNot(
  { step_id, name: step, state, attempts }: TaskStep,
  { store }: TaskWorld,
): Promise<AppError | undefined> {
  if (await store.patiently((tasks) => tasks.acted(step_id))) {
    return saidError("cancelled", "task.interrupted", { step });
  }
  // One that waits for a person does no work that could end a program.
  if (state === "waiting_approval" || attempts < MOST_ATTEMPTS) return undefined;
  return saidError("cancelled", "task.ends_program", { step, attempts });
}
