import type { Socket } from "node:net";
import type { buildConnector, errors } from "undici";
import { AppError } from "#lib/contracts/errors";
import { type NetworkLog, noTraffic } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import { type NewId, newId } from "#lib/platform/ids";
import { saidError } from "#lib/platform/said-error";
import { readBody, UnknownEncoding } from "./decoded-body.ts";
import { portOf } from "./judge-url.ts";

/** One answer of a server, whatever its status; a redirect is one too. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  cut: boolean;
};

/** Whose it is, whoever asks adds. */
export type NotedConnection = Omit<
  Parameters<NetworkLog["connection"]>[0],
  "purpose" | "trace_id" | "task_id"
>;

/**
 * One GET over a connection of its own, which ends with it: no cookie, no credentials, and nothing of this machine in the
 * headers but one line that says who asks. It follows nothing. Every connection, and every one that a rule kept from
 * being opened, is noted before anything is sent and once more at its end. Throws AppError, with the rule of a refusal, or the signal's reason.
 */
export async function getOnce(
  url: URL,
  how: {
    connector: (watch: {
      build: typeof buildConnector;
      signal: AbortSignal;
      onSocket: (socket: Socket, address: string) => void;
    }) => buildConnector.connector;
    headers: Record<string, string>;
    max_bytes: number;
    signal: AbortSignal;
    clock: Clock;
    ids?: NewId;
    note: (connection: NotedConnection) => void;
  },
): Promise<Reply> {
  const { signal, clock, note, ids = newId } = how;
  const asked = {
    ...{ connection_id: ids("conn"), at: clock.now().toISOString() },
    ...{ host: url.hostname, port: portOf(url), method: "GET" },
  };
  const began = clock.monotonic();
  let socket: Socket | undefined;
  let address: string | undefined;
  let status: number | undefined;
  let rule: string | undefined;
  const { buildConnector: build, Client, errors } = await import("undici"); // of use to nobody who fetches nothing
  const client = new Client(url.origin, {
    connect: how.connector({
      build,
      signal,
      onSocket: (opened, to) => {
        socket = opened;
        address = to;
      },
    }),
    maxHeaderSize: mostHeaderBytes,
    pipelining: 1,
    // The signal ends what takes too long, whatever it is doing.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    signal.throwIfAborted();
    note({ ...asked, ...noTraffic, state: "open" });
    const reply = await client.request({
      method: "GET",
      path: `${url.pathname}${url.search}`,
      headers: { ...how.headers, "accept-encoding": "gzip, br, deflate, zstd" },
      signal,
    });
    status = reply.statusCode;
    const headers = flat(reply.headers);
    const { body, cut } = await readBody(reply.body, encodingsOf(headers), how);
    return { status, headers, body, cut };
  } catch (error) {
    const failure = failureOf(error, url.hostname, signal, errors);
    rule = failure instanceof AppError ? failure.code : "cancelled";
    throw failure;
  } finally {
    note({
      ...asked,
      state: "ended",
      ...(address === undefined ? {} : { address }),
      ...(status === undefined ? {} : { status }),
      ...(rule === undefined ? {} : { rule }),
      bytes_sent: socket?.bytesWritten ?? 0,
      bytes_received: socket?.bytesRead ?? 0,
      ms: Math.round(clock.monotonic() - began),
    });
    client.destroy().catch(() => undefined); // it is of no more use either way
    socket?.destroy();
  }
}

const mostHeaderBytes = 32_768;

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(entries) as Record<string, string>; // each value is a string by now
}

function encodingsOf(headers: Record<string, string>): string[] {
  return (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
}

function failureOf(
  error: unknown,
  host: string,
  signal: AbortSignal,
  { HeadersOverflowError, HTTPParserError }: typeof errors,
): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof AppError) return error;
  const said = (key: FailedKey, more: { retryable?: boolean } = {}) =>
    saidError("tool_exec", `web.failed.${key}`, { host }, { cause: error, ...more });
  if (error instanceof UnknownEncoding) return said("encoding");
  if (error instanceof HeadersOverflowError) return said("headers");
  if (error instanceof HTTPParserError) return said("not_http");
  const code = error instanceof Error ? Reflect.get(error, "code") : undefined;
  const text = typeof code === "string" ? code : "";
  if (/^(?:Z_|ERR__ERROR|ERR_BROTLI|ERR_PADDING|ZSTD_)/.test(text)) return said("unpacking");
  if (/CERT|TLS|SSL|UNABLE_TO_/.test(text)) return said("certificate");
  return said("connection", { retryable: true });
}
type FailedKey = "encoding" | "headers" | "not_http" | "unpacking" | "certificate" | "connection";
