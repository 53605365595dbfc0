import type { Clock } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";
import type { BackendState, Missing, SandboxBackend, SandboxJob, SandboxRun } from "./backend.ts";
import { interpreterOf } from "./machine/interpreters.ts";
import { proofJob } from "./machine/proof-job.ts";
import { runInFolder, type Start } from "./machine/run-in-folder.ts";
import { type OutsideThings, withOutsideThings } from "./outside-things.ts";

/**
 * A backend that runs the machine's own python3, node and bash in a folder of each run. What kind of sandbox stands around
 * them is told by what is given here, and is the whole of a backend's own file.
 */
export function createMachineBackend(of: {
  id: SandboxBackend["id"];
  /** What a person calls the sandbox. */
  around: string;
  home: string;
  clock: Clock;
  /** Memory that the sandbox itself takes. */
  own_mb: number;
  /** What is said where none could be made. */
  failed: "sandbox.failed" | "sandbox.gvisor_failed";
  /** Why it cannot even be tried here; undefined where it can. */
  missing(): Promise<Missing | undefined>;
  /** A script of a shell that looks whether the sandbox holds, and prints `ready` alone where it does. */
  proof(outside: OutsideThings): string;
  start: Start;
}): SandboxBackend {
  const { id, around, home, clock, own_mb, failed, missing, proof, start } = of;
  const close = new AbortController();
  const running = new Set<Promise<unknown>>();
  let proven: Promise<string | undefined> | undefined;

  function runHere(job: SandboxJob): Promise<SandboxRun> {
    const run = runInFolder({
      ...{ home, own_mb, failed, start },
      job: { ...job, signal: AbortSignal.any([job.signal, close.signal]) },
      now: () => clock.monotonic(),
    });
    running.add(run);
    const over = () => running.delete(run);
    run.then(over, over);
    return run;
  }

  /** A shell looks whether it holds, at the very place that code will have. */
  function prove(): Promise<string | undefined> {
    return withOutsideThings(async (outside) => {
      const { ended, exit_code, stdout, stderr } = await runHere(proofJob(proof(outside)));
      if (exit_code === 0 && stdout.trim() === works) return undefined;
      return (stdout.trim() || stderr.trim() || ended).slice(0, 200);
    });
  }

  async function state(): Promise<BackendState> {
    const gone = await missing();
    if (gone !== undefined) return gone;
    proven ??= prove();
    const reason = await proven;
    if (reason !== undefined) {
      proven = undefined;
      return { kind: "none", why: failed, values: { reason } };
    }
    const named = languages.map((language) => {
      const { name, file } = interpreterOf(language);
      return [language, file === undefined ? "none" : name];
    });
    return { kind: "ready", detail: { ...Object.fromEntries(named), around } };
  }

  return {
    id,
    languages,
    state,
    async run(job) {
      const known = await state();
      if (known.kind === "none") throw saidError("sandbox_unavailable", known.why, known.values);
      if (close.signal.aborted) throw saidError("provider_closed", "error.closing");
      return runHere(job);
    },
    async close() {
      close.abort();
      await Promise.allSettled([...running]);
    },
  };
}

const languages = ["javascript", "python", "shell"] as const;
/** The last and only word of a proof that holds. */
const works = "ready";
