import { AppError, type ErrorCode } from "#lib/contracts/errors";
import type { Span, StepChange } from "#lib/contracts/ports";
import type { Artifact } from "#lib/contracts/tasks";
import { faultOf } from "#lib/platform/fault";
import { foldedName } from "#lib/platform/folded-name";
import { saidError } from "#lib/platform/said-error";
import { taskAgentId } from "#lib/tools/agent-rights";
import { orAborted } from "#lib/tools/wait";
import { inMib, OUTPUT_BYTES } from "./limits.ts";
import { type OpenStep, openStep } from "./step-context.ts";
import type { Planned } from "./task-plan.ts";
import { failureOf, shutDown, TaskGone, type TaskRun } from "./task-run.ts";

export type StepOutcome =
  /** Its end is stored. */
  | { kind: "done" }
  /** The program ends, and nothing was done that would be done twice: the next one goes on. */
  | { kind: "left" }
  /** `change` is how it ended, which is stored with what follows from it. */
  | {
      kind: "over";
      state: "failed" | "cancelled" | "interrupted";
      error: AppError;
      change: StepChange;
    };

/** One step, begun from its beginning. Rejects with `TaskGone`, or with what the database says. */
export async function runStep(
  run: TaskRun,
  { row, step }: Planned,
  artifacts: Map<string, Artifact>,
): Promise<StepOutcome> {
  const { world, task, signal, meter } = run;
  const { step_id } = row;
  const { clock } = world;
  const started_at = clock.now().toISOString();
  const began = clock.monotonic();
  const attempts = row.attempts + 1;
  let opened: OpenStep | undefined;
  let output: unknown;
  let thrown: { error: unknown } | undefined;
  try {
    signal.throwIfAborted();
    await begin();
    opened = openStep(run, row, step, artifacts);
    output = await orAborted(step.run(opened.context), signal);
    await opened.settle();
    refuseOutput(step.name, output);
    signal.throwIfAborted();
  } catch (error) {
    await opened?.settle().catch(() => undefined);
    thrown = { error };
  }
  if (thrown?.error instanceof TaskGone) throw thrown.error;
  if (signal.aborted) return stopped(signal.reason);
  if (thrown !== undefined) return over("failed", explained(thrown.error));
  await run.change({
    task: { spent: meter.spent() },
    steps: [
      {
        ...{ step_id, state: "completed", output: output ?? null },
        ended_at: clock.now().toISOString(),
      },
    ],
    durable: step.effect,
  });
  tellSpan("ok");
  return { kind: "done" };

  /** What an earlier attempt left is taken away. */
  async function begin(): Promise<void> {
    for (const [folded, one] of artifacts) {
      if (one.step_id === step_id) artifacts.delete(folded);
    }
    await run.change({
      task: { state: "running" },
      artifacts_of: step_id,
      steps: [{ step_id, state: "running", attempts, started_at }],
      durable: step.effect,
    });
    const kept = [...artifacts.values()].map(({ name }) => foldedName(name));
    await world.files.keepOnly(task.task_id, kept);
  }

  /** Cancelled, out of time, or the program ends. */
  function stopped(reason: unknown): StepOutcome {
    const acted = opened?.acted() ?? false;
    if (reason === shutDown) {
      if (!acted) return { kind: "left" };
      return over("interrupted", saidError("cancelled", "task.interrupted", { step: step.name }));
    }
    const error = explained(reason);
    if (error.code === "budget") return over("failed", error);
    return over("cancelled", acted ? saidError(error.code, "task.cancelled_acted") : error);
  }

  function over(
    state: "failed" | "cancelled" | "interrupted",
    error: AppError,
  ): Extract<StepOutcome, { kind: "over" }> {
    tellSpan(state !== "failed" ? "cancelled" : (spanStatus[error.code] ?? "error"));
    const ended_at = clock.now().toISOString();
    const change = { step_id, state, ended_at, error: failureOf(error, task.lang) };
    return { kind: "over", state, error, change };
  }

  function explained(error: unknown): AppError {
    if (error instanceof AppError) {
      return error.code === "approval_denied" ? saidError(error.code, "task.refused") : error;
    }
    const { task_id, trace_id } = task;
    world.log.error({ task_id, trace_id, step_id, ...faultOf(error) }, "a step failed unforeseen");
    return saidError("unknown", "task.failed", { step: step.name }, { cause: error });
  }

  function tellSpan(status: Span["status"]): void {
    const { trace_id, run_id, task_id } = task;
    world.trace.span({
      ...{ trace_id, run_id, task_id, span_id: step_id, parent_span_id: run.span_id },
      ...{ kind: "task", name: step.name, agent_id: taskAgentId(task.type) },
      ...{ started_at, ms: Math.round(clock.monotonic() - began), status },
      attributes: { attempts, effect: step.effect },
    });
  }
}

const spanStatus: Partial<Record<ErrorCode, Span["status"]>> = {
  budget: "timeout",
  approval_denied: "denied",
};

function refuseOutput(step: string, output: unknown): void {
  let text: string | undefined;
  try {
    text = JSON.stringify(output ?? null);
  } catch (cause) {
    throw saidError("validation", "task.not_json", { step }, { cause });
  }
  if (text === undefined) throw saidError("validation", "task.not_json", { step });
  if (Buffer.byteLength(text) > OUTPUT_BYTES) {
    throw saidError("too_large", "task.output_too_large", { step, mib: inMib(OUTPUT_BYTES) });
  }
}
