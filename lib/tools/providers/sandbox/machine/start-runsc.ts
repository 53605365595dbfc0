import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { endTree } from "../../../end-tree.ts";
import type { OrphanWatch } from "../../../orphan-watch.ts";
import type { UseLimits } from "../../builtin/sandbox/sandbox-limits.ts";
import type { Outcome, Running } from "../../builtin/sandbox/spawn-sandboxed.ts";
import type { Use } from "../../builtin/sandbox/watch-over.ts";
import { treeUse } from "./tree-use.ts";

const LOOK_MS = 50;
/** How long a pipe may stay open once everything in the sandbox has ended. */
const DRAIN_MS = 1000;
/** runsc itself failed: it ends with this code, as a program may too, and has the reason in its log, which no code reaches. */
const FAILED = 128;

/**
 * Starts a bundle in a sandbox of gVisor: a kernel of its own, in a process without rights, between the code and the
 * machine's. No root and no daemon are needed. Its processes end with the one that was started here.
 */
export function startRunsc(deps: {
  runsc: string;
  bundle: string;
  folder: string;
  limits: UseLimits;
  onUse(use: Pick<Use, "cpu_ms">): void;
  watch?: OrphanWatch;
}): Running {
  const { runsc, bundle, folder, limits, onUse, watch } = deps;
  const log = path.join(folder, "runsc.log");
  const child = spawn(
    runsc,
    [
      ...["--rootless", "--network=none", "--ignore-cgroups", "--host-uds=none"],
      ...["--root", path.join(folder, "state"), "--log", log],
      ...["run", "--bundle", bundle, path.basename(folder)],
    ],
    {
      stdio: "pipe",
      detached: true,
      cwd: "/",
      // Next's types ask for a NODE_ENV, which is nothing to it.
      env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } as unknown as NodeJS.ProcessEnv,
    },
  );
  watch?.add(child.pid);
  let ended: Outcome["how"] | undefined;
  const { pid } = child;
  const end = (how: Outcome["how"]) => {
    ended ??= how;
    endTree(pid);
  };
  let over = false;
  let timer = setTimeout(look, LOOK_MS);
  async function look(): Promise<void> {
    if (pid === undefined) return;
    const use = await treeUse(pid);
    if (over) return;
    onUse(use);
    if (use.memory_bytes > limits.memory_bytes) end("memory");
    if (use.cpu_ms > (limits.cpu_ms ?? Number.POSITIVE_INFINITY)) end("processor");
    timer = setTimeout(look, LOOK_MS);
  }
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on("error", () => {});
  const closed = new Promise<Outcome & { error?: Error }>((resolve) => {
    const release = () => {
      over = true;
      clearTimeout(timer);
    };
    child.once("error", (error) => {
      release();
      resolve({ how: "no_sandbox", error });
    });
    child.once("exit", () => {
      release();
      endTree(pid);
      watch?.drop(pid);
      setTimeout(() => {
        for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      }, DRAIN_MS).unref();
    });
    child.once("close", (code) => {
      if (ended !== undefined && ended !== "exit") resolve({ how: ended });
      else if (code === null) resolve({ how: "killed" });
      else if (code === FAILED && isErrorIn(log)) resolve({ how: "no_sandbox" });
      else resolve({ how: "exit", exit_code: code });
    });
  });
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    use: async () => undefined,
    end,
    closed,
  };
}

function isErrorIn(log: string): boolean {
  try {
    return readFileSync(log, "utf8").includes('"level":"error"');
  } catch {
    return false; // it had nothing to say
  }
}
