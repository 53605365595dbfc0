import type { ToolCallContext, ToolResult } from "#lib/contracts/tools";
import { openSpan, type SpanDeps } from "./open-span.ts";

/** The refusal of a call beyond the folders that were asked for, traced as the runtime traces its own. */
export function outsideScope(
  tool_id: string,
  context: ToolCallContext,
  message: string,
  spans: SpanDeps,
): ToolResult {
  const { trace_id, run_id, task_id, agent_id, parent_span_id } = context;
  const code = "outside_scope";
  const span = openSpan(spans, {
    ...{ trace_id, run_id, task_id, agent_id, tool_id },
    ...(parent_span_id === undefined ? {} : { parent_span_id }),
    ...{ kind: "tool_call", name: tool_id.slice(tool_id.lastIndexOf(".") + 1) },
  });
  span.end("denied", { code }, code);
  const at = spans.clock.now().toISOString();
  spans.trace.read({
    at,
    ...{ trace_id, task_id, agent_id, tool_id },
    relative_path: "",
    rule: code,
  });
  return {
    ok: false,
    error: { code, rule: code, message, retryable: false },
    ...{ stdout: "", stderr: "", truncated_lines: 0, truncated_bytes: 0 },
    meta: { tool_id, invocation_id: span.id, latency_ms: 0, redacted: false },
  };
}
