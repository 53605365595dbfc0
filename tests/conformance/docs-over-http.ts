import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { systemClock } from "#lib/platform/clock";
import { createLogger } from "#lib/platform/logger";
import { createStdioTransport } from "#lib/tools/providers/mcp/stdio-transport";

/**
 * The docs server, which speaks on stdio, at an address, because the server scenarios of
 * `@modelcontextprotocol/conformance` ask for one: each session gets a child, and every message is handed through as it
 * is. Prints the address. How to run it stands in docs/conformance.md.
 */
const project = fileURLToPath(new URL("../..", import.meta.url));
const sessions = new Map<string, StreamableHTTPServerTransport>();

async function begin(): Promise<StreamableHTTPServerTransport> {
  const outer = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, outer),
    enableDnsRebindingProtection: true,
    allowedHosts: [new URL(address).host],
  });
  const inner: Transport = createStdioTransport({
    name: "docs",
    command: [process.execPath, path.join(project, "mcp-servers/docs/main.mjs")],
    cwd: project,
    env: { DOCENT_PROJECT: project, DOCENT_HOME: path.join(project, ".docent") },
    log: createLogger("conformance", "warn"),
    clock: systemClock,
  });
  outer.onmessage = (message) => void inner.send(message);
  outer.onclose = () => void inner.close();
  inner.onmessage = (message) => {
    // A request of the server's own would go to the stream that listens; the docs server makes none here.
    const related = "id" in message && !("method" in message) ? message.id : undefined;
    void outer.send(message, related === undefined ? {} : { relatedRequestId: related });
  };
  await inner.start();
  await outer.start();
  return outer;
}

const http = createServer(async (request, response) => {
  const id = request.headers["mcp-session-id"];
  const known = typeof id === "string" ? sessions.get(id) : undefined;
  if (id !== undefined && known === undefined) return void response.writeHead(404).end();
  await (known ?? (await begin())).handleRequest(request, response);
});
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
process.stdout.write(`${address}\n`);
