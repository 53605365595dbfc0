import { AppError } from "#lib/contracts/errors";
import type { ToolProvider, ToolSpec } from "./provider.ts";
import type { BuiltinTool, ToolRoom } from "./providers/builtin/builtin-tool.ts";
import { runShell } from "./providers/builtin/run-shell.ts";
import { builtinTools } from "./providers/builtin/tools.ts";

/**
 * The program's own tools as a provider: they work in the tool roots alone, each with one call, and never on documents,
 * which stay behind their server. What a tool returns is believed; what it shows was judged by `lib/access`.
 */
export function createBuiltinProvider(room: ToolRoom): ToolProvider {
  const tools = new Map(builtinTools.map((tool) => [tool.name, tool]));
  const specs = builtinTools.map((tool) => specOf(tool, room.timeout_ms));
  let closed = false;

  function toolOf(name: string): BuiltinTool {
    const tool = tools.get(name);
    if (tool === undefined) throw new AppError("tool_not_found", `There is no tool "${name}".`);
    return tool;
  }

  return {
    id: providerId,
    ours: true,
    repeats: false,
    concurrency: atOnce,
    one_by_one: [runShell.name],
    listTools: async () => specs,
    touches: ({ name }, args) =>
      toolOf(name).touches?.(args, room) ?? {
        resource: null,
        cwd: null,
        shows: { kind: "call", arguments: args },
      },
    async invoke({ name }, args, call) {
      if (closed) throw new AppError("provider_closed", "The built-in tools have ended.");
      const result = await toolOf(name).run(args, { ...call, lang: call.by?.lang ?? "en" }, room);
      return { exit_code: result.is_error ? 1 : 0, ...result };
    },
    close: async () => {
      closed = true;
    },
  };
}

const providerId = "builtin";
/** Each may read a tree or hold a process. */
const atOnce = 8;

function specOf(tool: BuiltinTool, most_ms: number): ToolSpec {
  const { touches: _touches, run: _run, ...said } = tool;
  const timeout_ms = Math.min(tool.timeout_ms, most_ms);
  return { ...said, timeout_ms, id: tool.name, provider_id: providerId };
}
