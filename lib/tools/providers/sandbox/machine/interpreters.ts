import { accessSync, constants, realpathSync } from "node:fs";
import path from "node:path";
import type { SandboxLanguage } from "#lib/contracts/sandbox";
import type { SandboxJob } from "../backend.ts";

/** A program of the machine that runs code of a language: how it is called, and what it takes for itself. */
export type Interpreter = {
  /** What a person calls it. */
  name: string;
  /** Absolute; undefined where the machine has none. */
  file: string | undefined;
  /** The name that the code is given as a file. */
  main: string;
  /** How it is called; `file` is where the sandbox shows it. */
  command(file: string, main: string, job: SandboxJob): string[];
  /** Memory that it takes before the code does. */
  own_mb: number;
  /** Memory that it sets aside and mostly never uses; a limit on that would keep it from starting. */
  reserved_mb: number;
  /** By what it says in its last words that memory was short. */
  outOfMemory: RegExp;
};

/** Only programs of the system: what a person has put into a folder of their own the sandbox does not show. */
const folders = ["/usr/local/bin", "/usr/bin", "/bin"];

export function interpreterOf(language: SandboxLanguage): Interpreter {
  return interpreters[language];
}

const interpreters: Record<SandboxLanguage, Interpreter> = {
  python: {
    name: "python3",
    file: found("python3"),
    main: "main.py",
    command: (file, main, { args }) => [file, "-B", "-X", "utf8", main, ...args],
    own_mb: 16,
    reserved_mb: 64,
    outOfMemory: /^MemoryError\b/m,
  },
  javascript: {
    name: "node",
    // The one that runs this program; it is shown in the sandbox wherever it lies.
    file: realpathSync(process.execPath),
    main: "main.js",
    command: (file, main, { args, limits }) => [
      file,
      `--max-old-space-size=${limits.memory_mb}`,
      main,
      ...args,
    ],
    own_mb: 64,
    reserved_mb: 1024,
    outOfMemory: /JavaScript heap out of memory|Array buffer allocation failed/,
  },
  shell: {
    name: "bash",
    file: found("bash"),
    main: "main.sh",
    command: (file, main, { args }) => [file, "--noprofile", "--norc", main, ...args],
    own_mb: 8,
    reserved_mb: 64,
    outOfMemory: /cannot allocate/i,
  },
};

function found(name: string): string | undefined {
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Nothing of this program's own; what programs keep for themselves they put where it goes with the sandbox. */
export function machineEnvironment(language: SandboxLanguage): Record<string, string> {
  const common = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/tmp",
    LANG: "C.UTF-8",
    TERM: "dumb",
  };
  if (language !== "python") return common;
  const oneThread = { OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };
  return { ...common, ...oneThread, MPLBACKEND: "Agg", MPLCONFIGDIR: "/tmp" };
}

/** Where the sandbox shows it. The system's own programs keep their places. */
export function placeOf(language: SandboxLanguage, file: string): string {
  return language === "javascript" ? "/opt/node" : file;
}

/** The folder that code starts in, by the name it has in there. */
export const workName = "/work";
