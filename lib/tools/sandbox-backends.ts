import { accessSync, constants, realpathSync } from "node:fs";
import path from "node:path";
import type { Lang } from "#lib/contracts/answer";
import type { Clock } from "#lib/contracts/ports";
import type { SandboxBackendId, SandboxLanguage, SandboxReport } from "#lib/contracts/sandbox";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import type { CommandSandbox } from "./command-sandbox.ts";
import type { OrphanWatch } from "./orphan-watch.ts";
import type { SandboxBackend } from "./providers/sandbox/backend.ts";
import { createGvisorBackend } from "./providers/sandbox/gvisor.ts";
import { removeStaleFolders } from "./providers/sandbox/machine/work-folder.ts";
import { createWallBackend } from "./providers/sandbox/wall.ts";
import { createWasmBackend } from "./providers/sandbox/wasm.ts";

/** The backends of this machine, and which of them a language runs on by the configuration as it is now. */
export type SandboxBackends = {
  readonly all: readonly SandboxBackend[];
  /** Throws AppError `sandbox_unavailable`: in place of a backend that is named there is never a weaker one. */
  choose(language: SandboxLanguage): Promise<SandboxBackend>;
  /** As `choose`, and throws where the language is not proven on it. */
  prove(language: SandboxLanguage): Promise<SandboxBackend>;
  close(): Promise<void>;
};

export function createSandboxBackends(deps: {
  all: readonly SandboxBackend[];
  configured: () => SandboxReport["configured"];
}): SandboxBackends {
  const { all, configured } = deps;
  async function choose(language: SandboxLanguage): Promise<SandboxBackend> {
    const set = configured();
    const wanted = set === "auto" ? auto[language] : [set];
    const fitting = all.filter(({ id, languages }) => {
      return wanted.includes(id) && languages.includes(language);
    });
    if (fitting.length === 0) {
      if (language === "shell") throw saidError("sandbox_unavailable", "sandbox.no_shell");
      const backend = wanted.join(", ");
      throw saidError("sandbox_unavailable", "sandbox.no_language", { language, backend });
    }
    const refused: Parameters<typeof saidError>[] = [];
    for (const backend of fitting) {
      const state = await backend.state();
      if (state.kind === "ready") return backend;
      refused.push(["sandbox_unavailable", state.why, state.values]);
    }
    const [first] = refused;
    throw first === undefined
      ? saidError("sandbox_unavailable", "snippet.not_known")
      : saidError(...first);
  }
  return {
    all,
    choose,
    async prove(language) {
      const backend = await choose(language);
      const known = await backend.proven(language);
      if (known.kind === "none") throw saidError("sandbox_unavailable", known.why, known.values);
      return backend;
    },
    async close() {
      await Promise.all(all.map((backend) => backend.close()));
    },
  };
}

/** What one can do here: each of its languages is tried, where it was not yet. Never throws. */
export async function tellBackend(
  { id, languages, state, proven }: SandboxBackend,
  lang: Lang,
): Promise<SandboxReport["backends"][number]> {
  const now = await state();
  const looked = await Promise.all(
    languages.map(async (language) => ({ language, known: await proven(language) })),
  );
  const detail: Record<string, string> = {};
  const missing: SandboxReport["backends"][number]["missing"] = [];
  for (const { language, known } of looked) {
    if (known.kind === "ready") detail[language] = known.by;
    else missing.push({ language, message: say(lang, known.why, known.values) });
  }
  const found = looked.flatMap(({ language, known }) => (known.kind === "ready" ? [language] : []));
  const of = { id, languages: [...languages], proven: found, missing };
  if (now.kind === "ready" && found.length > 0)
    return { ...of, state: "ready", detail: { ...detail, around: now.around } };
  const [first] = missing;
  const message = now.kind === "none" ? say(lang, now.why, now.values) : first?.message;
  return { ...of, state: "none", detail: {}, ...(message === undefined ? {} : { message }) };
}

/** Those that there are. To add one: its file in `providers/sandbox/`, and one line here. */
export function machineBackends(deps: {
  project_dir: string;
  /** The program's state, under which the folders of runs lie. */
  home: string;
  /** As in PATH. */
  search_path: string | undefined;
  /** What the commands of `bash` run in. */
  machine: CommandSandbox;
  clock: Clock;
  watch?: OrphanWatch;
  /** What code never sees, wherever it lies: documents and the folders of tools, as absolute real paths. */
  hidden?: () => readonly string[];
}): SandboxBackend[] {
  const { project_dir, home, search_path, machine, clock } = deps;
  const watch = deps.watch === undefined ? {} : { watch: deps.watch };
  const hidden = () => [...real([home, project_dir]), ...real(deps.hidden?.() ?? [])];
  return [
    createWasmBackend({ project_dir, clock, machine, ...watch }),
    createWallBackend({ home, clock, machine, hidden }),
    createGvisorBackend({ home, clock, hidden, ...watch, runsc: programIn(search_path, "runsc") }),
  ];
}

function real(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    try {
      return [realpathSync(folder)];
    } catch {
      return []; // it is not there
    }
  });
}

function programIn(search_path: string | undefined, name: string): string | undefined {
  const folders = (search_path ?? "").split(path.delimiter).filter(path.isAbsolute);
  return folders.map((folder) => path.join(folder, name)).find(mayRun);
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The machine's own shell takes a wall of the machine. */
const auto: Record<SandboxLanguage, readonly SandboxBackendId[]> = {
  javascript: ["wasm"],
  python: ["wasm"],
  shell: ["wall", "gvisor"],
};

/** Folders that runs of a program which was killed left behind; those of one that still runs stay. */
export const clearStaleRuns = (home: string): Promise<void> => removeStaleFolders(home);
