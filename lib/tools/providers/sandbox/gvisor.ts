import type { Clock } from "#lib/contracts/ports";
import type { OrphanWatch } from "../../orphan-watch.ts";
import type { SandboxBackend } from "./backend.ts";
import { writeBundle } from "./machine/gvisor-bundle.ts";
import { gvisorProof } from "./machine/gvisor-proof.ts";
import { startRunsc } from "./machine/start-runsc.ts";
import { createMachineBackend } from "./machine-backend.ts";

/**
 * The machine's own programs inside gVisor: the code talks to a kernel that is a program without rights. One sandbox for
 * each run, without a network.
 */
export function createGvisorBackend(deps: {
  home: string;
  clock: Clock;
  /** Absolute; undefined where the machine has none. */
  runsc: string | undefined;
  watch?: OrphanWatch;
  /** Folders that code is not to see where they lie among the system's programs: absolute real paths. */
  hidden: () => readonly string[];
}): SandboxBackend {
  const { home, clock, runsc, watch, hidden } = deps;
  return createMachineBackend({
    id: "gvisor",
    around: "gVisor",
    failed: "sandbox.gvisor_failed",
    ...{ home, clock, own_mb: kernelMb },
    async missing() {
      const { platform: system } = process;
      if (system !== "linux")
        return { kind: "none", why: "sandbox.other_system", values: { system } };
      if (runsc === undefined) return { kind: "none", why: "sandbox.no_runsc", values: {} };
      return undefined;
    },
    proof: ({ secret, port }) => gvisorProof(secret, port),
    async start({ command: args, env, file, as, folder, work, limits, onUse }) {
      if (runsc === undefined) return undefined;
      const bundle = writeBundle({
        ...{ folder, work, limits, args, env, hidden: hidden() },
        shown: as === file ? [] : [{ file, as }],
      });
      return startRunsc({ runsc, bundle, folder, limits, onUse, ...(watch ? { watch } : {}) });
    },
  });
}

/** What the kernel of gVisor takes for itself. */
const kernelMb = 160;
