import canonicalize from "canonicalize";
import type { ToolAction } from "#lib/contracts/answer";
import type { ToolRuntime } from "#lib/contracts/ports";
import type { ToolInfo, ToolResult } from "#lib/contracts/tools";
import type { NewId } from "#lib/platform/ids";

/**
 * The tools of something that is done again. What only reads documents or the workspace is called anew; for everything
 * else, other agents and servers of others too, the result that was recorded then stands in. Where there is none, the call
 * is refused. Nothing that has an effect is ever run from here.
 */
export function standInTools(deps: {
  tools: ToolRuntime;
  find: (tool_id: string, signal: AbortSignal) => Promise<ToolInfo | undefined>;
  recorded: readonly ToolAction[];
  /** Why a call is not made, for whoever made it. */
  notRecorded: string;
  ids: NewId;
}): { tools: ToolRuntime; stoodIn(): number; gone(): string[] } {
  const { tools, find, recorded, ids } = deps;
  const left = [...recorded];
  const gone = new Set<string>();
  let stoodIn = 0;

  function take(tool_id: string, args: unknown): ToolAction | undefined {
    const form = canonicalize(args);
    const same = left.findIndex(
      (one) => one.tool_id === tool_id && canonicalize(one.arguments) === form,
    );
    const at = same >= 0 ? same : left.findIndex((one) => one.tool_id === tool_id);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  }

  return {
    stoodIn: () => stoodIn,
    gone: () => [...gone],
    tools: {
      async invoke(tool_id, args, context) {
        const found = await find(tool_id, context.signal);
        if (found !== undefined && onlyReads(found)) return tools.invoke(tool_id, args, context);
        if (found === undefined) gone.add(tool_id);
        const action = take(tool_id, args);
        if (action === undefined) return refused(tool_id, deps.notRecorded, ids);
        stoodIn += 1;
        return resultOf(action);
      },
    },
  };
}

const readers: ReadonlySet<string> = new Set(["mcp.docs", "builtin", "skill"]);

/** Of our own providers: what it reads now is what is asked for. */
function onlyReads(tool: ToolInfo): boolean {
  const { side_effects, capability_level, provider_id } = tool;
  return side_effects === "none" && capability_level === "L0" && readers.has(provider_id);
}

function resultOf(action: ToolAction): ToolResult {
  const {
    tool_id,
    invocation_id,
    outcome,
    rule,
    message = "",
    exit_code,
    output,
    left_out,
  } = action;
  const ok = outcome === "done";
  return {
    ok,
    ...(ok
      ? {}
      : { error: { code: rule ?? "tool_exec", message: message || output, retryable: false } }),
    ...(exit_code === undefined ? {} : { exit_code }),
    ...{ stdout: output, stderr: "", truncated_lines: 0, truncated_bytes: left_out },
    meta: { tool_id, invocation_id, latency_ms: 0, redacted: false },
  };
}

function refused(tool_id: string, message: string, ids: NewId): ToolResult {
  return {
    ok: false,
    error: { code: "tool_not_granted", rule: "tool_not_granted", message, retryable: false },
    ...{ stdout: "", stderr: "", truncated_lines: 0, truncated_bytes: 0 },
    meta: { tool_id, invocation_id: ids("inv"), latency_ms: 0, redacted: false },
  };
}
