"use client";
import type { ConfigDocument } from "#lib/contracts/http";
import { approvalsRemote, toolsRemote } from "../api/tools.ts";
import type { ConfiguredServer } from "./read-server.ts";
import { saveConfig } from "./save-config.ts";

/**
 * Saves the list of MCP servers. A server whose command or address is new starts only after a person allows it: the
 * id of the question for the server that was just saved comes back, to be brought before that person. Throws ApiProblem.
 */
export async function saveServers(
  document: ConfigDocument,
  mcp_servers: readonly ConfiguredServer[],
  name: string,
): Promise<string | undefined> {
  await saveConfig(document, { mcp_servers: [...mcp_servers] });
  await Promise.all([toolsRemote.reload(), approvalsRemote.reload()]);
  return approvalsRemote
    .get()
    .data?.approvals.find(
      ({ state, shows }) => state === "pending" && shows.kind === "server" && shows.server === name,
    )?.id;
}
