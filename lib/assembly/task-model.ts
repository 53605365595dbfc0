import { AppError } from "#lib/contracts/errors";
import type { Clock, TraceSink } from "#lib/contracts/ports";
import type { NewId } from "#lib/platform/ids";
import { onBehalfOf } from "#lib/platform/on-behalf-of";
import { saidError } from "#lib/platform/said-error";
import { createMasker } from "#lib/platform/secrets";
import type { MeteredModel, ModelScope } from "#lib/tasks/task-run";
import type { ModelDesk } from "./model-desk.ts";

/**
 * The configured model as the steps of tasks have it: one question, one text, each a row of the trace. Secrets in what is
 * asked are masked before it leaves the program.
 */
export function createTaskModel(deps: {
  models: Pick<ModelDesk, "current">;
  trace: TraceSink;
  clock: Clock;
  ids: NewId;
}): (scope: ModelScope) => MeteredModel | undefined {
  const { models, trace, clock, ids } = deps;
  return (scope) => {
    const ready = models.current();
    if (ready.kind !== "ready") return undefined;
    const { trace_id, run_id, task_id, step_id, agent_id, signal } = scope;
    const { name, provider, model } = ready;
    return {
      name,
      async write({ instructions, task }) {
        const started_at = clock.now().toISOString();
        const began = clock.monotonic();
        const span_id = ids("span");
        const tell = (status: "ok" | "error" | "cancelled", more: Record<string, unknown>) =>
          trace.span({
            ...{ trace_id, run_id, task_id, agent_id, started_at, status },
            ...{ span_id, parent_span_id: step_id, kind: "model", name },
            ms: Math.round(clock.monotonic() - began),
            attributes: { provider, ...more },
          });
        try {
          const asked = createMasker().mask({ instructions, task }).value;
          const turns = [{ from: "agent", text: asked.task } as const];
          const reply = await onBehalfOf({ trace_id, task_id }, () =>
            model.reply({ instructions: asked.instructions, turns, tools: [], signal }),
          );
          const cost = ready.cost(reply.usage);
          const price = cost === undefined ? {} : { cost };
          tell("ok", { ...reply.usage, ...price });
          const { own: _, first_token_ms: _f, ...kept } = reply;
          const at = clock.now().toISOString();
          trace.reply?.({ span_id, trace_id, run_id, agent_id, at, reply: kept });
          return { text: reply.text, tokens: reply.tokens, ...price };
        } catch (cause) {
          tell(signal.aborted ? "cancelled" : "error", {});
          signal.throwIfAborted();
          if (cause instanceof AppError) throw cause;
          throw saidError("model_unavailable", "task.model_failed", { name }, { cause });
        }
      },
    };
  };
}
