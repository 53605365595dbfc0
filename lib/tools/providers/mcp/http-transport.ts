import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import type { Clock } from "#lib/contracts/ports";
import { sleep } from "../../wait.ts";
import { maxLineBytes } from "./stdio-transport.ts";

/**
 * MCP over Streamable HTTP, to one origin and no other: a redirect or an address in an answer that leads elsewhere is
 * refused before anything is sent. An answer, or one event of a stream, is bounded like a line of a child: what is longer
 * closes the connection. However often a server ends a stream, it is asked for another a few times in a while. There is
 * no sign-in: a server that asks for one is down.
 */
export function createHttpTransport(
  url: string,
  clock: Clock,
  send: typeof fetch = globalThis.fetch,
): StreamableHTTPClientTransport {
  const address = new URL(url);
  const flooded = () => void transport.close();
  const transport: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(address, {
    fetch: fetchWithin(address.origin, clock, flooded, send),
  });
  return transport;
}

/** How many streams are asked for within a while, and how many may be open at once. */
const streamsAtMost = 5;
const streamsWithinMs = 10_000;

/** `fetch`, kept to one origin, to answers of a bounded length, and out of every cache. */
function fetchWithin(
  origin: string,
  clock: Clock,
  flooded: () => void,
  send: typeof fetch,
): typeof fetch {
  const streamTurn = fewTurns(clock);
  let streams = 0;
  /** By the number of the request: what ends its answer when nobody waits for it any more. */
  const answers = new Map<unknown, AbortController>();

  return async (input, init) => {
    const target = new URL(input instanceof Request ? input.url : input);
    if (target.origin !== origin) {
      throw new Error(`An MCP server may be reached at ${origin} alone, not at ${target.origin}.`);
    }
    const asked = init?.method === "POST" ? askedIn(init.body) : undefined;
    if (asked?.kind === "cancellation") answers.get(asked.id)?.abort();
    const stream = init?.method === "GET";
    if (stream && streams >= streamsAtMost) throw new Error("Too many streams of it are open.");
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, ...(init?.signal ? [init.signal] : [])]);
    const over = () => {
      if (stream) streams--;
      if (asked && answers.get(asked.id) === ended) answers.delete(asked.id);
    };
    if (stream) streams++;
    if (asked?.kind === "request") answers.set(asked.id, ended);
    let response: Response;
    try {
      if (stream) await streamTurn(signal);
      // Followed, if at all, by the transport, whose next request comes back here.
      const redirect = init?.redirect === "error" ? "error" : "manual";
      response = await send(input, { ...init, redirect, cache: "no-store", signal });
    } catch (error) {
      over();
      throw error;
    }
    const { status, statusText, headers, body } = response;
    if (body === null) {
      over();
      return response;
    }
    const streamed = headers.get("content-type")?.includes("text/event-stream") === true;
    const { readable, writable } = bounded(streamed, flooded);
    body
      .pipeTo(writable)
      .catch(() => {})
      .finally(over); // the reader is told by `readable`
    return new Response(readable, { status, statusText, headers });
  };
}

const Message = z.object({
  id: z.unknown().optional(),
  method: z.string(),
  params: z.object({ requestId: z.unknown() }).partial().optional(),
});

/** Which request the body is, or which one it says that nobody waits for. */
function askedIn(body: unknown): { kind: "request" | "cancellation"; id: unknown } | undefined {
  const parsed = typeof body === "string" ? Message.safeParse(JSON.parse(body)) : undefined; // ours
  if (!parsed?.success) return undefined;
  const { id, method, params } = parsed.data;
  if (method === "notifications/cancelled") return { kind: "cancellation", id: params?.requestId };
  return id === undefined ? undefined : { kind: "request", id };
}

/** Waits until another stream may be asked for. Rejects with the signal's reason. */
function fewTurns(clock: Clock): (signal: AbortSignal) => Promise<void> {
  const taken: number[] = [];
  return async (signal) => {
    for (;;) {
      const now = clock.monotonic();
      while (taken.length > 0 && now - (taken[0] ?? 0) >= streamsWithinMs) taken.shift();
      if (taken.length < streamsAtMost) break;
      await sleep(Math.max(1, streamsWithinMs - (now - (taken[0] ?? 0))), signal);
    }
    taken.push(clock.monotonic());
  };
}

/** Breaks off when more than the limit comes in one piece: of a stream one event, else the whole. */
function bounded(streamed: boolean, flooded: () => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  /** Whether the last line, as far as it has come, is empty: then its end ends the event. */
  let empty = true;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (streamed) {
        for (let at = 0; at < chunk.length; at++) {
          const byte = chunk[at];
          const ends = byte === 10 || byte === 13;
          if (ends && empty) bytes = chunk.length - at - 1;
          if (byte !== 13) empty = ends;
        }
      }
      if (bytes <= maxLineBytes) return controller.enqueue(chunk);
      flooded();
      controller.error(new Error(`The MCP server sent more than ${maxLineBytes} bytes at once.`));
    },
  });
}
