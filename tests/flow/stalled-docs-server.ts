import { createInterface } from "node:readline";

/** A docs server that greets, lists docs_search and never answers it. Pings are answered: it is slow, not dead. */
function send(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "stalled", version: "1" },
      },
    });
  }
  if (method === "tools/list") {
    send({ id, result: { tools: [{ name: "docs_search", inputSchema: { type: "object" } }] } });
  }
  if (method === "ping") send({ id, result: {} });
});
