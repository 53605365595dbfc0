import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { CommandSandbox } from "../../../command-sandbox.ts";
import { endTree } from "../../../end-tree.ts";
import type { OrphanWatch } from "../../../orphan-watch.ts";
import type { UseLimits } from "../../builtin/sandbox/sandbox-limits.ts";
import { processUse } from "./process-use.ts";

/** A process that was started for one instance, however it is walled in. */
export type Launched = {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** Its processor time and memory now; undefined where the system does not show them. */
  use(): Promise<{ cpu_ms: number; memory_bytes: number } | undefined>;
  /** At once, with all that belongs to it. */
  end(): void;
  /** When nothing of it is left. */
  closed: Promise<void>;
};

/** What is started, and what it has to see of the disk. */
export type Program = { command: readonly string[]; sight: readonly string[] };

/** Without a sandbox of the machine around it: a group of its own and an empty environment. */
export function launchBare(watch?: OrphanWatch): (program: Program) => Launched {
  return ({ command: [file = "", ...args] }) => {
    const child = spawn(file, args, {
      cwd: process.platform === "win32" ? undefined : "/",
      // Next's types ask for a NODE_ENV. Windows starts nothing without its own folder.
      env: (process.platform === "win32"
        ? { SystemRoot: process.env.SystemRoot }
        : {}) as unknown as NodeJS.ProcessEnv,
      stdio: "pipe",
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    watch?.add(child.pid);
    const closed = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      child.once("close", () => resolve());
      child.once("exit", () => {
        endTree(child.pid);
        watch?.drop(child.pid);
      });
    });
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on("error", () => {});
    const { pid } = child;
    return {
      stdin: child.stdin,
      stdout: child.stdout,
      stderr: child.stderr,
      use: async () => (pid === undefined ? undefined : processUse(pid)),
      end: () => endTree(pid),
      closed,
    };
  };
}

/**
 * Inside the sandbox that the machine's commands have: no file but its own program, no network at all, no processes of
 * others, system calls filtered. Undefined where it cannot be made.
 */
export async function launchSandboxed(
  machine: CommandSandbox,
  { command, sight }: Program,
): Promise<Launched | undefined> {
  const running = await machine.start(command, {
    sight: { workspace: null, cwd: "/", readable: sight, hidden: [] },
    env: {},
    limits: outer,
    unwatched: true,
  });
  if (running === undefined) return undefined;
  return {
    stdin: running.stdin,
    stdout: running.stdout,
    stderr: running.stderr,
    use: () => running.use(),
    end: () => running.end("cancelled"),
    closed: running.closed.then(() => {}),
  };
}

const MiB = 1024 ** 2;
/** What no instance comes near; what one run may take is looked after by `instance.ts`. */
const outer: UseLimits = {
  processes: 64,
  memory_bytes: 9216 * MiB,
  file_bytes: 0,
  written_bytes: 16 * MiB,
  scratch_bytes: MiB,
  scratch_files: 1000,
  output_bytes: 1024 * MiB,
};
