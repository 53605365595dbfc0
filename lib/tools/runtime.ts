import { AppError } from "#lib/contracts/errors";
import type { Clock, Span, ToolRuntime, TraceSink } from "#lib/contracts/ports";
import type { ToolCallContext, ToolFailure, ToolResult } from "#lib/contracts/tools";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import type { ProviderResult } from "./provider.ts";
import { readRows, refusalRow } from "./read-audit.ts";
import { failureFrom, failureOf, refusalIn } from "./refusal.ts";
import type { Registered, ToolRegistry } from "./registry.ts";
import type { SchemaCheck } from "./schema-check.ts";

/**
 * Every tool call of every agent goes through here: find, grant, arguments, deadline, provider, output, trace, audit, one
 * log line. Nothing is thrown for a refusal or a failure; the result says what happened and under which rule.
 */
export function createToolRuntime(deps: {
  registry: Pick<ToolRegistry, "resolve">;
  schemas: SchemaCheck;
  trace: TraceSink;
  clock: Clock;
  ids: NewId;
  log: Logger;
}): ToolRuntime {
  const { registry, schemas, trace, clock, ids, log } = deps;

  /** Tells `found` which tool it is as soon as that is known, whatever becomes of the call. */
  async function run(
    toolId: string,
    args: unknown,
    context: ToolCallContext,
    found: (registered: Registered) => void,
  ): Promise<ProviderResult> {
    if (context.signal.aborted) throw cancelled(toolId);
    const left = context.deadline - clock.monotonic();
    if (left <= 0) throw late(toolId);
    const { provider, tool } = await registry.resolve(
      toolId,
      AbortSignal.any([context.signal, AbortSignal.timeout(Math.ceil(left))]),
    );
    found({ provider, tool });
    if (!context.grant.tools.includes(tool.id)) {
      throw new AppError(
        "tool_not_granted",
        `The task may not call ${tool.id}: its grant holds ${context.grant.tools.join(", ") || "no tool"}.`,
      );
    }
    const fitted = schemas.fit(tool.input_schema, args);
    if (!fitted.ok) {
      throw new AppError(
        "validation",
        `The arguments of ${tool.name} do not fit: ${fitted.problem}.`,
      );
    }
    const remaining = context.deadline - clock.monotonic();
    if (remaining <= 0) throw late(toolId);
    // The registry takes no tool whose input schema is not of type object, so what fits it is a record.
    const result = await provider.invoke(tool, fitted.value as Record<string, unknown>, {
      signal: context.signal,
      timeout_ms: Math.min(remaining, tool.timeout_ms),
      ...(context.onProgress === undefined ? {} : { onProgress: context.onProgress }),
    });
    if (tool.output_schema && !result.is_error) {
      const output = schemas.fit(tool.output_schema, result.structured);
      if (!output.ok) {
        throw new AppError(
          "tool_exec",
          `${tool.name} answered with something that breaks its own output schema: ${output.problem}.`,
        );
      }
    }
    return result;
  }

  async function invoke(
    toolId: string,
    args: unknown,
    context: ToolCallContext,
  ): Promise<ToolResult> {
    const began = clock.monotonic();
    const startedAt = clock.now().toISOString();
    const invocationId = ids("inv");
    let registered: Registered | undefined;
    let result: ProviderResult | undefined;
    let failure: ToolFailure | undefined;
    try {
      result = await run(toolId, args, context, (found) => {
        registered = found;
      });
      const { name } = registered?.tool ?? { name: toolId };
      failure = result.is_error ? failureOf(name, result) : refusalIn(name, result);
    } catch (error) {
      if (!(error instanceof AppError))
        log.error({ tool_id: toolId, ...faultOf(error) }, "tool fault");
      failure = failureFrom(error);
    }
    const provider_id = registered?.provider.id;
    const structured = failure ? undefined : result?.structured;
    const ms = Math.round(clock.monotonic() - began);
    const status = failure ? statusOf(failure) : successStatus(structured);
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
      attributes: {
        ...(provider_id === undefined ? {} : { provider_id }),
        ...(failure ? { code: failure.code, retryable: failure.retryable } : {}),
      },
    });
    const refused = denied === undefined ? [] : [refusalRow(args, denied)];
    const rows = failure ? refused : readRows(toolId, args, structured);
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

    return {
      ok: failure === undefined,
      ...(failure === undefined ? {} : { error: failure }),
      stdout: failure ? "" : (result?.text ?? ""),
      stderr: "",
      truncated_lines: 0,
      truncated_bytes: 0,
      ...(structured === undefined ? {} : { structured }),
      meta: {
        tool_id: toolId,
        ...(provider_id === undefined ? {} : { provider_id }),
        invocation_id: invocationId,
        latency_ms: ms,
        redacted: false,
      },
    };
  }

  return { invoke };
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

function successStatus(structured: unknown): Span["status"] {
  const status: unknown =
    structured !== null && typeof structured === "object"
      ? Reflect.get(structured, "status")
      : undefined;
  return status === "no_hit" || status === "timeout" || status === "error" ? status : "ok";
}
