import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  ListToolsResultSchema,
  type Tool,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "#lib/platform/logger";
import { logStderr } from "./stderr-log.ts";

/**
 * One running child process that speaks MCP on stdio: spawned, greeted, its tools listed. Knows nothing of restarts or
 * time-outs of calls; `mcp-session.ts` does. Garbage on the child's stdout is counted in the log and otherwise ignored.
 */
export type McpConnection = {
  client: Client;
  pid: number;
  /** As the server describes them; the same array until it says that they changed. */
  tools(): readonly Tool[];
  /** Ends the child politely: stdin closes, then SIGTERM, then SIGKILL. */
  close(): Promise<void>;
  /** Ends the child at once. `onLost` is still called. */
  kill(): void;
};

export type ConnectOptions = {
  name: string;
  command: readonly string[];
  cwd: string;
  env: Record<string, string>;
  log: Logger;
  signal: AbortSignal;
  start_timeout_ms: number;
  /** Called once when the child is gone, for whatever reason, `close` included. */
  onLost: () => void;
};

export async function connectMcp(options: ConnectOptions): Promise<McpConnection> {
  const { name, log } = options;
  const [command, ...args] = options.command;
  if (command === undefined) throw new Error(`The MCP server "${name}" has an empty command.`);
  const transport = new StdioClientTransport({
    command,
    args,
    env: options.env,
    cwd: options.cwd,
    stderr: "pipe",
  });
  if (transport.stderr) logStderr(transport.stderr, name, log);
  const client = new Client({ name: "docent", version: "0.1.0" }, { capabilities: {} });
  // The error's text may quote what the child wrote, which may be text of a document: only its class is logged.
  client.onerror = (error) => log.warn({ server: name, error: error.name }, "mcp stream error");

  const request = { signal: options.signal, timeout: options.start_timeout_ms };
  let pid: number | undefined;
  try {
    const connecting = client.connect(transport, request);
    pid = transport.pid ?? undefined;
    await connecting;
    pid = transport.pid ?? undefined;
    if (pid === undefined) throw new Error(`The MCP server "${name}" ended while it was greeted.`);
  } catch (error) {
    killPid(transport.pid ?? pid);
    await client.close().catch(() => {}); // the failure to start is what counts
    throw error;
  }

  let tools: readonly Tool[] = [];
  const refresh = async (signal?: AbortSignal) => {
    tools = await listEvery(client, signal, options.start_timeout_ms);
  };
  client.onclose = options.onLost;
  try {
    await refresh(options.signal);
  } catch (error) {
    client.onclose = () => {};
    killPid(pid);
    await client.close().catch(() => {}); // the failure to start is what counts
    throw error;
  }
  client.setNotificationHandler(ToolListChangedNotificationSchema, () =>
    refresh().catch((error: unknown) =>
      log.warn({ server: name, error: String(error) }, "tools could not be listed again"),
    ),
  );

  const child = pid;
  return {
    client,
    pid: child,
    tools: () => tools,
    close: () => client.close(),
    kill: () => killPid(child),
  };
}

function killPid(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // already gone
  }
}

/** Every page of `tools/list`; a server that never stops paging is cut after 100 pages. */
async function listEvery(
  client: Client,
  signal: AbortSignal | undefined,
  timeout: number,
): Promise<Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 100; page++) {
    const result = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      ListToolsResultSchema,
      { timeout, ...(signal === undefined ? {} : { signal }) },
    );
    tools.push(...result.tools);
    cursor = result.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}
