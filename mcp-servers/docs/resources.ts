import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { DocsListOutput, DocsRefusal } from "#lib/contracts/docs-tools";
import { AppError } from "#lib/contracts/errors";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { say } from "#lib/platform/say";
import type { Library } from "./library.ts";
import { readDocument } from "./read-document.ts";
import { refusalOf } from "./refusal.ts";
import { readResourceUri, resourceTemplate, resourceUri } from "./resource-uri.ts";
import type { ToolCalls } from "./tool-calls.ts";

/**
 * The documents as resources, for clients that let a person attach one: listed by the tool that lists them, and read through
 * the same judgement as every path. A refusal is an error here, because a resource has no other way to say no; it tells as
 * little as that of a tool.
 */
const mimeType = "text/markdown";
/** Of a longer one a part is read by docs_read: a client puts a resource before its model as a whole. */
const longestBytes = 1024 * 1024;
/** "Resource not found", as the protocol has it. */
const notFound = -32002;

export function offerResources(
  server: Server,
  deps: { library: Library; tool_calls: ToolCalls; settled: () => Promise<void>; log: Logger },
): void {
  const { library, tool_calls, settled, log } = deps;

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        name: "document",
        title: "A document",
        description: "One document of a folder, by the folder's id and the path below it.",
        uriTemplate: resourceTemplate,
        mimeType,
      },
    ],
  }));

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, { signal }) => {
    await settled();
    const cursor = params?.cursor === undefined ? {} : { cursor: params.cursor };
    const reply = await tool_calls.call("docs_list", cursor, {
      signal,
      progress: () => undefined,
    });
    if (reply.isError === true) {
      throw new McpError(
        ErrorCode.InvalidParams,
        DocsRefusal.parse(reply.structuredContent).message,
      );
    }
    const { files, next_cursor } = DocsListOutput.parse(reply.structuredContent);
    return {
      resources: files.map((file) => ({
        uri: resourceUri(file.root_id, file.relative_path),
        name: file.display_path ?? `${file.root_id}/${file.relative_path}`,
        title: file.title,
        mimeType,
        size: file.bytes,
        ...(file.modified_at === undefined
          ? {}
          : { annotations: { lastModified: file.modified_at } }),
      })),
      ...(next_cursor === undefined ? {} : { nextCursor: next_cursor }),
    };
  });

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    await settled();
    const place = readResourceUri(uri);
    if (place === undefined) {
      throw refused(uri, { status: "denied", rule: "invalid_path", message: badUri() });
    }
    const { shelf, release } = library.borrow();
    try {
      const { text, file } = await readDocument(shelf.access, place.path, place.root);
      signal.throwIfAborted();
      if (file.bytes > longestBytes) {
        const sizes = { bytes: file.bytes, most: longestBytes };
        throw new AppError("too_large", say("en", "docs.resource_too_large", sizes));
      }
      return { contents: [{ uri, mimeType, text }] };
    } catch (error) {
      const refusal = signal.aborted ? undefined : refusalOf(error);
      if (refusal !== undefined) throw refused(uri, refusal);
      if (signal.aborted) throw new McpError(ErrorCode.ConnectionClosed, "The read was cancelled.");
      log.error({ ...faultOf(error) }, "a resource could not be read");
      throw new McpError(ErrorCode.InternalError, say("en", "docs.resource_failed"));
    } finally {
      release();
    }
  });
}

const badUri = (): string => say("en", "docs.bad_resource", { form: resourceTemplate });

function refused(uri: string, refusal: DocsRefusal): McpError {
  return new McpError(notFound, refusal.message, { uri, ...refusal });
}
