import type { ServerStatus } from "#lib/contracts/http";
import type { BuiltInTools, ToolInfo } from "#lib/contracts/tools";

import { builtInId, inOrder } from "./built-in.ts";

/** Where tools come from: an MCP server with its state, there even while it has no tool to offer, or the program itself. */
export type Provider = {
  id: string;
  name: string;
  server?: ServerStatus;
  tools: readonly ToolInfo[];
  built_in?: BuiltInTools;
};

export function providersOf(
  servers: readonly ServerStatus[],
  tools: readonly ToolInfo[],
  built_in?: BuiltInTools,
): Provider[] {
  const of = (id: string) => tools.filter((tool) => tool.provider_id === id);
  const reached = servers.map((server) => {
    const id = `mcp.${server.name}`;
    return { id, name: server.name, server, tools: of(id) };
  });
  const others = [...new Set(tools.map((tool) => tool.provider_id))]
    .filter((id) => !reached.some((provider) => provider.id === id))
    .map((id) =>
      id === builtInId && built_in !== undefined
        ? { id, name: id, tools: inOrder(of(id)), built_in }
        : { id, name: id, tools: inOrder(of(id)) },
    );
  return [...reached, ...others];
}
