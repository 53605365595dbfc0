import { randomBytes, randomUUID } from "node:crypto";
import {
  createServer,
  type Server as HttpListener,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ErrorCode } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";
import { createAuthentication } from "#lib/platform/authentication";
import { faultOf } from "#lib/platform/fault";
import { type Listening, localAddress } from "#lib/platform/listening";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { judgeOrigin } from "#lib/platform/same-origin";
import { type MessageKey, say } from "#lib/platform/say";

/**
 * The docs server over Streamable HTTP, at `/mcp` of this machine alone. Each request is judged before anything of it is
 * read: by the name it was sent to and the page it comes from, then by the token. A session is its own client's only as far
 * as the token says: its id lets nobody in, and one that is unknown is told as gone. Sessions that nobody uses end.
 */
export const mcpPath = "/mcp";
/** A question has 4,000 characters; what is larger is no call of these tools. */
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_SESSIONS = 64;
export const IDLE_MS = 30 * 60_000;

export type HttpServer = { address: string; close(): Promise<void> };

type Session = { transport: StreamableHTTPServerTransport; open: number; used: number };

/** Throws AppError `config_invalid` where the port cannot be listened on. Port 0 takes a free one. */
export async function serveHttp(deps: {
  /** A server for one client. */
  connect: () => Server;
  listening: Listening;
  token: string;
  clock: Clock;
  log: Logger;
}): Promise<HttpServer> {
  const { clock, log } = deps;
  const sessions = new Map<string, Session>();
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ ...faultOf(error) }, "an MCP request failed");
      if (response.headersSent) response.destroy();
      else refuse(response, said(500, "unknown", "error.unknown"));
    });
  });
  const port = await listen(http, deps.listening);
  const listening = { ...deps.listening, port };
  const authentication = createAuthentication({
    token: deps.token,
    port,
    clock,
    random: () => randomBytes(32).toString("base64url"),
    shared_address: true,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = judge(request);
    if (refused !== undefined) return refuse(response, refused);
    if (request.url?.split("?", 1)[0] !== mcpPath) {
      return refuse(response, said(404, "not_found", "docs.http_path", { path: mcpPath }));
    }
    const id = request.headers["mcp-session-id"];
    if (id === undefined) return begin(request, response);
    const session = sessions.get(String(id));
    if (session === undefined) return refuse(response, said(404, "not_found", "docs.http_session"));
    await hand(session, request, response);
  }

  function judge(request: IncomingMessage): Refused | undefined {
    const origin = judgeOrigin(headersOf(request), listening);
    if (origin.kind !== "allowed") {
      const { kind, ...params } = origin;
      return said(403, kind, `error.${kind}`, params);
    }
    const entry = authentication.judge({
      cookie: null,
      authorization: request.headers.authorization ?? null,
      address: request.socket.remoteAddress ?? "",
    });
    if (entry.kind === "out") {
      const headers = { "www-authenticate": "Bearer" };
      return { ...said(401, "unauthorized", "docs.http_token"), headers };
    }
    if (entry.kind === "limited") {
      const seconds = entry.retry_after_s;
      const headers = { "retry-after": String(seconds) };
      return { ...said(429, "rate_limited", "error.rate_limited", { seconds }), headers };
    }
    return undefined;
  }

  /** Counts what is open, so that a session in use is never taken for an idle one. */
  async function hand(
    session: Session,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    session.open += 1;
    response.on("close", () => {
      session.open -= 1;
      session.used = clock.monotonic();
    });
    await session.transport.handleRequest(request, response);
  }

  /** What is no initialisation is refused by the transport, and of it nothing stays. */
  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    makeRoom();
    if (sessions.size >= MAX_SESSIONS) return refuse(response, said(503, "busy", "docs.http_busy"));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_BODY_BYTES,
      onsessioninitialized: (id) => void sessions.set(id, session),
    });
    const session: Session = { transport, open: 0, used: clock.monotonic() };
    // The transport's type names its handlers with undefined, which exact optional properties tell from absent ones.
    await deps.connect().connect(transport as Transport);
    const { onclose } = transport;
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? "");
      onclose?.();
    };
    await hand(session, request, response);
    if (transport.sessionId === undefined) await transport.close();
  }

  /** Sessions that have been idle too long end, and beyond the limit the one that was used longest ago. */
  function makeRoom(): void {
    const idle = [...sessions.values()]
      .filter(({ open }) => open === 0)
      .sort((a, b) => a.used - b.used);
    for (const { transport, used } of idle) {
      if (clock.monotonic() - used > IDLE_MS || sessions.size >= MAX_SESSIONS) {
        void transport.close();
      }
    }
  }

  return {
    address: `${localAddress(listening)}${mcpPath}`,
    async close() {
      for (const { transport } of sessions.values()) await transport.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    },
  };
}

type Refused = {
  status: number;
  code: ErrorCode;
  message: string;
  headers?: Record<string, string>;
};

function said(
  status: number,
  code: ErrorCode,
  key: MessageKey,
  params: Record<string, string | number> = {},
): Refused {
  return { status, code, message: say("en", key, params) };
}

/** As JSON-RPC has it, because that is what a client of this address reads. */
function refuse(response: ServerResponse, { status, code, message, headers }: Refused): void {
  const error = { code: -32000, message, data: { code } };
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    connection: "close",
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
}

function headersOf({ headers }: IncomingMessage): Headers {
  const judged = ["host", "origin", "sec-fetch-site"] as const;
  return new Headers(
    judged.flatMap((name): [string, string][] => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

async function listen(http: HttpListener, { host, port }: Listening): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      http.once("error", reject);
      http.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw saidError("config_invalid", "docs.http_port", { host, port, reason }, { cause });
  }
  // A server that listens on a port has an address of this form.
  return (http.address() as AddressInfo).port;
}
