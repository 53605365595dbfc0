import { spawn } from "node:child_process";
import type { Duplex, Readable } from "node:stream";
import { endTree } from "../../../end-tree.ts";
import type { OrphanWatch } from "../../../orphan-watch.ts";
import { collectOutput, type Output } from "./collect-output.ts";
import { sandboxLimits } from "./sandbox-limits.ts";
import { type Excess, watchOver } from "./watch-over.ts";

export type Sandboxed = {
  /** What prepares for bwrap, and bwrap itself. */
  command: readonly string[];
  /** What bwrap is told: over a pipe, because in the sandbox its command line can be read. */
  sandbox: readonly Buffer[];
  filter: Buffer;
  /** What runs in the sandbox. */
  inside: readonly string[];
  signal: AbortSignal;
  timeout_ms: number;
  /** How much of each output is kept. */
  kept_bytes: number;
  watch?: OrphanWatch;
};

export type Ended = Outcome & { stdout: Output; stderr: Output };
/**
 * `no_sandbox`: nothing ran, and `stderr` has why. `killed`: somebody outside ended it, as the kernel does when memory is
 * short. The rest was ended from here.
 */
export type Outcome =
  | { how: "exit"; exit_code: number }
  | { how: "no_sandbox" | "killed" | "timeout" | "cancelled" | "output" | Excess };

/** How long a pipe may stay open once everything in the sandbox has ended. */
const DRAIN_MS = 1000;

/**
 * Runs one command in a sandbox that bwrap makes, and answers when nothing of it is left. bwrap runs the command only
 * once the whole sandbox is made, and says by a pipe of its own that it did. Whatever ends the call early ends bwrap, and with
 * it every process in the sandbox: they live in a process namespace, whose end the kernel sees to. Never throws.
 */
export function spawnSandboxed(sandboxed: Sandboxed): Promise<Ended> {
  const { signal, timeout_ms, kept_bytes, watch } = sandboxed;
  const [file = "", ...args] = sandboxed.command;
  return new Promise((resolve) => {
    const pipes = ["--json-status-fd", "3", "--seccomp", "4", "--args", "5"];
    const child = spawn(file, [...args, ...pipes, "--", ...sandboxed.inside], {
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe", "pipe"],
      detached: true,
      cwd: "/",
      // Next's types ask for a NODE_ENV, which no command is to get.
      env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } as unknown as NodeJS.ProcessEnv,
    });
    let fail = (error: Error) => resolve(notStarted(error));
    child.once("error", (error) => fail(error));
    // Without a free descriptor there are no pipes, whatever their type says; the reason comes as an error.
    if ((child.stdio as unknown) === undefined) return;
    // What is asked for above as "pipe" is a pipe, and those beyond the first three go both ways.
    const [, out, err, status, filter, sandbox] = child.stdio as unknown as [
      null,
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
    let written = 0;
    const count = (bytes: number) => {
      written += bytes;
      if (written > sandboxLimits.output_bytes) end("output");
    };
    const stdout = collectOutput(out, kept_bytes, count);
    const stderr = collectOutput(err, kept_bytes, count);
    readStatus(status, (told) => {
      exit_code ??= told["exit-code"];
      if (inner !== undefined || told["child-pid"] === undefined || over()) return;
      inner = told["child-pid"];
      if (ended === undefined) stopWatching = watchOver(inner, end);
      else endOne(inner);
    });
    give(filter, sandboxed.filter);
    give(sandbox, Buffer.concat(sandboxed.sandbox.flatMap((word) => [word, Buffer.from([0])])));

    const timer = setTimeout(() => end("timeout"), timeout_ms);
    const onAbort = () => end("cancelled");
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    watch?.add(child.pid);

    const release = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      stopWatching();
    };
    const settle = (outcome: Outcome) => {
      release();
      resolve({ ...outcome, stdout: stdout(), stderr: stderr() });
    };
    fail = (error) => {
      release();
      resolve(notStarted(error));
    };
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
      if (ended !== undefined && ended !== "exit") settle({ how: ended });
      else if (exit_code !== undefined) settle({ how: "exit", exit_code });
      else settle({ how: killedBy === null ? "no_sandbox" : "killed" });
    });
  });
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
