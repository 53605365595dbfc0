import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
} from "@modelcontextprotocol/sdk/types.js";
import { DocsSearchWithVector, docsTools } from "#lib/contracts/docs-tools";
import { embeddingTools } from "#lib/contracts/embedding";
import type { Clock } from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { CallsUnderWay } from "./calls-under-way.ts";
import { followClientRoots } from "./client-roots.ts";
import type { Library } from "./library.ts";
import { publishedSchemas } from "./published-schema.ts";
import { refusalOf, refusalOfArguments, refusalResult, withPath } from "./refusal.ts";
import type { DocsTool, UnlistedTool } from "./tool.ts";
import { tools, unlistedTools } from "./tools.ts";

type Notify = (done: number, total: number | undefined, message: string) => void;

/**
 * The MCP face of the documents. The SDK's low-level server is used because the tools' schemas are published as they
 * stand in the contracts, and because arguments that do not fit are refused in our own sentences.
 */
export function createDocsServer(deps: {
  library: Library;
  /** Narrows what is read to the folders the client works in (`--client-roots`). */
  client_roots?: boolean;
  /** Whether the one who started it may hand out passages and keep their vectors (`--embedding`). */
  embedding?: boolean;
  calls: CallsUnderWay;
  clock: Clock;
  log: Logger;
  version: string;
}): Server {
  const server = new Server(
    { name: "docs", version: deps.version },
    {
      capabilities: { tools: {} },
      instructions:
        "Read-only access to the person's folders of Markdown. Search first with docs_search; read the lines around a hit with docs_read; check quoted lines with docs_verify.",
    },
  );

  const following = deps.client_roots
    ? followClientRoots({
        server,
        log: deps.log,
        onRoots(roots) {
          deps.library.narrow(roots);
          deps.library.borrow().release(); // they are read before the first question
        },
      })
    : undefined;

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => {
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

  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const callable = deps.embedding ? [...tools, ...unlistedTools] : tools;
    const tool = callable.find((t) => t.name === request.params.name);
    if (tool === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool named ${request.params.name}.`);
    }
    const token = extra._meta?.progressToken;
    const progress = progressNotifier(token, (params) => {
      extra.sendNotification({ method: "notifications/progress", params }).catch(() => {
        // The client is gone; the call ends by its signal.
      });
    });
    return call(tool, request.params.arguments ?? {}, extra.signal, progress);
  });
  server.onerror = (error) => deps.log.warn({ reason: error.message }, "MCP connection");
  return server;

  async function call(
    tool: DocsTool | UnlistedTool,
    args: unknown,
    signal: AbortSignal,
    progress: Notify,
  ): Promise<CallToolResult> {
    const { input } = contracts[tool.name];
    // Of any other client a vector is nothing that it could have been asked for, and is left out.
    const withVector = deps.embedding === true && tool.name === "docs_search";
    const parsed = (withVector ? DocsSearchWithVector : input).safeParse(args);
    if (!parsed.success) {
      return refusalResult(withPath(refusalOfArguments(tool.name, parsed.error.issues), args));
    }
    const call_id = deps.calls.begin(tool.name);
    const begun = deps.clock.monotonic();
    let status = "error";
    try {
      await following?.settled();
      const { shelf, release } = deps.library.borrow();
      try {
        const context = { shelf, signal, progress, calls: deps.calls, call_id };
        // The list pairs each name with its own input type; the union of all tools cannot say so.
        const output = await (tool as AnyTool).run(parsed.data, context);
        status = "ok";
        return {
          structuredContent: output,
          content: [{ type: "text", text: (tool as AnyTool).summarize(output) }],
        };
      } finally {
        release();
      }
    } catch (error) {
      const refusal = signal.aborted ? undefined : refusalOf(error);
      if (refusal !== undefined) {
        status = refusal.rule ?? refusal.status;
        return refusalResult(withPath(refusal, args));
      }
      if (signal.aborted) {
        status = "cancelled";
        throw new McpError(ErrorCode.ConnectionClosed, "The call was cancelled.");
      }
      deps.log.error({ ...faultOf(error), tool: tool.name }, "a tool failed");
      return refusalResult({
        status: "error",
        message: say("en", "docs.tool_failed", { tool: tool.name }),
      });
    } finally {
      deps.calls.end(call_id);
      const latency_ms = Math.round(deps.clock.monotonic() - begun);
      deps.log.debug({ tool: tool.name, latency_ms, status }, "tool call");
    }
  }
}

const contracts = { ...docsTools, ...embeddingTools };

type AnyTool = {
  run(input: unknown, context: unknown): Promise<Record<string, unknown>>;
  summarize(output: unknown): string;
};

/** MCP wants progress to rise with every notification, so a step that does not advance is not sent. */
function progressNotifier(
  token: ProgressToken | undefined,
  send: (params: {
    progressToken: ProgressToken;
    progress: number;
    total?: number;
    message: string;
  }) => void,
): Notify {
  let last = -1;
  return (done, total, message) => {
    if (token === undefined || done <= last) return;
    last = done;
    send({
      progressToken: token,
      progress: done,
      ...(total === undefined ? {} : { total }),
      message,
    });
  };
}
