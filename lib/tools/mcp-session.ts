import {
  CallToolResultSchema,
  EmptyResultSchema,
  McpError,
  ErrorCode as McpErrorCode,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "#lib/contracts/errors";
import type { ServerStatus } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import type { ToolProgress } from "#lib/contracts/tools";
import type { Logger } from "#lib/platform/logger";
import { connectMcp, type McpConnection } from "./mcp-connection.ts";
import { orAborted, sleep } from "./wait.ts";

/**
 * A warm session with one MCP server over stdio. The child starts at the first need and is started again, with a
 * growing pause, each time it dies; after five deaths in a minute the server is `down` until the minute has passed or a
 * person restarts it. A call ends at its time-out or cancellation whatever the child does; a child that then does not
 * even answer a ping is killed. A call that was under way when the child died is not repeated: its caller decides.
 */
export type McpSession = {
  readonly name: string;
  readonly timeout_ms: number;
  /** Throws AppError: `timeout`, `cancelled`, `provider_unavailable`, `provider_closed` or `tool_exec`. */
  invoke(tool: string, args: Record<string, unknown>, call: McpCall): Promise<McpCallResult>;
  /** Starts the server when needed. Throws AppError like `invoke`. */
  list(signal: AbortSignal): Promise<readonly Tool[]>;
  status(): ServerStatus;
  restart(): Promise<void>;
  close(): Promise<void>;
};

export type McpCall = {
  signal: AbortSignal;
  /** Defaults to the session's. */
  timeout_ms?: number;
  onProgress?: (progress: ToolProgress) => void;
};

export type McpCallResult = { is_error: boolean; structured?: unknown; text: string };

export type McpSessionOptions = {
  name: string;
  command: readonly string[];
  cwd: string;
  env: Record<string, string>;
  timeout_ms: number;
  /** How long a child may take from spawn to its list of tools. */
  start_timeout_ms?: number;
  /** How long a child may stay silent after a time-out before it counts as hung; indexing may keep it busy for seconds. */
  grace_ms?: number;
  log: Logger;
  clock: Clock;
};

type State =
  | { kind: "idle" }
  | { kind: "starting"; ready: Promise<McpConnection>; stop: AbortController }
  | { kind: "ready"; connection: McpConnection }
  | { kind: "down"; message: string }
  | { kind: "closed" };

const crashWindowMs = 60_000;
const crashLimit = 5;
const firstPauseMs = 100;
// The SDK's own time-out rejects with the code of a cancellation; ours decides, so the SDK's is put out of reach.
const noSdkTimeout = 2_147_483_647;

export function createMcpSession(options: McpSessionOptions): McpSession {
  const { name, log, clock } = options;
  const startTimeout = options.start_timeout_ms ?? 30_000;
  const grace = options.grace_ms ?? 15_000;
  let state: State = { kind: "idle" };
  let crashes: number[] = [];
  let restarts = 0;
  let starts = 0;
  /** Under way while a child that missed a time-out is asked for a sign of life; calls wait for the outcome. */
  let probe: Promise<void> | undefined;

  function unavailable(message: string, cause?: unknown): AppError {
    return new AppError("provider_unavailable", message, { retryable: true, cause });
  }

  function begin(pauseMs: number): Promise<McpConnection> {
    const stop = new AbortController();
    if (starts++ > 0) restarts++;
    const ready = (async () => {
      if (pauseMs > 0) await sleep(pauseMs, stop.signal);
      const connection: McpConnection = await connectMcp({
        ...options,
        start_timeout_ms: startTimeout,
        signal: stop.signal,
        onLost: () => {
          if (state.kind === "ready" && state.connection === connection) crashed("it ended");
        },
      });
      if (stop.signal.aborted) {
        connection.kill();
        throw stop.signal.reason;
      }
      return connection;
    })();
    const mine: State = { kind: "starting", ready, stop };
    state = mine;
    ready.then(
      (connection) => {
        if (state !== mine) return connection.kill();
        state = { kind: "ready", connection };
        log.info({ server: name, pid: connection.pid, restarts }, "mcp server ready");
      },
      (error: unknown) => {
        if (state === mine) crashed(`it could not start: ${firstLine(error)}`);
      },
    );
    return ready;
  }

  function recentCrashes(): number[] {
    const now = clock.monotonic();
    crashes = crashes.filter((at) => now - at < crashWindowMs);
    return crashes;
  }

  function crashed(reason: string): void {
    recentCrashes().push(clock.monotonic());
    log.warn({ server: name, reason, crashes: crashes.length }, "mcp server lost");
    if (crashes.length > crashLimit) {
      state = {
        kind: "down",
        message: `The MCP server "${name}" failed ${crashes.length} times within a minute; last time ${reason}. It is tried again when a minute has passed.`,
      };
      return;
    }
    begin(firstPauseMs * 2 ** (crashes.length - 1));
  }

  async function acquire(): Promise<McpConnection> {
    if (state.kind === "closed") {
      throw new AppError("provider_closed", `The MCP server "${name}" has been closed.`);
    }
    if (state.kind === "ready") return state.connection;
    if (state.kind === "down" && recentCrashes().length > crashLimit) {
      throw unavailable(state.message);
    }
    try {
      return await (state.kind === "starting" ? state.ready : begin(0));
    } catch (error) {
      throw unavailable(`The MCP server "${name}" could not be started. Try again.`, error);
    }
  }

  /** After a missed time-out: a child that does not answer a ping within the grace is killed, which starts a new one. */
  function suspect(connection: McpConnection): void {
    if (probe || state.kind !== "ready" || state.connection !== connection) return;
    probe = connection.client
      .request({ method: "ping" }, EmptyResultSchema, { timeout: grace })
      .then(
        () => {},
        () => {
          if (state.kind !== "ready" || state.connection !== connection) return;
          log.warn({ server: name, pid: connection.pid }, "mcp server hangs and is killed");
          connection.kill();
          crashed("it hung");
        },
      )
      .finally(() => {
        probe = undefined;
      });
  }

  async function invoke(
    tool: string,
    args: Record<string, unknown>,
    call: McpCall,
  ): Promise<McpCallResult> {
    const ms = Math.min(call.timeout_ms ?? options.timeout_ms, options.timeout_ms);
    const timedOut = () =>
      new AppError(
        "timeout",
        `The MCP server "${name}" did not answer ${tool} within ${Math.round(ms)} ms. Try again.`,
        { retryable: true },
      );
    const cancelled = () => new AppError("cancelled", `The call of ${tool} was cancelled.`);
    if (call.signal.aborted) throw cancelled();
    // A controller of this call alone: the SDK never removes its listener, so a signal that outlives the call would
    // send a late notifications/cancelled for it.
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(timedOut()), ms);
    const onCancel = () => stop.abort(cancelled());
    call.signal.addEventListener("abort", onCancel, { once: true });
    let connection: McpConnection | undefined;
    try {
      if (probe) await orAborted(probe, stop.signal);
      connection = await orAborted(acquire(), stop.signal);
      const onProgress = call.onProgress;
      const result = await connection.client.request(
        { method: "tools/call", params: { name: tool, arguments: args } },
        CallToolResultSchema,
        {
          signal: stop.signal,
          timeout: noSdkTimeout,
          ...(onProgress === undefined ? {} : { onprogress: (p) => onProgress(progressOf(p)) }),
        },
      );
      const text = result.content.find((part) => part.type === "text");
      return {
        is_error: result.isError === true,
        ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
        text: text?.type === "text" ? text.text : "",
      };
    } catch (error) {
      if (stop.signal.aborted) {
        if (connection) suspect(connection);
        throw stop.signal.reason;
      }
      if (error instanceof AppError) throw error;
      throw callFailed(tool, error);
    } finally {
      clearTimeout(timer);
      call.signal.removeEventListener("abort", onCancel);
    }
  }

  async function list(signal: AbortSignal): Promise<readonly Tool[]> {
    try {
      return (await orAborted(acquire(), signal)).tools();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const late = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
      throw late
        ? new AppError("timeout", `The MCP server "${name}" did not start in time. Try again.`, {
            retryable: true,
          })
        : new AppError("cancelled", `Listing the tools of "${name}" was cancelled.`);
    }
  }

  function callFailed(tool: string, error: unknown): AppError {
    if (error instanceof McpError && error.code === McpErrorCode.InvalidParams) {
      return new AppError("validation", `${tool} refused its arguments: ${firstLine(error)}`);
    }
    if (error instanceof McpError && error.code !== McpErrorCode.ConnectionClosed) {
      return new AppError("tool_exec", `${tool} failed: ${firstLine(error)}`, { cause: error });
    }
    if (error instanceof Error && error.name === "ZodError") {
      return new AppError("tool_exec", `${tool} answered with something that is no tool result.`, {
        cause: error,
      });
    }
    return unavailable(`The MCP server "${name}" ended during ${tool}. Try again.`, error);
  }

  async function end(next: State): Promise<void> {
    const before = state;
    state = next;
    if (before.kind === "starting") before.stop.abort(new Error("stopped while it was starting"));
    if (before.kind === "ready") await before.connection.close();
  }

  return {
    name,
    timeout_ms: options.timeout_ms,
    invoke,
    list,
    status: () => ({
      name,
      state:
        state.kind === "ready" || state.kind === "starting"
          ? state.kind
          : state.kind === "idle"
            ? "starting"
            : "down",
      ...(state.kind === "down" ? { message: state.message } : {}),
      ...(state.kind === "ready" ? { pid: state.connection.pid } : {}),
      tools: state.kind === "ready" ? state.connection.tools().length : 0,
      restarts,
    }),
    restart: async () => {
      if (state.kind === "closed") {
        throw new AppError("provider_closed", `The MCP server "${name}" has been closed.`);
      }
      await end({ kind: "idle" });
      crashes = [];
      await acquire();
    },
    close: () => end({ kind: "closed" }),
  };
}

function progressOf(p: {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}): ToolProgress {
  return {
    progress: p.progress,
    ...(p.total === undefined ? {} : { total: p.total }),
    ...(p.message === undefined ? {} : { message: p.message }),
  };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").slice(0, 300);
}
