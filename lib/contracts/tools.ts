import type { ErrorCode } from "./errors.ts";

/** What one execution of a tool call gives back, whatever the provider. Never throws for a refusal: `ok` is false. */
export type ToolResult = {
  ok: boolean;
  /** Present when `ok` is false. */
  error?: {
    code: ErrorCode;
    message: string;
    retryable: boolean;
    rule?: ErrorCode;
    /** The setting that governs the rule, as the tool named it. */
    setting?: string;
  };
  /** The tool's structured output, validated against its output schema when it has one. */
  structured?: unknown;
  meta: { tool_id: string; invocation_id: string; latency_ms: number };
};

export type ToolInfo = {
  /** Stable id: `mcp.<server>.<tool>`. */
  id: string;
  server: string;
  name: string;
  title?: string;
  description: string;
  input_schema: Record<string, unknown>;
  output_schema?: Record<string, unknown>;
  read_only: boolean;
};

/** How far a long call has come, as its tool tells it. `total` is absent while it is not known. */
export type ToolProgress = { progress: number; total?: number; message?: string };

/** Who calls, on whose behalf, and until when: goes with every tool call. `scope` is the task's auth_scope. */
export type ToolCallContext = {
  trace_id: string;
  run_id: string;
  task_id: string;
  agent_id: string;
  scope: readonly string[];
  /** Monotonic deadline, in the clock's `monotonic()` milliseconds. */
  deadline: number;
  signal: AbortSignal;
  parent_span_id?: string;
  onProgress?: (progress: ToolProgress) => void;
};
