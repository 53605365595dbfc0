import type { McpSession } from "./mcp-session.ts";
import type { ToolProvider } from "./provider.ts";

/** The tools of one MCP server, under `mcp.<server>`. */
export function createMcpProvider(session: McpSession): ToolProvider {
  return {
    name: `mcp.${session.name}`,
    timeout_ms: session.timeout_ms,
    listTools: (signal) => session.list(signal),
    invoke: (tool, args, call) => session.invoke(tool.name, args, call),
    close: () => session.close(),
  };
}
