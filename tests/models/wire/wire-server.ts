import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A server on this machine that speaks to a provider's client as the provider would, byte for byte as it is told: what comes
 * is kept, and whether the client left before the end.
 */
export type WireRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** As JSON; undefined where there was none. */
  body: unknown;
};

export type WireReply = {
  status?: number;
  headers?: Record<string, string>;
  /** As they come, where somebody else decides when. */
  chunks?: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** Not even the headers are sent. */
  silent?: boolean;
  /** `hang`: nothing more is sent, and the connection stays. `reset`: it is torn down. */
  end?: "end" | "hang" | "reset";
};

export type WireServer = {
  origin: string;
  requests: WireRequest[];
  /** Resolves when so many clients have left before their reply was at its end. */
  left(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function wireServer(
  answer: (request: WireRequest, number: number) => WireReply | Promise<WireReply>,
): Promise<WireServer> {
  const requests: WireRequest[] = [];
  let gone = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (response.writableFinished) return;
      gone += 1;
      for (const { count, resolve } of waiting) if (gone >= count) resolve();
    });
    // What goes wrong in a test's own script is told as a refusal, in the words that the test then fails with.
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo; // listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    left: (count) =>
      new Promise((resolve) => {
        if (gone >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer); // no encoding is set
    const text = Buffer.concat(pieces).toString("utf8");
    const told: WireRequest = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: text === "" ? undefined : JSON.parse(text),
    };
    requests.push(told);
    const reply = await answer(told, requests.length);
    const { status = 200, headers = {}, chunks = [], silent = false, end = "end" } = reply;
    if (!silent) {
      const type = status === 200 ? "text/event-stream" : "application/json";
      response.writeHead(status, { "content-type": type, ...headers });
      response.flushHeaders();
    }
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      await new Promise<void>((resolve) => response.write(chunk, () => resolve()));
    }
    if (end === "end") response.end();
    else if (end === "reset") request.socket.resetAndDestroy();
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}
