import type { Clock } from "#lib/contracts/ports";
import type { SandboxAround, SandboxLanguage } from "#lib/contracts/sandbox";
import { saidError } from "#lib/platform/said-error";
import type { CommandSandbox } from "../../command-sandbox.ts";
import type { OrphanWatch } from "../../orphan-watch.ts";
import type {
  BackendState,
  LanguageState,
  Missing,
  SandboxBackend,
  SandboxJob,
  SandboxRun,
} from "./backend.ts";
import { judgeOutputs } from "./judge-outputs.ts";
import { faultIn, languageProofs, proofJob } from "./language-proof.ts";
import { withOutsideThings } from "./outside-things.ts";
import { createProofs } from "./proofs.ts";
import { createSpares } from "./spares.ts";
import { createInstance, type Instance } from "./wasm/instance.ts";
import { launchBare, launchSandboxed } from "./wasm/launch.ts";
import { type WasmLanguage, wasmProgram } from "./wasm/program.ts";

/**
 * JavaScript and Python as WebAssembly, on every system: QuickJS and Pyodide, each in a process of its own with nothing but
 * its engine in sight. One instance is kept warm for each language once it was used; each is used once.
 */
export function createWasmBackend(deps: {
  project_dir: string;
  clock: Clock;
  watch?: OrphanWatch;
  /** The sandbox of the machine's commands; each instance stands inside it where it can be made. */
  machine?: CommandSandbox;
  /** Instead of the words that start an instance. */
  command?: (command: readonly string[]) => readonly string[];
}): SandboxBackend {
  const { project_dir, clock, watch, machine, command = (words) => words } = deps;
  const bare = launchBare(watch);

  async function make(language: WasmLanguage): Promise<Placed> {
    const own = wasmProgram(language, project_dir);
    const program = { ...own, command: command(own.command) };
    const sandboxed = await isSandboxed();
    // Nothing is started that nobody would end any more.
    if (closed) throw saidError("provider_closed", "error.closing");
    const launched = sandboxed && machine ? await launchSandboxed(machine, program) : bare(program);
    if (launched === undefined) throw saidError("sandbox_unavailable", "sandbox.failed", lost);
    const stands = sandboxed ? "bubblewrap" : "none";
    return { ...createInstance(launched, { now: () => clock.monotonic() }), behind: stands };
  }
  let closed = false;
  let around: "bubblewrap" | "none" | undefined;
  /**
   * Once there was a second wall, or where bubblewrap only failed for now, nothing runs without it: code that was allowed
   * behind two walls is never behind one.
   */
  async function isSandboxed(): Promise<boolean> {
    const now = await machine?.state();
    if (now?.kind === "ready") around = "bubblewrap";
    else if (around === "bubblewrap" || (now?.kind === "none" && now.passing)) {
      throw saidError("sandbox_unavailable", "sandbox.failed", lost);
    } else around = "none";
    return around === "bubblewrap";
  }
  const spares = createSpares<WasmLanguage, Promise<Placed>>({
    make: (language) => {
      const made = make(language);
      made.catch(() => {}); // whoever takes it is told; nobody may
      return made;
    },
    isAlive: (made) =>
      made.then(
        (instance) => instance.ready,
        () => false,
      ),
    end: (made) =>
      made.then(
        (instance) => instance.end(),
        () => {},
      ),
    idle_ms: idleMs,
  });
  const running = new Set<Instance>();

  /** The process around the engine looks what it could get hold of, and then a program in the engine does. */
  const proofs = createProofs(async (language) => {
    if (!isWasm(language)) return none("sandbox.no_shell");
    const reason = await withOutsideThings(async (outside) => {
      const instance = await make(language);
      running.add(instance);
      try {
        if (!(await inTime(instance, new AbortController().signal))) return notUp;
        const found = await instance.probe(outside.secret, outside.port);
        if (found === undefined) return "the instance did not answer";
        if (found[0] !== undefined) return found[0];
        const code = engines[language].proof(outside);
        return faultIn(await instance.run(proofJob(language, code)));
      } finally {
        running.delete(instance);
        await instance.end();
      }
    });
    return reason === undefined
      ? { kind: "ready", by: engines[language].name }
      : none("sandbox.wasm_failed", { reason });
  });

  /** One that was kept since before there was a second wall is as good as none. */
  async function behind(around: SandboxAround, language: WasmLanguage): Promise<Placed> {
    const spare = await spares.take(language);
    if (spare.behind === around) return spare;
    await spare.end();
    const made = await make(language);
    if (made.behind === around) return made;
    await made.end();
    throw saidError("approval_mismatch", "snippet.not_as_shown");
  }

  async function state(): Promise<BackendState> {
    if (typeof WebAssembly === "undefined") return none("sandbox.no_webassembly");
    const known = await proofs.of("javascript");
    if (known.kind === "none") return known;
    try {
      await isSandboxed();
    } catch {
      return none("sandbox.failed", lost);
    }
    return { kind: "ready", around: around ?? "none" };
  }

  async function proven(language: SandboxLanguage): Promise<LanguageState> {
    const known = await state();
    return known.kind === "none" ? known : proofs.of(language);
  }

  return {
    id: "wasm",
    languages: ["javascript", "python"],
    state,
    proven,
    provenNow: proofs.held,
    async run(job: SandboxJob): Promise<SandboxRun> {
      const { language } = job;
      if (!isWasm(language)) throw saidError("sandbox_unavailable", "sandbox.no_shell");
      const wall = await state();
      if (wall.kind === "none") throw saidError("sandbox_unavailable", wall.why, wall.values);
      if (job.around !== undefined && job.around !== wall.around)
        throw saidError("approval_mismatch", "snippet.not_as_shown");
      if (closed) throw saidError("provider_closed", "error.closing");
      spares.keep(language); // it comes up while the proof runs
      const known = await proofs.of(language);
      if (known.kind === "none") throw saidError("sandbox_unavailable", known.why, known.values);
      const instance = await behind(wall.around, language);
      running.add(instance);
      try {
        if (closed) throw saidError("provider_closed", "error.closing");
        if (!(await inTime(instance, job.signal))) {
          if (job.signal.aborted) return cancelled;
          const values = { reason: notUp };
          throw saidError("sandbox_unavailable", "sandbox.wasm_failed", values);
        }
        const run = await instance.run(job);
        const { files, left_out, full } = judgeOutputs(run.files, job, job.limits);
        const ended = full && run.ended === "exit" ? "files" : run.ended;
        return { ...run, ended, files, left_out: [...run.left_out, ...left_out] };
      } finally {
        running.delete(instance);
        await instance.end();
        if (!closed) spares.keep(language);
      }
    },
    async close() {
      closed = true;
      await Promise.all([...running].map((instance) => instance.end()));
      await spares.close();
    },
  };
}

type Placed = Instance & { behind: SandboxAround };

/** Why there is no sandbox around the instance where there was one. */
const lost = { reason: "bubblewrap does not answer" };
/** An unused instance takes memory: 40 MB in JavaScript, 160 MB in Python. */
const idleMs = 600_000;
/** On a machine that is very busy. */
const startMs = 60_000;

const notUp = "no instance came up";

const engines = {
  javascript: { name: "QuickJS", proof: languageProofs.quickjs },
  python: { name: "Pyodide", proof: languageProofs.python },
} as const;

const isWasm = (language: SandboxLanguage): language is WasmLanguage => language !== "shell";

/** Whether it came up before the call was cancelled or the time for it is over. */
function inTime(instance: Instance, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (up: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", give);
      resolve(up);
    };
    const give = () => done(false);
    const timer = setTimeout(give, startMs);
    signal.addEventListener("abort", give, { once: true });
    if (signal.aborted) give();
    else void instance.ready.then(done);
  });
}

const cancelled: SandboxRun = {
  ...{ ended: "cancelled", exit_code: null, stdout: "", stderr: "", output_left_out: 0 },
  ...{ files: [], left_out: [], wall_ms: 0, cpu_ms: null },
};

function none(why: Missing["why"], values: Missing["values"] = {}): Missing {
  return { kind: "none", why, values };
}
