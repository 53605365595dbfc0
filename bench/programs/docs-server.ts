import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { DocsSearchOutput, DocsStatusOutput } from "#lib/contracts/docs-tools";
import { projectDir } from "#lib/platform/project";
import { docsCommand, docsMemory } from "../../lib/assembly/docs-command.ts";
import { tableSetting } from "../word-table.ts";

/** The docs server as any MCP client starts it, a process of its own over one state folder. */
export type DocsServer = {
  pid: number;
  search(
    query: string,
    more?: { limit?: number; include_text?: boolean },
    signal?: AbortSignal,
  ): Promise<DocsSearchOutput>;
  status(signal?: AbortSignal): Promise<DocsStatusOutput>;
  close(): Promise<void>;
};

/** What decides where it keeps its state and which folders it reads. */
export type DocsServerState = { DOCENT_HOME: string; DOCENT_CONFIG?: string };

export async function startDocsServer(
  state: DocsServerState,
  roots: readonly string[] = [],
): Promise<DocsServer> {
  const project = projectDir();
  const [command = "", ...args] = docsCommand(project, roots);
  const transport = new StdioClientTransport({
    command,
    args,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      ...docsMemory,
      DOCENT_PROJECT: project,
      DOCENT_LOG_LEVEL: "warn",
      ...tableSetting(state.DOCENT_HOME),
      ...state,
    },
    stderr: "ignore",
  });
  const client = new Client({ name: "docent-measures", version: "1" });
  const call = async (name: string, args: Record<string, unknown>, signal?: AbortSignal) => {
    const options = { timeout: 120_000, ...(signal === undefined ? {} : { signal }) };
    return (await client.callTool({ name, arguments: args }, undefined, options)).structuredContent;
  };
  try {
    await client.connect(transport);
  } catch (error) {
    await client.close().catch(() => undefined); // it never opened
    throw error;
  }
  return {
    pid: transport.pid ?? 0,
    search: async (query, more = {}, signal) =>
      DocsSearchOutput.parse(await call("docs_search", { query, limit: 20, ...more }, signal)),
    status: async (signal) => DocsStatusOutput.parse(await call("docs_status", {}, signal)),
    close: () => client.close(),
  };
}
