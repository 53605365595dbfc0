import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ToolInfo } from "#lib/contracts/tools";
import type { McpSession } from "./mcp-session.ts";
import type { ToolProvider, ToolSpec } from "./provider.ts";

/** What we hold a server's tools to be, whatever it says of them itself. */
export type ToolRights = Pick<
  ToolInfo,
  "capability_level" | "risk" | "side_effects" | "requires_confirm"
>;

/** The docs server is our own, reads only, and judges every path itself. */
export const docsRights: ToolRights = {
  capability_level: "L0",
  risk: "safe",
  side_effects: "none",
  requires_confirm: false,
};

/** The tools of one MCP server, under `mcp.<server>`. */
export function createMcpProvider(session: McpSession, rights: ToolRights): ToolProvider {
  const id = `mcp.${session.name}`;
  /** Of the array the session last gave, so that the same tools are the same array. */
  let listed: { from: readonly Tool[]; specs: readonly ToolSpec[] } | undefined;
  return {
    id,
    async listTools(signal) {
      const from = await session.list(signal);
      if (listed?.from !== from) listed = { from, specs: from.map(specOf) };
      return listed.specs;
    },
    invoke: (tool, args, call) => session.invoke(tool.name, args, call),
    close: () => session.close(),
  };

  function specOf(tool: Tool): ToolSpec {
    const title = tool.title ?? tool.annotations?.title;
    const hint = tool.annotations?.readOnlyHint;
    return {
      id: `${id}.${tool.name}`,
      provider_id: id,
      name: tool.name,
      ...(title === undefined ? {} : { title }),
      description: tool.description ?? "",
      input_schema: tool.inputSchema,
      ...(tool.outputSchema === undefined ? {} : { output_schema: tool.outputSchema }),
      ...(hint === undefined ? {} : { read_only_hint: hint }),
      ...rights,
      timeout_ms: session.timeout_ms,
    };
  }
}
