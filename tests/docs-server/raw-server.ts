import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { serverFile, type Workplace } from "./docs-client.ts";

/** The server spoken to in bytes, for what no client would send. */
export type RawServer = {
  child: ChildProcessWithoutNullStreams;
  send(message: object | string): void;
  /** Every complete line on stdout so far, parsed; throws when one is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON-RPC replies of any method
  replies(): any[];
  stderr(): string;
  exit: Promise<{ code: number | null; signal: string | null }>;
  kill(): void;
};

export function spawnRaw(
  place: Workplace,
  args: string[] = [],
  options: { command?: string[]; env?: Record<string, string> } = {},
): RawServer {
  const [program = process.execPath, ...first] = options.command ?? [process.execPath, serverFile];
  const child = spawn(program, [...first, ...args], {
    cwd: place.dir,
    env: { ...place.env(), ...options.env } as unknown as NodeJS.ProcessEnv, // its type wants NODE_ENV, which the server does not read
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on("error", () => {}); // a server that has ended does not read on
  return {
    child,
    send: (message) => {
      child.stdin.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
    },
    replies: () =>
      stdout
        .slice(0, stdout.lastIndexOf("\n") + 1)
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    stderr: () => stderr,
    exit: new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal }))),
    kill: () => child.kill("SIGKILL"),
  };
}

export const initialize = {
  jsonrpc: "2.0",
  id: "init",
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};

export function toolCall(id: number, name: string, args: object = {}, meta?: object) {
  const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}
