import { spawn } from "node:child_process";
import { type Duplex, type Readable, Writable } from "node:stream";
import { endTree } from "../../../end-tree.ts";
import type { OrphanWatch } from "../../../orphan-watch.ts";
import { collectOutput, type Output } from "./collect-output.ts";
import { sandboxLimits, type UseLimits } from "./sandbox-limits.ts";
import { type Excess, takenBehind, type Use, watchOver } from "./watch-over.ts";

export type Sandboxed = {
  /** What prepares for bwrap, and bwrap itself. */
  command: readonly string[];
  /** What bwrap is told: over a pipe, because in the sandbox its command line can be read. */
  sandbox: readonly Buffer[];
  filter: Buffer;
  /** What runs in the sandbox. */
  inside: readonly string[];
  /** Those of `bash`, where none are given. */
  limits?: UseLimits;
  onUse?: (use: Use) => void;
  /** The caller looks after what it takes up. */
  unwatched?: true;
  watch?: OrphanWatch;
};

export type Timed = {
  signal: AbortSignal;
  timeout_ms: number;
  /** How much of each output is kept. */
  kept_bytes: number;
};

export type Ended = Outcome & { stdout: Output; stderr: Output };
/**
 * `no_sandbox`: nothing ran, and `stderr` has why. `killed`: somebody outside ended it, as the kernel does when memory is
 * short. The rest was ended from here.
 */
export type Outcome =
  | { how: "exit"; exit_code: number }
  | { how: "no_sandbox" | "killed" | "timeout" | "cancelled" | "output" | Excess };

/** Something that runs in a sandbox. */
export type Running = {
  /** The process that was started, whose descendants are all that runs; undefined where none could be. */
  pid: number | undefined;
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** What it takes up now; undefined before it began and after its end. */
  use(): Promise<Use | undefined>;
  /** At once, with all that belongs to it. The first reason counts. */
  end(how: Outcome["how"]): void;
  /** When nothing of it is left. Never rejects. */
  closed: Promise<Outcome & { error?: Error }>;
};

/** How long a pipe may stay open once everything in the sandbox has ended. */
const DRAIN_MS = 1000;

/** Runs one command in a sandbox, without any input, and answers when nothing of it is left. Never throws. */
export async function spawnSandboxed(sandboxed: Sandboxed & Timed): Promise<Ended> {
  const { signal, timeout_ms, kept_bytes, limits = sandboxLimits } = sandboxed;
  const running = startSandboxed(sandboxed, "no_input");
  if ("error" in running) return notStarted(await running.error);
  let written = 0;
  const count = (bytes: number) => {
    written += bytes;
    if (written > limits.output_bytes) running.end("output");
  };
  const stdout = collectOutput(running.stdout, kept_bytes, count);
  const stderr = collectOutput(running.stderr, kept_bytes, count);
  const timer = setTimeout(() => running.end("timeout"), timeout_ms);
  const onAbort = () => running.end("cancelled");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const outcome = await running.closed;
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
  if (outcome.error !== undefined) return notStarted(outcome.error);
  return { ...outcome, stdout: stdout(), stderr: stderr() };
}

/**
 * Starts what runs in a sandbox that bwrap makes. bwrap runs it only once the whole sandbox is made, and says by a pipe of
 * its own that it did. Whatever ends it early ends bwrap, and with it every process in the sandbox: they live in a process
 * namespace, whose end the kernel sees to. Never throws.
 */
export function startSandboxed(
  sandboxed: Sandboxed,
  input: "no_input" | "input",
): Running | { error: Promise<Error> } {
  const { limits = sandboxLimits, onUse, unwatched, watch } = sandboxed;
  const [file = "", ...args] = sandboxed.command;
  const pipes = ["--json-status-fd", "3", "--seccomp", "4", "--args", "5"];
  const child = spawn(file, [...args, ...pipes, "--", ...sandboxed.inside], {
    stdio: [input === "input" ? "pipe" : "ignore", "pipe", "pipe", "pipe", "pipe", "pipe"],
    detached: true,
    cwd: "/",
    // Next's types ask for a NODE_ENV, which no command is to get.
    env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } as unknown as NodeJS.ProcessEnv,
  });
  const failed = new Promise<Error>((resolve) => child.once("error", resolve));
  // Without a free descriptor there are no pipes, whatever their type says; the reason comes as an error.
  if ((child.stdio as unknown) === undefined) return { error: failed };
  // What is asked for above as "pipe" is a pipe, and those beyond the first three go both ways.
  const [into, out, err, status, filter, sandbox] = child.stdio as unknown as [
    Writable | null,
    Readable,
    Readable,
    Duplex,
    Duplex,
    Duplex,
  ];
  let ended: Outcome["how"] | undefined;
  /** The first process in the sandbox; forgotten as soon as its number may be somebody else's. */
  let inner: number | undefined;
  let exit_code: number | undefined;
  let stopWatching = () => {};
  const over = () => child.exitCode !== null || child.signalCode !== null;

  const end = (how: Outcome["how"]) => {
    ended ??= how;
    endTree(child.pid);
    if (inner !== undefined) endOne(inner);
  };
  into?.on("error", () => {}); // it has ended without reading it all
  readStatus(status, (told) => {
    exit_code ??= told["exit-code"];
    if (inner !== undefined || told["child-pid"] === undefined || over()) return;
    inner = told["child-pid"];
    if (ended !== undefined) endOne(inner);
    else if (!unwatched) stopWatching = watchOver(inner, end, limits, onUse);
  });
  give(filter, sandboxed.filter);
  give(sandbox, Buffer.concat(sandboxed.sandbox.flatMap((word) => [word, Buffer.from([0])])));
  watch?.add(child.pid);

  const closed = new Promise<Outcome & { error?: Error }>((resolve) => {
    void failed.then((error) => resolve({ how: "no_sandbox", error }));
    child.once("exit", () => {
      inner = undefined;
      stopWatching();
      endTree(child.pid);
      watch?.drop(child.pid);
      setTimeout(() => {
        for (const pipe of child.stdio) pipe?.destroy();
      }, DRAIN_MS).unref();
    });
    child.once("close", (_, killedBy) => {
      stopWatching();
      if (ended !== undefined && ended !== "exit") resolve({ how: ended });
      else if (exit_code !== undefined) resolve({ how: "exit", exit_code });
      else resolve({ how: killedBy === null ? "no_sandbox" : "killed" });
    });
  });
  const use = async () => (inner === undefined ? undefined : takenBehind(inner, limits));
  const { pid } = child;
  return { pid, stdin: into ?? new Writable(), stdout: out, stderr: err, use, end, closed };
}

function notStarted(error: Error): Ended {
  return {
    how: "no_sandbox",
    stdout: { text: "", left_out_bytes: 0 },
    stderr: { text: error.message, left_out_bytes: 0 },
  };
}

type Told = { "child-pid"?: number; "exit-code"?: number };

/** One JSON object a line, of bwrap's own making. */
function readStatus(pipe: Readable, onTold: (told: Told) => void): void {
  let text = "";
  pipe.setEncoding("utf8");
  pipe.on("error", () => {});
  pipe.on("data", (piece: string) => {
    const lines = (text + piece).split("\n");
    text = lines.pop() ?? "";
    // bwrap writes these two as whole numbers, and nobody else holds the pipe.
    for (const line of lines) if (line !== "") onTold(JSON.parse(line) as Told);
  });
}

function give(pipe: Duplex, bytes: Buffer): void {
  pipe.on("error", () => {}); // bwrap has ended, and says why itself
  pipe.end(bytes);
}

function endOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended
  }
}
