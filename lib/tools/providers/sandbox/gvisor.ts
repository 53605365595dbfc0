import type { Clock } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";
import type { OrphanWatch } from "../../orphan-watch.ts";
import type { BackendState, SandboxBackend, SandboxJob, SandboxRun } from "./backend.ts";
import { writeBundle } from "./machine/gvisor-bundle.ts";
import { gvisorProof, gvisorWorks } from "./machine/gvisor-proof.ts";
import { interpreterOf, machineEnvironment, placeOf } from "./machine/interpreters.ts";
import { proofJob } from "./machine/proof-job.ts";
import { runInFolder } from "./machine/run-in-folder.ts";
import { startRunsc } from "./machine/start-runsc.ts";
import { withOutsideThings } from "./outside-things.ts";

/**
 * The machine's own python3, node and bash inside gVisor: the code talks to a kernel that is a program without rights. One
 * sandbox for each run, without a network.
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
  const close = new AbortController();
  let proven: Promise<string | undefined> | undefined;

  function runHere(job: SandboxJob): Promise<SandboxRun> {
    return runInFolder({
      home,
      job: { ...job, signal: AbortSignal.any([job.signal, close.signal]) },
      now: () => clock.monotonic(),
      own_mb: kernelMb,
      failed: "sandbox.gvisor_failed",
      start: async ({ interpreter, program, folder, work, limits, onUse }) => {
        const { file } = interpreter;
        if (file === undefined || runsc === undefined) return undefined;
        const as = placeOf(job.language, file);
        const bundle = writeBundle({
          ...{ folder, work, limits, hidden: hidden() },
          args: interpreter.command(as, program, job),
          env: machineEnvironment(job.language),
          shown: as === file ? [] : [{ file, as }],
        });
        return startRunsc({ runsc, bundle, folder, limits, onUse, ...(watch ? { watch } : {}) });
      },
    });
  }

  async function state(): Promise<BackendState> {
    if (process.platform !== "linux") {
      return none("sandbox.other_system", { system: process.platform });
    }
    if (runsc === undefined) return none("sandbox.no_runsc");
    proven ??= prove(runHere);
    const reason = await proven;
    if (reason !== undefined) {
      proven = undefined;
      return none("sandbox.gvisor_failed", { reason });
    }
    const named = (["javascript", "python", "shell"] as const).map((language) => {
      const { name, file } = interpreterOf(language);
      return [language, file === undefined ? "none" : name];
    });
    return { kind: "ready", detail: { ...Object.fromEntries(named), around: "gVisor" } };
  }

  return {
    id: "gvisor",
    languages: ["javascript", "python", "shell"],
    state,
    async run(job) {
      const known = await state();
      if (known.kind === "none") throw saidError("sandbox_unavailable", known.why, known.values);
      const { name, file } = interpreterOf(job.language);
      if (file === undefined) {
        throw saidError("sandbox_unavailable", "sandbox.no_program", { program: name });
      }
      if (close.signal.aborted) throw saidError("provider_closed", "error.closing");
      return runHere(job);
    },
    async close() {
      close.abort();
    },
  };
}

/** What the kernel of gVisor takes for itself. */
const kernelMb = 160;

function prove(run: (job: SandboxJob) => Promise<SandboxRun>): Promise<string | undefined> {
  return withOutsideThings(async ({ secret, port }) => {
    const ended = await run(proofJob(gvisorProof(secret, port)));
    if (ended.exit_code === 0 && ended.stdout.trim() === gvisorWorks) return undefined;
    return (ended.stdout.trim() || ended.stderr.trim() || ended.ended).slice(0, 200);
  });
}

type None = Extract<BackendState, { kind: "none" }>;
function none(why: None["why"], values: None["values"] = {}): None {
  return { kind: "none", why, values };
}
