import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { maxLineBytes } from "./stdio-transport.ts";

/**
 * MCP over Streamable HTTP, to one origin and no other: a redirect or an address in an answer that leads elsewhere is
 * refused before anything is sent. An answer, or one line of a stream, is bounded like a line of a child: what is longer
 * closes the connection. There is no sign-in: a server that asks for one is down.
 */
export function createHttpTransport(url: string): StreamableHTTPClientTransport {
  const address = new URL(url);
  const flooded = () => void transport.close();
  const transport: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(address, {
    fetch: fetchWithin(address.origin, flooded),
  });
  return transport;
}

/** `fetch`, kept to one origin, to answers of a bounded length, and out of every cache. */
function fetchWithin(origin: string, flooded: () => void): typeof fetch {
  return async (input, init) => {
    const target = new URL(input instanceof Request ? input.url : input);
    if (target.origin !== origin) {
      throw new Error(`An MCP server may be reached at ${origin} alone, not at ${target.origin}.`);
    }
    // Followed, if at all, by the transport, whose next request comes back here.
    const redirect = init?.redirect === "error" ? "error" : "manual";
    const response = await fetch(input, { ...init, redirect, cache: "no-store" });
    if (response.body === null) return response;
    const streamed = response.headers.get("content-type")?.includes("text/event-stream") === true;
    return new Response(response.body.pipeThrough(bounded(streamed, flooded)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

/** Breaks off when more than the limit comes in one piece: of a stream one line, else the whole. */
function bounded(streamed: boolean, flooded: () => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = streamed ? chunk.lastIndexOf(10) : -1;
      bytes = end === -1 ? bytes + chunk.length : chunk.length - end - 1;
      if (bytes > maxLineBytes || chunk.length > maxLineBytes) {
        flooded();
        controller.error(new Error(`The MCP server sent more than ${maxLineBytes} bytes at once.`));
      } else controller.enqueue(chunk);
    },
  });
}
