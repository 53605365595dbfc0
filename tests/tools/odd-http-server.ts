import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

/** What it does with a request instead of serving it; `undefined` serves it. */
export type Odd = ((request: IncomingMessage, response: ServerResponse) => void) | undefined;

/** An MCP server at an address of this machine, with one tool, that can be told to misbehave. */
export async function oddHttpServer() {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const seen: string[] = [];
  let odd: Odd;

  async function begin(): Promise<StreamableHTTPServerTransport> {
    const server = new McpServer({ name: "odd-http", version: "1" });
    server.registerTool("echo", { inputSchema: { text: z.string() } }, ({ text }) => ({
      content: [{ type: "text", text }],
    }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    // Its optional members are typed as possibly undefined, which the SDK's own interface forbids under our strictness.
    await server.connect(transport as Parameters<McpServer["connect"]>[0]);
    return transport;
  }

  const http = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (odd) return odd(request, response);
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined) return void response.writeHead(404).end();
    await (known ?? (await begin())).handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    behave(next: Odd) {
      odd = next;
    },
    /** As after a restart of it: nobody's session is known. */
    forget: () => sessions.clear(),
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}
