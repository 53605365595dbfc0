import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import type { NetworkLog } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import type { FetchCall } from "../fetch-page.ts";
import { getOnce, type Reply } from "../get-once.ts";
import { timedCall } from "../timed-call.ts";

/**
 * A search server that a person named in the environment. It may stand on this machine and on any port, so the rules on
 * addresses do not hold for it; only this address is ever asked, with a search, and a redirect is followed nowhere.
 */
export async function askOwnServer(
  url: string,
  headers: Record<string, string>,
  call: FetchCall,
  deps: { network: NetworkLog; clock: Clock; max_bytes: number },
): Promise<Reply> {
  const { network, clock, max_bytes } = deps;
  const timed = timedCall(call, new URL(url).hostname);
  try {
    return await getOnce(new URL(url), {
      connector: plainConnector,
      headers,
      max_bytes,
      signal: timed.signal,
      clock,
      note: (connection) =>
        network.connection({
          ...connection,
          purpose: "web_search",
          ...(call.trace_id === undefined ? {} : { trace_id: call.trace_id }),
          ...(call.task_id === undefined ? {} : { task_id: call.task_id }),
        }),
    });
  } finally {
    timed.end();
  }
}

function plainConnector({
  build,
  onSocket,
}: {
  build: typeof buildConnector;
  onSocket: (socket: Socket, address: string) => void;
}): buildConnector.connector {
  const connect = build({
    allowH2: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true,
  });
  return (options, callback) =>
    connect(options, (...answered) => {
      const [error, socket] = answered;
      if (error === null) onSocket(socket, socket.remoteAddress ?? "");
      callback(...answered);
    });
}
