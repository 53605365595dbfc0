import type { Clock } from "#lib/contracts/ports";
import type { SandboxAround, SandboxLanguage } from "#lib/contracts/sandbox";
import { saidError } from "#lib/platform/said-error";
import type {
  BackendState,
  LanguageState,
  Missing,
  SandboxBackend,
  SandboxJob,
  SandboxRun,
} from "./backend.ts";
import { faultIn, languageProofs, proofJob } from "./language-proof.ts";
import { interpreterOf } from "./machine/interpreters.ts";
import { runInFolder, type Start } from "./machine/run-in-folder.ts";
import { type OutsideThings, withOutsideThings } from "./outside-things.ts";
import { createProofs } from "./proofs.ts";

/**
 * A backend that runs the machine's own python3, node and bash in a folder of each run. What kind of sandbox stands around
 * them is told by what is given here, and is the whole of a backend's own file.
 */
export function createMachineBackend(of: {
  id: SandboxBackend["id"];
  /** What a person calls the sandbox. */
  around: SandboxAround;
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

  /** At the very place that code will have: by a shell whether the sandbox holds, by each other language that it runs. */
  const proofs = createProofs(async (language) => {
    const { name: by, file } = interpreterOf(language);
    if (file === undefined) return none("sandbox.no_program", { program: by });
    const reason = await withOutsideThings(async (outside) => {
      const code = { shell: proof, python: languageProofs.python, javascript: languageProofs.node };
      return faultIn(await runHere(proofJob(language, code[language](outside))));
    });
    return reason === undefined ? { kind: "ready", by } : none(failed, { reason });
  });

  async function state(): Promise<BackendState> {
    const gone = (await missing()) ?? (await proofs.of("shell"));
    return gone.kind === "none" ? gone : { kind: "ready", around };
  }

  async function proven(language: SandboxLanguage): Promise<LanguageState> {
    const known = await state();
    return known.kind === "none" ? known : proofs.of(language);
  }

  return {
    id,
    languages: ["javascript", "python", "shell"],
    state,
    proven,
    provenNow: proofs.held,
    async run(job) {
      const known = await proven(job.language);
      if (known.kind === "none") throw saidError("sandbox_unavailable", known.why, known.values);
      if (job.around !== undefined && job.around !== around)
        throw saidError("approval_mismatch", "snippet.not_as_shown");
      if (close.signal.aborted) throw saidError("provider_closed", "error.closing");
      return runHere(job);
    },
    async close() {
      close.abort();
      await Promise.allSettled([...running]);
    },
  };
}

function none(why: Missing["why"], values: Missing["values"]): Missing {
  return { kind: "none", why, values };
}
