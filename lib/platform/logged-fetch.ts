import { type Connection, type NetworkLog, noTraffic } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import { type NewId, newId } from "./ids.ts";
import { behalfNow } from "./on-behalf-of.ts";

type Fetch = typeof globalThis.fetch;

/**
 * `fetch`, of which every request stands in the network log, from before it is sent: to whom, for what, and once it is over
 * how much. One whose body nobody reads stays open there. Path, query and content are no part of it. `send` stands in for
 * the connection itself.
 */
export function loggedFetch(deps: {
  purpose: Connection["purpose"];
  log: NetworkLog;
  clock: Clock;
  ids?: NewId;
  send?: Fetch;
}): Fetch {
  const { purpose, log, clock, ids = newId, send = globalThis.fetch } = deps;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const began = clock.monotonic();
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const row = {
      connection_id: ids("conn"),
      at: clock.now().toISOString(),
      ...{ purpose, host: url.hostname, port: portOf(url), method },
      ...behalfNow(),
      bytes_sent: sizeOf(init?.body),
    };
    let told = false;
    const tell = (more: Pick<Connection, "bytes_received" | "status" | "rule">) => {
      if (told) return;
      told = true;
      const ms = Math.round(clock.monotonic() - began);
      log.connection({ ...row, ...more, state: "ended", ms });
    };
    log.connection({ ...row, ...noTraffic, state: "open" });
    let response: Response;
    try {
      response = await send(input, init);
    } catch (error) {
      tell({ rule: reasonOf(error), bytes_received: 0 });
      throw error;
    }
    const { status, body } = response;
    if (body === null) {
      tell({ status, bytes_received: 0 });
      return response;
    }
    const counted = countBytes(body, (bytes_received, error) =>
      tell({ status, bytes_received, ...(error === undefined ? {} : { rule: reasonOf(error) }) }),
    );
    return new Response(counted, response);
  };
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "http:" ? 80 : 443;
}

/** As far as it is known before it is sent. */
function sizeOf(body: unknown): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  return 0;
}

/** The system's word for it, where there is one: ECONNREFUSED, ETIMEDOUT; else that it failed or was given up. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "AbortError") return "cancelled";
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code.slice(0, 60) : "failed";
}

/** Passes everything on and says how much it was, at the end, at an error, or when nobody reads on. */
function countBytes(
  body: ReadableStream<Uint8Array>,
  over: (bytes: number, error?: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          over(bytes);
          controller.close();
          return;
        }
        bytes += value.byteLength;
        controller.enqueue(value);
      } catch (error) {
        over(bytes, error);
        controller.error(error);
      }
    },
    async cancel(reason) {
      over(bytes);
      await reader.cancel(reason);
    },
  });
}
