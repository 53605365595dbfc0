import type { AppError } from "#lib/contracts/errors";
import type { StepChange } from "#lib/contracts/ports";
import type { TaskState } from "#lib/contracts/tasks";
import { foldedName } from "#lib/platform/folded-name";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { taskAgentId } from "#lib/tools/agent-rights";
import { runStep } from "./run-step.ts";
import { type Planned, planAnew, planOf } from "./task-plan.ts";
import { failureOf, TaskGone, type TaskRun } from "./task-run.ts";
import type { TaskType } from "./task-type.ts";

type Over = Extract<TaskState, "completed" | "failed" | "cancelled" | "interrupted">;

/**
 * Works through the steps of one task that are not done yet, to one of its ends; where the program ends before it, what is
 * kept is enough for the next one to go on. Rejects only with what the database says.
 */
export async function runTask(run: TaskRun, type: TaskType): Promise<void> {
  const { world, task, meter } = run;
  const { task_id, trace_id, lang } = task;
  const started_at = task.started_at ?? world.clock.now().toISOString();
  const artifacts = new Map(task.artifacts.map((one) => [foldedName(one.name), one]));
  let planned: Planned[] = [];
  try {
    await run.change({ task: { state: "running", started_at } });
    const begun = await planOf(type, run);
    if (begun === undefined) {
      await end("interrupted", saidError("validation", "task.program_changed"));
      return;
    }
    planned = begun;
    for (let next = planned.shift(); next !== undefined; next = planned.shift()) {
      const outcome = await runStep(run, next, artifacts);
      if (outcome.kind === "left") {
        await run.change({
          task: { spent: meter.spent() },
          steps: [{ step_id: next.row.step_id, state: "pending" }],
        });
        return;
      }
      if (outcome.kind === "done") continue;
      if (outcome.state === "failed" && outcome.error.code !== "budget") {
        if (await goOn(next, outcome.error, outcome.change)) continue;
      }
      // A person who refuses what it needs has ended it: that is no failure.
      const state = outcome.error.code === "approval_denied" ? "cancelled" : outcome.state;
      await end(state, outcome.error, [{ ...outcome.change, state }]);
      return;
    }
    await end("completed");
  } catch (error) {
    if (!(error instanceof TaskGone)) throw error;
  } finally {
    meter.stop();
  }

  /** With the steps that come instead of the failed one and those behind it, where there are any. */
  async function goOn(failed: Planned, error: AppError, change: StepChange): Promise<boolean> {
    const anew = await planAnew(run, type, failed, failureOf(error, lang));
    if (anew === undefined) return false;
    const message = say(lang, "task.replanned", { step: failed.row.name });
    await run.change({
      task: { spent: meter.spent() },
      steps: [change, ...rest()],
      steps_added: anew.added,
      notice: { code: "task_replanned", message },
    });
    planned = anew.planned;
    return true;
  }

  function rest(): StepChange[] {
    return planned.map(({ row }) => ({ step_id: row.step_id, state: "cancelled" as const }));
  }

  async function end(state: Over, error?: AppError, steps: StepChange[] = []): Promise<void> {
    const spent = meter.spent();
    await run.change({
      steps: [...steps, ...rest()],
      task: {
        ...{ state, spent, ended_at: world.clock.now().toISOString() },
        ...(error === undefined ? {} : { error: failureOf(error, lang) }),
      },
      durable: true,
    });
    world.trace.span({
      ...{ trace_id, task_id, run_id: task.run_id, span_id: run.span_id },
      ...{ kind: "request", name: taskAgentId(task.type), agent_id: taskAgentId(task.type) },
      ...{ started_at, ms: spent.ms, status: statusOf(state, error) },
      attributes: { state, tokens: spent.tokens },
    });
    const what = { trace_id, task_id, status: state, latency_ms: spent.ms };
    world.log.info(
      { ...what, ...(error === undefined ? {} : { error_class: error.code }) },
      "task",
    );
  }
}

function statusOf(state: Over, error: AppError | undefined) {
  if (state === "completed") return "ok" as const;
  if (state !== "failed") return "cancelled" as const;
  return error?.code === "budget" ? ("timeout" as const) : ("error" as const);
}
