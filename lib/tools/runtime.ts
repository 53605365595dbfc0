import { AuthScope, scopeTools } from "#lib/contracts/envelope";
import { AppError } from "#lib/contracts/errors";
import type { Clock, Span, ToolRuntime, TraceSink } from "#lib/contracts/ports";
import type { ToolCallContext, ToolInfo, ToolResult } from "#lib/contracts/tools";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import type { ToolProvider } from "./provider.ts";
import { readRows, refusalRow } from "./read-audit.ts";
import { failureFrom, failureOf, refusalIn, type ToolFailure } from "./refusal.ts";
import { createSchemaCheck } from "./schema-check.ts";

/**
 * Every tool call of every agent goes through here: find, scope, arguments, deadline, provider, output, trace, audit, one
 * log line. Nothing is thrown for a refusal or a failure; the result says what happened and under which rule.
 */
export function createToolRuntime(deps: {
  providers: readonly ToolProvider[];
  trace: TraceSink;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): ToolRuntime {
  const { providers, trace, clock, ids, log } = deps;
  const checkOf = createSchemaCheck();
  /** Each provider's tools as last listed; a provider that never answered has none. */
  const lists = new Map<string, ToolInfo[]>();

  async function find(
    toolId: string,
    context: ToolCallContext,
  ): Promise<{ provider: ToolProvider; tool: ToolInfo }> {
    const provider = providers.find((p) => toolId.startsWith(`${p.name}.`));
    if (provider) {
      const remaining = Math.max(0, context.deadline - clock.monotonic());
      const tools = await provider.listTools(
        AbortSignal.any([context.signal, AbortSignal.timeout(Math.ceil(remaining))]),
      );
      lists.set(provider.name, tools);
      const tool = tools.find((t) => t.id === toolId);
      if (tool) return { provider, tool };
    }
    throw new AppError(
      "tool_not_found",
      `There is no tool "${toolId}". GET /api/mcp/tools lists those that exist.`,
    );
  }

  async function run(
    toolId: string,
    args: unknown,
    context: ToolCallContext,
  ): Promise<{ structured: unknown } | { failure: ToolFailure }> {
    if (context.signal.aborted) throw cancelled(toolId);
    if (context.deadline <= clock.monotonic()) throw late(toolId);
    const { provider, tool } = await find(toolId, context);
    if (!mayCall(toolId, context.scope)) {
      throw new AppError(
        "tool_not_granted",
        `The task may not call ${toolId}: its scope is ${context.scope.join(", ") || "empty"}.`,
      );
    }
    const problem = checkOf(tool.input_schema)(args);
    if (problem !== undefined) {
      throw new AppError("validation", `The arguments of ${tool.name} do not fit: ${problem}.`);
    }
    const remaining = context.deadline - clock.monotonic();
    if (remaining <= 0) throw late(toolId);
    const result = await provider.invoke(tool, args as Record<string, unknown>, {
      // The input schema of an MCP tool is of type object, so what fits it is a record.
      signal: context.signal,
      timeout_ms: Math.min(remaining, provider.timeout_ms),
      ...(context.onProgress === undefined ? {} : { onProgress: context.onProgress }),
    });
    if (result.is_error) return { failure: failureOf(tool.name, result) };
    if (tool.output_schema) {
      const broken = checkOf(tool.output_schema)(result.structured);
      if (broken !== undefined) {
        throw new AppError(
          "tool_exec",
          `${tool.name} answered with something that breaks its own output schema: ${broken}.`,
        );
      }
    }
    const refusal = refusalIn(tool.name, result);
    return refusal ? { failure: refusal } : { structured: result.structured };
  }

  async function invoke(
    toolId: string,
    args: unknown,
    context: ToolCallContext,
  ): Promise<ToolResult> {
    const began = clock.monotonic();
    const startedAt = clock.now().toISOString();
    const invocationId = ids("inv");
    let outcome: { structured: unknown } | { failure: ToolFailure };
    try {
      outcome = await run(toolId, args, context);
    } catch (error) {
      if (!(error instanceof AppError))
        log.error({ tool_id: toolId, ...faultOf(error) }, "tool fault");
      outcome = { failure: failureFrom(error) };
    }
    const ms = Math.round(clock.monotonic() - began);
    const failure = "failure" in outcome ? outcome.failure : undefined;
    const status = failure ? statusOf(failure) : successStatus(outcome);
    const denied = failure && status === "denied" ? (failure.rule ?? failure.code) : undefined;
    const who = {
      trace_id: context.trace_id,
      task_id: context.task_id,
      agent_id: context.agent_id,
    };

    trace.span({
      ...who,
      span_id: invocationId,
      run_id: context.run_id,
      ...(context.parent_span_id === undefined ? {} : { parent_span_id: context.parent_span_id }),
      kind: "tool_call",
      name: toolId.slice(toolId.lastIndexOf(".") + 1),
      tool_id: toolId,
      started_at: startedAt,
      ms,
      status,
      ...(denied === undefined ? {} : { deny_reason: denied }),
      attributes: failure ? { code: failure.code, retryable: failure.retryable } : {},
    });
    const rows =
      "structured" in outcome
        ? readRows(toolId, args, outcome.structured)
        : denied === undefined
          ? []
          : [refusalRow(args, denied)];
    for (const row of rows) trace.read({ at: startedAt, ...who, tool_id: toolId, ...row });
    log.info(
      {
        ...who,
        tool_id: toolId,
        latency_ms: ms,
        status,
        ...(denied === undefined ? {} : { deny_reason: denied }),
      },
      "tool call",
    );

    const meta = { tool_id: toolId, invocation_id: invocationId, latency_ms: ms };
    if ("failure" in outcome) return { ok: false, error: outcome.failure, meta };
    return { ok: true, structured: outcome.structured, meta };
  }

  return { invoke, list: () => [...lists.values()].flat() };
}

function mayCall(toolId: string, scope: readonly string[]): boolean {
  return scope.some((name) => {
    const known = AuthScope.safeParse(name);
    return known.success && scopeTools[known.data].includes(toolId);
  });
}

function late(toolId: string): AppError {
  return new AppError("timeout", `The deadline passed before ${toolId} could answer. Try again.`, {
    retryable: true,
  });
}

function cancelled(toolId: string): AppError {
  return new AppError("cancelled", `The call of ${toolId} was cancelled.`);
}

/** A rule that a server names, and a tool the task may not have or may not call so, are refusals; the rest are failures. */
function statusOf(failure: ToolFailure): Span["status"] {
  if (failure.code === "timeout" || failure.code === "cancelled") return failure.code;
  if (failure.rule !== undefined) return "denied";
  const refused = ["tool_not_granted", "tool_not_found", "validation"];
  return refused.includes(failure.code) ? "denied" : "error";
}

function successStatus(
  outcome: { structured: unknown } | { failure: ToolFailure },
): Span["status"] {
  const structured = "structured" in outcome ? outcome.structured : undefined;
  const status: unknown =
    structured !== null && typeof structured === "object"
      ? Reflect.get(structured, "status")
      : undefined;
  return status === "no_hit" || status === "timeout" || status === "error" ? status : "ok";
}
