import type { Clock } from "#lib/contracts/ports";
import type { CommandSandbox } from "../../command-sandbox.ts";
import { proof } from "../builtin/sandbox/prove-sandbox.ts";
import type { SandboxBackend } from "./backend.ts";
import { workName } from "./machine/interpreters.ts";
import { createMachineBackend } from "./machine-backend.ts";

/**
 * The machine's own programs in the sandbox that the tool `bash` runs its commands in: no network, system calls filtered,
 * nothing of the disk but the system's programs and a folder of this one run.
 */
export function createWallBackend(deps: {
  home: string;
  clock: Clock;
  machine: CommandSandbox;
  /** Folders that code is not to see where they lie among the system's programs: absolute real paths. */
  hidden: () => readonly string[];
}): SandboxBackend {
  const { home, clock, machine, hidden } = deps;
  return createMachineBackend({
    id: "wall",
    around: "bubblewrap",
    failed: "sandbox.failed",
    ...{ home, clock, own_mb: 0 },
    async missing() {
      const known = await machine.state();
      if (known.kind === "none") return { kind: "none", why: known.why, values: known.values };
      if (!machine.bounded()) return { kind: "none", why: "sandbox.unbounded", values: {} };
      return undefined;
    },
    proof: ({ secret }) => proof(secret),
    start: ({ command, env, file, as, work, limits, onUse }) =>
      machine.start(command, {
        sight: {
          workspace: work,
          cwd: workName,
          readable: as === file ? [] : [file],
          hidden: hidden(),
          shown_as: new Map([
            [work, workName],
            [file, as],
          ]),
        },
        ...{ env, limits, onUse },
      }),
  });
}
