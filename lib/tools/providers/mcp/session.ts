import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  EmptyResultSchema,
  McpError,
  ErrorCode as McpErrorCode,
} from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "#lib/contracts/errors";
import type { NetworkLog } from "#lib/contracts/network";
import type { Clock } from "#lib/contracts/ports";
import type { ToolProgress } from "#lib/contracts/tools";
import type { Logger } from "#lib/platform/logger";
import { orAborted, sleep } from "../../wait.ts";
import { connectMcp, type McpConnection, type McpTarget } from "./connection.ts";
import type { Definition, Refused } from "./definitions.ts";
import { visibleText } from "./visible-text.ts";

/**
 * A warm session with one MCP server, a child process or an address. It starts at the first need and is started again,
 * with a growing pause, each time it is lost; after five restarts in a minute the server is `down` until the minute has
 * passed or a person restarts it. A call ends at its time-out or cancellation whatever the server does; one that then
 * does not even answer a ping is killed. A call that was under way when the server was lost is not repeated: its caller
 * decides.
 */
export type McpSession = {
  readonly name: string;
  readonly timeout_ms: number;
  /** Throws AppError: `timeout`, `cancelled`, `provider_unavailable`, `provider_closed`, `validation` or `tool_exec`. */
  invoke(tool: string, args: Record<string, unknown>, call: McpCall): Promise<McpCallResult>;
  /** Starts the server when needed; the same array as long as nothing changed. Throws AppError like `invoke`. */
  list(signal: AbortSignal): Promise<readonly Definition[]>;
  status(): SessionStatus;
  restart(): Promise<void>;
  close(): Promise<void>;
};

export type SessionStatus = {
  name: string;
  state: "starting" | "ready" | "down";
  trouble?: SessionTrouble;
  tools: number;
  refused: readonly Refused[];
  instructions?: string;
  pid?: number;
  restarts: number;
};

/** Why a server is down. `detail` is what the system or the server says of it, in its own words. */
export type SessionTrouble = { crashes: number; reason: Loss; detail?: string };
/** How a server was lost. */
export type Loss = "ended" | "hung" | "not_started" | "unreachable";

export type McpCall = {
  signal: AbortSignal;
  /** Defaults to the session's. */
  timeout_ms?: number;
  /** Whether the definition is still the one the call was judged by: a server with another one is not called. */
  isMeant?: (definition: Definition) => boolean;
  /** Whether the tool may change something: then a call that was sent and not answered is not offered again. */
  changes?: boolean;
  onProgress?: (progress: ToolProgress) => void;
};

export type McpCallResult = { is_error: boolean; structured?: unknown; text: string };

export type McpSessionOptions = {
  name: string;
  target: McpTarget;
  timeout_ms: number;
  /** How long a server may take from its start to its list of tools. */
  start_timeout_ms?: number;
  /** How long a server may stay silent after a time-out before it counts as hung; indexing may keep it busy for seconds. */
  grace_ms?: number;
  /** The pause before the first restart; each further one is twice as long. */
  pause_ms?: number;
  /** Of our own server alone: where the connections that it opens are told. */
  network?: NetworkLog;
  log: Logger;
  clock: Clock;
};

type State =
  | { kind: "idle" }
  | { kind: "starting"; ready: Promise<McpConnection>; stop: AbortController }
  | { kind: "ready"; connection: McpConnection }
  | { kind: "down"; trouble: SessionTrouble }
  | { kind: "closed" };

const crashWindowMs = 60_000;
const crashLimit = 5;
const maxDepth = 200;
// The SDK's own time-out rejects with the code of a cancellation; ours decides, so the SDK's is put out of reach.
const noSdkTimeout = 2_147_483_647;

export function createMcpSession(options: McpSessionOptions): McpSession {
  const { name, log, clock } = options;
  const startTimeout = options.start_timeout_ms ?? 30_000;
  const grace = options.grace_ms ?? 15_000;
  const pause = options.pause_ms ?? 100;
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
        name,
        target: options.target,
        log,
        clock,
        start_timeout_ms: startTimeout,
        signal: stop.signal,
        ...(options.network === undefined ? {} : { network: options.network }),
        onLost: () => {
          if (state.kind === "ready" && state.connection === connection) crashed("ended");
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
        if (state === mine) crashed("not_started", detailOf(error));
      },
    );
    return ready;
  }

  function recentCrashes(): number[] {
    const now = clock.monotonic();
    crashes = crashes.filter((at) => now - at < crashWindowMs);
    return crashes;
  }

  function crashed(reason: Loss, detail?: string): void {
    recentCrashes().push(clock.monotonic());
    const why = { reason, ...(detail === undefined ? {} : { detail }) };
    log.warn({ server: name, ...why, crashes: crashes.length }, "mcp server lost");
    if (crashes.length > crashLimit) {
      state = { kind: "down", trouble: { crashes: crashes.length, ...why } };
      return;
    }
    void begin(pause * 2 ** (crashes.length - 1));
  }

  async function acquire(): Promise<McpConnection> {
    if (state.kind === "closed") {
      throw new AppError("provider_closed", `The MCP server "${name}" has been closed.`);
    }
    if (state.kind === "ready") return state.connection;
    if (state.kind === "down" && recentCrashes().length > crashLimit) {
      throw unavailable(
        `The MCP server "${name}" failed ${state.trouble.crashes} times within a minute. It is tried again when a minute has passed.`,
      );
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
          crashed("hung");
          connection.kill();
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
    let sent = false;
    /** What is known of a call that has no answer, and whether it may be made again. */
    const unanswered = () => {
      const inDoubt = sent && call.changes === true;
      const advice = inDoubt
        ? "It may have taken effect all the same: look before you try again."
        : "Try again.";
      return { retryable: !inDoubt, advice };
    };
    const timedOut = () => {
      const { retryable, advice } = unanswered();
      const late = `The MCP server "${name}" did not answer ${tool} within ${Math.round(ms)} ms.`;
      return new AppError("timeout", `${late} ${advice}`, { retryable });
    };
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
      if (call.isMeant) refuseChanged(connection, tool, call.isMeant);
      const onProgress = call.onProgress;
      sent = true;
      const result = await connection.client.request(
        { method: "tools/call", params: { name: tool, arguments: args } },
        CallToolResultSchema,
        {
          signal: stop.signal,
          timeout: noSdkTimeout,
          ...(onProgress === undefined ? {} : { onprogress: (p) => onProgress(progressOf(p)) }),
        },
      );
      if (isDeeper(result.structuredContent, maxDepth)) {
        throw new AppError("tool_exec", `${tool} answered with something nested too deep.`);
      }
      return {
        is_error: result.isError === true,
        ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
        text: textOf(result.content),
      };
    } catch (error) {
      if (stop.signal.aborted) {
        if (connection) suspect(connection);
        throw stop.signal.reason;
      }
      if (error instanceof AppError) throw error;
      if (connection && isLoss(error)) lose(connection, error);
      throw callFailed(tool, error, unanswered());
    } finally {
      clearTimeout(timer);
      call.signal.removeEventListener("abort", onCancel);
    }
  }

  /** An address cannot tell that it is gone: a request to it that fails does. */
  function lose(connection: McpConnection, error: unknown): void {
    if (state.kind !== "ready" || state.connection !== connection) return;
    crashed("unreachable", detailOf(error));
    connection.kill();
  }

  async function list(signal: AbortSignal): Promise<readonly Definition[]> {
    try {
      return (await orAborted(acquire(), signal)).definitions().tools;
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

  function refuseChanged(
    connection: McpConnection,
    tool: string,
    isMeant: (definition: Definition) => boolean,
  ): void {
    const now = connection.definitions().tools.find((definition) => definition.name === tool);
    if (now !== undefined && isMeant(now)) return;
    throw unavailable(
      `The MCP server "${name}" describes ${tool} otherwise than a moment ago. Try again.`,
    );
  }

  function callFailed(
    tool: string,
    error: unknown,
    { retryable, advice }: { retryable: boolean; advice: string },
  ): AppError {
    if (error instanceof McpError && error.code === McpErrorCode.InvalidParams) {
      return new AppError("validation", `${tool} refused its arguments: ${detailOf(error)}`);
    }
    if (error instanceof McpError && error.code !== McpErrorCode.ConnectionClosed) {
      return new AppError("tool_exec", `${tool} failed: ${detailOf(error)}`, { cause: error });
    }
    if (isShapeError(error)) {
      return new AppError("tool_exec", `${tool} answered with something that is no tool result.`, {
        cause: error,
      });
    }
    if (error instanceof StreamableHTTPError && !isLoss(error)) {
      return new AppError("tool_exec", `${tool} failed: ${detailOf(error)}`, { cause: error });
    }
    const lost = `The MCP server "${name}" was lost during ${tool}.`;
    return new AppError("provider_unavailable", `${lost} ${advice}`, { retryable, cause: error });
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
      state: state.kind === "ready" || state.kind === "starting" ? state.kind : stateAtRest(state),
      ...(state.kind === "down" ? { trouble: state.trouble } : {}),
      ...(state.kind === "ready" ? saidBy(state.connection) : { tools: 0, refused: [] }),
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

/** A server nobody has needed yet is as good as starting. */
function stateAtRest(state: { kind: "idle" | "down" | "closed" }): "starting" | "down" {
  return state.kind === "idle" ? "starting" : "down";
}

function saidBy({ definitions, instructions, pid }: McpConnection) {
  const { tools, refused } = definitions();
  return {
    tools: tools.length,
    refused,
    ...(instructions === undefined ? {} : { instructions }),
    ...(pid === undefined ? {} : { pid }),
  };
}

/** What masks, hashes or shows a result walks it, one call in the other. */
function isDeeper(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** Every text of a result; what is no text is named, since nothing here can show it. */
function textOf(content: CallToolResult["content"]): string {
  return content
    .map((part) => {
      switch (part.type) {
        case "text":
          return part.text;
        case "resource":
          return "text" in part.resource ? part.resource.text : `[resource ${part.resource.uri}]`;
        case "resource_link":
          return `[resource ${part.uri}]`;
        default:
          return `[${part.type} ${part.mimeType}]`;
      }
    })
    .join("\n");
}

/** Whether a request failed because the server could not be reached or does not know this session any more. */
function isLoss(error: unknown): boolean {
  if (error instanceof StreamableHTTPError) {
    return error.code === 404 || (error.code !== undefined && error.code >= 502);
  }
  return !(error instanceof McpError) && !isShapeError(error);
}

/** The SDK's zod may be another copy than ours, so its class says nothing. */
function isShapeError(error: unknown): boolean {
  return error instanceof Error && "issues" in error;
}

/** What is wrong in one line that fits a log, without the text that an address may send with its refusal. */
function detailOf(error: unknown): string {
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code > 0) {
    return `HTTP ${error.code}`;
  }
  // The system's own words for a program that cannot be started hold its path.
  if (error instanceof Error && "syscall" in error && "code" in error) return String(error.code);
  const text = error instanceof Error ? error.message : String(error);
  return visibleText(text.split("\n")[0] ?? "", 300);
}
