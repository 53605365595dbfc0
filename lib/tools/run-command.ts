import { spawn } from "node:child_process";
import { endTree } from "./end-tree.ts";

/**
 * Runs one program to its end: by its own path with a list of arguments, without a shell, in a process group of its own
 * that is ended whatever happens, with an environment that holds nothing but what is given here. Never throws.
 */
export type CommandRun = {
  /** Absolute. */
  command: string;
  args: readonly string[];
  cwd: string;
  /** In place of PATH and the language of the system's own messages. */
  env?: Readonly<Record<string, string>>;
  /** For its standard input, which is empty otherwise. */
  input?: string | Uint8Array;
  signal: AbortSignal;
  timeout_ms: number;
  /** Of standard output, and again of standard error; what would write more is ended. */
  max_bytes: number;
};

export type CommandEnd = {
  /** `failed`: it could not be started. `output`: it wrote too much. */
  ended: "exit" | "timeout" | "cancelled" | "output" | "failed";
  /** Null where a signal ended it. */
  exit_code: number | null;
  /** What it wrote until then, at most `max_bytes` of each. */
  stdout: Buffer;
  stderr: Buffer;
};

/** What a program finds without our environment: no configuration of its own, no key, no token. */
export const bareEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C.UTF-8" };
/** How long a pipe may stay open that somebody out of reach still holds. */
const drainMs = 500;

export function runCommand(run: CommandRun): Promise<CommandEnd> {
  const { env = bareEnvironment, input, signal, timeout_ms, max_bytes } = run;
  return new Promise((resolve) => {
    const stdout = bounded(max_bytes, () => stop("output"));
    const stderr = bounded(max_bytes, () => stop("output"));
    let why: CommandEnd["ended"] = "exit";
    const started = start(run, env);
    if (started === undefined) {
      resolve({ ended: "failed", exit_code: null, stdout: stdout.bytes(), stderr: stderr.bytes() });
      return;
    }
    const child = started;
    const onAbort = () => stop("cancelled");
    const timer = setTimeout(() => stop("timeout"), timeout_ms);
    signal.addEventListener("abort", onAbort, { once: true });

    function stop(reason: CommandEnd["ended"]): void {
      if (why === "exit") why = reason;
      endTree(child.pid);
    }
    function end(exit_code: number | null): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      endTree(child.pid);
      resolve({ ended: why, exit_code, stdout: stdout.bytes(), stderr: stderr.bytes() });
    }

    child.once("error", () => {
      why = "failed";
      end(null);
    });
    // Without a free descriptor there is no process and none of its streams; `error` follows.
    if ((child.stdin as typeof child.stdin | undefined) === undefined) return;
    child.once("exit", () => {
      endTree(child.pid);
      letGo(child, () => stdout.length() + stderr.length());
    });
    child.once("close", (code) => end(code));
    child.stdout.on("data", stdout.take);
    child.stderr.on("data", stderr.take);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    child.stdin.end(input);
    if (signal.aborted) onAbort();
  });
}

/** Of pipes that somebody out of reach still holds `close` would never come; while they bring something, they stay open. */
function letGo(child: Child, taken: () => number): void {
  const before = taken();
  const later = () => {
    if (taken() !== before) return letGo(child, taken);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  // After what is there already has been read, however long nobody had the time to.
  setTimeout(() => setImmediate(later), drainMs).unref();
}
type Child = NonNullable<ReturnType<typeof start>>;

/** Undefined for words that no program can be started with, such as one with a NUL in it. */
function start({ command, args, cwd }: CommandRun, env: Readonly<Record<string, string>>) {
  try {
    return spawn(command, args, {
      cwd,
      // Next's types ask for a NODE_ENV, which is not theirs to get.
      env: { ...env } as unknown as NodeJS.ProcessEnv,
      stdio: "pipe",
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  } catch {
    return undefined;
  }
}

function bounded(most: number, onFull: () => void) {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    take(chunk: Buffer): void {
      const room = most - length;
      if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      length += Math.min(chunk.length, Math.max(0, room));
      if (chunk.length > room) onFull();
    },
    length: () => length,
    bytes: () => Buffer.concat(chunks),
  };
}
