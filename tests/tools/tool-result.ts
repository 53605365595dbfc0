import type { CapabilityGrant } from "#lib/contracts/grants";
import type { ToolResult } from "#lib/contracts/tools";

/** A result as the runtime hands it back, with what a case says of it. */
export function toolResult(tool_id: string, said: Partial<ToolResult> = {}): ToolResult {
  return {
    ok: said.error === undefined,
    stdout: "",
    stderr: "",
    truncated_lines: 0,
    truncated_bytes: 0,
    meta: { tool_id, invocation_id: "i", latency_ms: 1, redacted: false },
    ...said,
  };
}

/** A grant that lasts, of exactly these tools. */
export function grantOf(
  tools: readonly string[],
  more: Partial<CapabilityGrant> = {},
): CapabilityGrant {
  return {
    grant_id: "g1",
    task_id: "k1",
    agent_id: "doc_retrieval",
    tools: [...tools],
    level: "L0",
    resources: "any",
    expires_at: "2100-01-01T00:00:00.000Z",
    deadline: Number.MAX_SAFE_INTEGER,
    ...more,
  };
}

/** What a runtime needs beside its tools, its agents and its records. */
export const quietRuntime = {
  limits: { output: { lines: 2000, bytes: 51_200 }, timeout_ms: 600_000 },
  mask: <T>(value: T) => ({ value, redacted: false }),
  beforeAct: async () => {},
};
