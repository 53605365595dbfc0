import type { Clock } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";
import type { CommandSandbox } from "../../command-sandbox.ts";
import { proof, sandboxWorks } from "../builtin/sandbox/prove-sandbox.ts";
import type { BackendState, SandboxBackend, SandboxJob, SandboxRun } from "./backend.ts";
import { interpreterOf, machineEnvironment, placeOf, workName } from "./machine/interpreters.ts";
import { proofJob } from "./machine/proof-job.ts";
import { runInFolder } from "./machine/run-in-folder.ts";
import { withOutsideThings } from "./outside-things.ts";

/**
 * The machine's own python3, node and bash, in the sandbox that the tool `bash` runs its commands in: no network, system
 * calls filtered, nothing of the disk but the system's programs and a folder of this one run.
 */
export function createWallBackend(deps: {
  home: string;
  clock: Clock;
  machine: CommandSandbox;
  /** Folders that code is not to see where they lie among the system's programs: absolute real paths. */
  hidden: () => readonly string[];
}): SandboxBackend {
  const { home, clock, machine, hidden } = deps;
  const close = new AbortController();
  let proven: Promise<string | undefined> | undefined;

  function runHere(job: SandboxJob): Promise<SandboxRun> {
    return runInFolder({
      home,
      job: { ...job, signal: AbortSignal.any([job.signal, close.signal]) },
      now: () => clock.monotonic(),
      own_mb: 0,
      failed: "sandbox.failed",
      start: async ({ interpreter, program, work, limits, onUse }) => {
        const { file } = interpreter;
        if (file === undefined) return undefined;
        const as = placeOf(job.language, file);
        return machine.start(interpreter.command(as, program, job), {
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
          env: machineEnvironment(job.language),
          limits,
          onUse,
        });
      },
    });
  }

  async function state(): Promise<BackendState> {
    const known = await machine.state();
    if (known.kind === "none") return { kind: "none", why: known.why, values: known.values };
    if (!machine.bounded()) return { kind: "none", why: "sandbox.unbounded", values: {} };
    proven ??= prove(runHere);
    const reason = await proven;
    if (reason !== undefined) {
      proven = undefined;
      return { kind: "none", why: "sandbox.failed", values: { reason } };
    }
    const named = (["javascript", "python", "shell"] as const).map((language) => {
      const { name, file } = interpreterOf(language);
      return [language, file === undefined ? "none" : name];
    });
    return { kind: "ready", detail: { ...Object.fromEntries(named), around: "bubblewrap" } };
  }

  return {
    id: "wall",
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

/** A shell looks whether it holds, at the very place that code will have. */
function prove(run: (job: SandboxJob) => Promise<SandboxRun>): Promise<string | undefined> {
  return withOutsideThings(async ({ secret }) => {
    const ended = await run(proofJob(proof(secret)));
    if (ended.exit_code === 0 && ended.stdout.trim() === sandboxWorks) return undefined;
    return (ended.stdout.trim() || ended.stderr.trim() || ended.ended).slice(0, 200);
  });
}
