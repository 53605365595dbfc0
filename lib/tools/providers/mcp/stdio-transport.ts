import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { deserializeMessage, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Clock } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import { endTree } from "../../end-tree.ts";
import type { OrphanWatch } from "../../orphan-watch.ts";
import { boundedLines } from "./bounded-lines.ts";
import { logStderr } from "./stderr-log.ts";

/**
 * MCP over the standard streams of a child process that may be anything. The SDK's own transport holds a line of any
 * length and lets go of the child's children; here a line has a limit, what the child does not read is bounded, and the
 * child is the head of a process group that ends with it. What is no message is reported to `onerror` and skipped.
 */
export type StdioTransport = Transport & {
  readonly pid: number | undefined;
  /** Ends the whole group at once. `onclose` is still called. */
  kill(): void;
};

export type StdioOptions = {
  name: string;
  command: readonly string[];
  cwd: string;
  /** Beside PATH, HOME and the other variables of a login. */
  env: Record<string, string>;
  log: Logger;
  clock: Clock;
  watch?: OrphanWatch;
  polite_ms?: number;
};

/** A longer message is no message: the server is ended. */
export const maxLineBytes = 8 * 1024 * 1024;
/** How much may wait for a child that does not read, before nothing more is read from it. */
const maxUnsentBytes = 256 * 1024;
/** How long a pipe may stay open that somebody out of reach still holds. */
const drainMs = 2000;

export function createStdioTransport(options: StdioOptions): StdioTransport {
  const { name, cwd, env, log, clock, watch, polite_ms = 2000 } = options;
  let child: ChildProcess | undefined;
  let closed = false;

  function onClosed(): void {
    if (closed) return;
    closed = true;
    transport.onclose?.();
  }

  function listen({ stdout, stdin, stderr }: ChildProcess): void {
    const lines = boundedLines({
      max_bytes: maxLineBytes,
      onLine: (line) => {
        const text = line.toString("utf8").trimEnd();
        if (text === "" || closed) return;
        try {
          const message = deserializeMessage(text);
          // Answered here, so that a storm of them costs a line each and not a request each.
          if ("method" in message && "id" in message && message.method === "ping") {
            stdin?.write(serializeMessage({ jsonrpc: "2.0", id: message.id, result: {} }));
          } else transport.onmessage?.(message);
        } catch (error) {
          transport.onerror?.(error instanceof Error ? error : new Error("not a message"));
        }
      },
      onLong: () => {
        log.warn({ server: name, max_bytes: maxLineBytes }, "mcp server wrote a line too long");
        transport.kill();
      },
    });
    stdout?.on("data", (chunk: Buffer) => {
      lines.push(chunk);
      if (stdin && stdin.writableLength > maxUnsentBytes && !stdout.isPaused()) {
        stdout.pause();
        stdin.once("drain", () => stdout.resume());
      }
    });
    // What is written to a child that is gone fails; its end is told by `onclose`.
    stdin?.on("error", () => {});
    stdout?.on("error", () => {});
    if (stderr) logStderr(stderr, name, log, clock);
  }

  const transport: StdioTransport = {
    get pid() {
      return child?.pid;
    },
    async start() {
      const [command, ...args] = options.command;
      if (command === undefined) throw new Error(`The MCP server "${name}" has an empty command.`);
      const started = spawn(command, args, {
        cwd,
        // Next's types ask for a NODE_ENV, which is not theirs to get unless it is named.
        env: { ...getDefaultEnvironment(), ...env } as unknown as NodeJS.ProcessEnv,
        stdio: "pipe",
        // Elsewhere a group of its own; Windows would open a window for it.
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      child = started;
      started.once("close", onClosed);
      started.once("exit", () => {
        // Whoever it left behind holds the pipes open: `close` would never come.
        endTree(started.pid);
        watch?.drop(started.pid);
        setTimeout(() => started.stdout?.destroy(), drainMs).unref();
        setTimeout(() => started.stderr?.destroy(), drainMs).unref();
      });
      listen(started);
      await once(started, "spawn"); // rejects with the reason when it cannot be started
      started.on("error", (error) => transport.onerror?.(error));
      watch?.add(started.pid);
    },
    send(message) {
      return new Promise((resolve, reject) => {
        const stdin = child?.stdin;
        if (!stdin || closed || !stdin.writable) return reject(new Error("The server has ended."));
        // Calls that are made at the same moment are one write, for each wakes the server.
        if (stdin.writableCorked === 0) {
          stdin.cork();
          process.nextTick(() => stdin.uncork());
        }
        stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      const closing = child;
      if (closing === undefined || closed) return onClosed();
      const gone = new Promise<void>((resolve) => {
        if (closed) resolve();
        else closing.once("close", () => resolve());
      });
      closing.stdin?.end();
      if (!(await within(polite_ms, gone))) closing.kill("SIGTERM");
      if (!(await within(polite_ms, gone))) endTree(closing.pid);
      await within(drainMs, gone);
      onClosed();
    },
    kill: () => endTree(child?.pid),
  };
  return transport;
}

/** Whether it came to pass in time. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
