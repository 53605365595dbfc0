import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Clock } from "#lib/contracts/ports";
import type { MessageKey } from "#lib/platform/say";
import type { OrphanWatch } from "./orphan-watch.ts";
import { createProcessCap, type ProcessCap } from "./providers/builtin/sandbox/process-cap.ts";
import { proof, sandboxWorks } from "./providers/builtin/sandbox/prove-sandbox.ts";
import {
  type BareSight,
  preparation,
  type Sight,
  sandboxArguments,
  sandboxedProgram,
  sandboxedShell,
} from "./providers/builtin/sandbox/sandbox-arguments.ts";
import { sandboxLimits, type UseLimits } from "./providers/builtin/sandbox/sandbox-limits.ts";
import {
  type Ended,
  type Running,
  spawnSandboxed,
  startSandboxed,
} from "./providers/builtin/sandbox/spawn-sandboxed.ts";
import { systemCallFilter } from "./providers/builtin/sandbox/system-call-filter.ts";
import type { Use } from "./providers/builtin/sandbox/watch-over.ts";

/**
 * The one place where a command of a shell is run, and only in a sandbox. Whether a sandbox can be made on this machine
 * is not guessed: one is made at the start, and a shell in it looks whether it holds. Where it does not, nothing is
 * ever run, and `state` says why.
 */
export type CommandSandbox = {
  /** Proven once; a sandbox that could not be made is tried again after a while. */
  state(): Promise<SandboxState>;
  /** Runs it, whatever the state was said to be, in a whole sandbox or not at all. */
  run(command: string, asked: Asked): Promise<Ended>;
  /** Whether the kernel holds the number of processes of a sandbox; where it does not, only looking does. */
  bounded(): boolean;
  /** Starts a program in a sandbox and leaves its pipes to the caller; undefined where none can be made. */
  start(program: readonly string[], asked: AskedProgram): Promise<Running | undefined>;
  /** What is started, word by word, but for the command: for a person to see. */
  describe(sight: Sight): Promise<string[]>;
};

export type SandboxState =
  | { kind: "ready" }
  | {
      kind: "none";
      why: Extract<MessageKey, `sandbox.${string}`>;
      values: Record<string, string>;
      /** The proof did not come to its end, as on a machine that is too busy: it is tried again at once. */
      passing?: boolean;
    };

export type Asked = { sight: Sight; signal: AbortSignal; timeout_ms: number };
export type AskedProgram = {
  sight: BareSight;
  /** Empty: also without what a shell adds. */
  env: Record<string, string>;
  limits: UseLimits;
  onUse?: (use: Use) => void;
  unwatched?: true;
};

/** The environment of a command: nothing of this program's own. */
export function commandEnvironment(workspace: string): Record<string, string> {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
    HOME: workspace,
    LANG: "C.UTF-8",
    TERM: "dumb",
  };
}

const PROOF_MS = 20_000;
const AGAIN_MS = 30_000;
/** Those that make the sandbox, and some above the limit, so that whoever looks sees that it was passed. */
const OWN_PROCESSES = 32;
/** As much of an output as the tool runtime keeps for later pages, and some more. */
const KEPT_BYTES = 2 * 1024 ** 2;

export function createCommandSandbox(deps: {
  find: (name: "bash" | "bwrap") => Promise<{ path: string } | undefined>;
  clock: Clock;
  watch?: OrphanWatch;
  /** As this process has them. */
  machine?: { platform: string; arch: string; root: boolean };
  /** Instead of control groups. */
  cap?: (processes: number) => ProcessCap | undefined;
}): CommandSandbox {
  const { find, clock, watch, cap: makeCap = createProcessCap } = deps;
  const machine = deps.machine ?? {
    platform: process.platform,
    arch: process.arch,
    root: process.getuid?.() === 0,
  };
  const filter = systemCallFilter(machine.arch);
  let known: { again_at: number; state: Promise<SandboxState> } | undefined;

  async function commandOf(
    cap?: ProcessCap,
  ): Promise<{ bwrap: string[]; bash: string } | undefined> {
    const [bwrap, bash] = await Promise.all([find("bwrap"), find("bash")]);
    if (bwrap === undefined || bash === undefined) return undefined;
    return {
      bwrap: [...preparation(bash.path, machine.root, cap?.join), bwrap.path],
      bash: bash.path,
    };
  }

  async function run(command: string, { sight, signal, timeout_ms }: Asked): Promise<Ended> {
    const cap = bound(sandboxLimits.processes);
    const found = await commandOf(cap);
    if (found === undefined || filter === undefined) return nothingRan;
    const ended = await spawnSandboxed({
      command: found.bwrap,
      sandbox: sandboxArguments(sight, commandEnvironment(sight.workspace)),
      filter,
      inside: sandboxedShell(found.bash, command),
      signal,
      timeout_ms,
      kept_bytes: KEPT_BYTES,
      ...(watch === undefined ? {} : { watch }),
    });
    cap?.remove();
    return ended;
  }

  /** Where the kernel's limit of a user holds, that is enough. */
  function bound(processes: number): ProcessCap | undefined {
    return machine.root ? makeCap(processes + OWN_PROCESSES) : undefined;
  }

  async function start(
    program: readonly string[],
    { sight, env, limits, onUse, unwatched }: AskedProgram,
  ): Promise<Running | undefined> {
    const cap = bound(limits.processes);
    const found = await commandOf(cap);
    if (found === undefined || filter === undefined) return undefined;
    const running = startSandboxed(
      {
        command: found.bwrap,
        sandbox: sandboxArguments(sight, env, limits),
        filter,
        inside: sandboxedProgram(found.bash, program, limits, Object.keys(env).length === 0),
        limits,
        ...(onUse === undefined ? {} : { onUse }),
        ...(unwatched === undefined ? {} : { unwatched }),
        ...(watch === undefined ? {} : { watch }),
      },
      "input",
    );
    if ("error" in running) {
      cap?.remove();
      return undefined;
    }
    void running.closed.then(() => cap?.remove());
    return running;
  }

  async function prove(): Promise<SandboxState> {
    if (machine.platform !== "linux")
      return none("sandbox.other_system", { system: machine.platform });
    if (filter === undefined) return none("sandbox.other_machine", { machine: machine.arch });
    if ((await find("bwrap")) === undefined) return none("sandbox.no_bwrap");
    if ((await find("bash")) === undefined) return none("sandbox.no_bash");
    const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "docent-sandbox-")));
    try {
      const workspace = path.join(folder, "workspace");
      mkdirSync(workspace);
      const secret = path.join(folder, "outside");
      writeFileSync(secret, "");
      const ended = await run(proof(secret), {
        sight: { workspace, cwd: workspace, readable: [], hidden: [] },
        signal: AbortSignal.timeout(2 * PROOF_MS),
        timeout_ms: PROOF_MS,
      });
      const said = [
        ...ended.stdout.text.trim().split("\n"),
        ...ended.stderr.text.trim().split("\n"),
      ];
      if (ended.how === "exit" && ended.exit_code === 0 && said[0] === sandboxWorks)
        return { kind: "ready" };
      const reason = said.find((line) => line !== "")?.slice(0, 200) ?? ended.how;
      const passing = ended.how !== "exit" && ended.how !== "no_sandbox";
      return { ...none("sandbox.failed", { reason }), ...(passing ? { passing } : {}) };
    } catch (error) {
      return none("sandbox.failed", { reason: error instanceof Error ? error.name : "unknown" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  return {
    state() {
      const now = clock.monotonic();
      if (known !== undefined && now < known.again_at) return known.state;
      const proving = { again_at: now + AGAIN_MS, state: prove() };
      known = proving;
      void proving.state.then((state) => {
        if (state.kind === "ready") proving.again_at = Number.POSITIVE_INFINITY;
        else if (state.passing) proving.again_at = 0;
      });
      return proving.state;
    },
    run,
    start,
    bounded() {
      const cap = bound(1);
      cap?.remove();
      return !machine.root || cap !== undefined;
    },
    async describe(sight) {
      const found = await commandOf();
      if (found === undefined) return [];
      const sandbox = sandboxArguments(sight, commandEnvironment(sight.workspace));
      return [...found.bwrap, ...sandbox.map(String), "--", found.bash];
    },
  };
}

const nothing = { text: "", left_out_bytes: 0 };
const nothingRan: Ended = { how: "no_sandbox", stdout: nothing, stderr: nothing };

function none(
  why: Extract<MessageKey, `sandbox.${string}`>,
  values: Record<string, string> = {},
): Extract<SandboxState, { kind: "none" }> {
  return { kind: "none", why, values };
}
