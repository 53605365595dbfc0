import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { docsTools } from "#lib/contracts/docs-tools";

/**
 * A docs server that never finishes a search: it writes `search` to the file of its argument when one begins and
 * `cancelled` when it is told to stop. Everything else it refuses.
 */
const [, , journal = ""] = process.argv;
const searches = new Set<number>();

type Message = {
  id?: number;
  method?: string;
  params?: { name?: string; requestId?: number; protocolVersion?: string };
};

function reply(id: number | undefined, result: unknown): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as Message;
  if (method === "initialize") {
    reply(id, {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "holding", version: "1" },
    });
  } else if (method === "ping") {
    reply(id, {});
  } else if (method === "tools/list") {
    const inputSchema = { type: "object", properties: {} };
    reply(id, {
      tools: Object.keys(docsTools).map((name) => ({ name, description: name, inputSchema })),
    });
  } else if (method === "tools/call" && params?.name === "docs_search" && id !== undefined) {
    searches.add(id);
    appendFileSync(journal, "search\n");
  } else if (method === "tools/call") {
    const refusal = { status: "error", message: "This server only searches." };
    reply(id, {
      isError: true,
      structuredContent: refusal,
      content: [{ type: "text", text: refusal.message }],
    });
  } else if (method === "notifications/cancelled" && searches.has(params?.requestId ?? -1)) {
    appendFileSync(journal, "cancelled\n");
  }
}
