import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "#lib/platform/logger";
import { followClientRoots } from "./client-roots.ts";
import type { Library } from "./library.ts";
import { offerPrompts } from "./prompts.ts";
import { publishedSchemas } from "./published-schema.ts";
import { offerResources } from "./resources.ts";
import { progressNotifier, type ToolCalls } from "./tool-calls.ts";

/**
 * The MCP face of the documents for one client. The SDK's low-level server is used because the tools' schemas are published
 * as they stand in the contracts, and because arguments that do not fit are refused in our own sentences.
 */
export function createDocsServer(deps: {
  library: Library;
  tool_calls: ToolCalls;
  /** Narrows what is read to the folders the client works in (`--client-roots`). */
  client_roots?: boolean;
  log: Logger;
  version: string;
}): Server {
  const { library, tool_calls, log } = deps;
  const answers = tool_calls.listed.some(({ name }) => `${name}` === "docs_ask");
  const first = answers
    ? "Ask with docs_ask for an answer in checked sentences, each with its lines; search with docs_search where you need more than that;"
    : "Search first with docs_search;";
  const server = new Server(
    { name: "docs", version: deps.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: `Read-only access to the person's folders of Markdown. ${first} read the lines around a hit with docs_read; check quoted lines with docs_verify.`,
    },
  );

  const following = deps.client_roots
    ? followClientRoots({
        server,
        log,
        onRoots(roots) {
          library.narrow(roots);
          library.borrow().release(); // they are read before the first question
        },
      })
    : undefined;
  const settled = async () => following?.settled();

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tool_calls.listed.map((tool) => {
      const schemas = publishedSchemas(tool.name);
      return {
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema: schemas.input,
        outputSchema: schemas.output,
        annotations: {
          title: tool.title,
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      };
    }),
  }));

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const progress = progressNotifier(extra._meta?.progressToken, (told) => {
      extra.sendNotification({ method: "notifications/progress", params: told }).catch(() => {
        // The client is gone; the call ends by its signal.
      });
    });
    await settled();
    return tool_calls.call(params.name, params.arguments ?? {}, {
      signal: extra.signal,
      progress,
    });
  });

  offerResources(server, { library, tool_calls, settled, log });
  offerPrompts(server, { answers });
  server.onerror = (error) => log.warn({ reason: error.message }, "MCP connection");
  return server;
}
