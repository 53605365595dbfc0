import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { namesBelow } from "#lib/access/path-form";
import { isAtLeast } from "#lib/platform/version-floors";
import { runCommand } from "./run-command.ts";

/**
 * The commands of this machine that the built-in tools are made of, looked for once. None of them is needed: where one is
 * missing or too old for the options we give it, a tool does the same by itself or says that it cannot.
 */
export type Commands = {
  find(name: CommandName): Promise<FoundCommand | undefined>;
  all(): Promise<{ name: CommandName; for: readonly string[]; found?: FoundCommand }[]>;
};

export type CommandName = "ls" | "fd" | "rg" | "bash" | "bwrap";
export type FoundCommand = {
  name: CommandName;
  /** Absolute. */
  path: string;
  version: string;
};

type Wanted = {
  /** The tools that are made of it. */
  for: readonly string[];
  /** Names that it goes by, best first. */
  names: readonly string[];
  /** Where its version stands in the first line that it says of itself. */
  version: RegExp;
  floor: string;
};

const wanted: Record<CommandName, Wanted> = {
  // From 9.0 on its names may end with a NUL, so that any name can be told from the next.
  ls: { for: ["ls"], names: ["ls"], version: /^ls \(GNU coreutils\) (\d+\.\d+)/, floor: "9.0" },
  fd: {
    for: ["ls", "find", "grep"],
    names: ["fd", "fdfind"],
    version: /^fd(?:find)? (\d+\.\d+\.\d+)/,
    floor: "8.3.0",
  },
  rg: { for: ["grep"], names: ["rg"], version: /^ripgrep (\d+\.\d+\.\d+)/, floor: "13.0.0" },
  bash: {
    for: ["bash"],
    names: ["bash"],
    version: /^GNU bash, version (\d+\.\d+\.\d+)/,
    floor: "4.0.0",
  },
  bwrap: {
    for: ["bash"],
    names: ["bwrap"],
    version: /^bubblewrap (\d+\.\d+\.\d+)/,
    floor: "0.8.0",
  },
};
export const commandNames = Object.keys(wanted) as CommandName[]; // the keys are typed so above

/** How long a command may take to say its version: the machine may be busy, and nobody waits for it yet. */
const sayingMs = 20_000;

/**
 * `search_path`: as in PATH; folders that are not named in full are passed over. `within_reach`: real paths of folders that
 * tools may write in at this moment; what lies there may be of a tool's making and is never run.
 */
export function createCommands(deps: {
  search_path: string | undefined;
  within_reach?: () => readonly string[];
}): Commands {
  const { within_reach = () => [] } = deps;
  const folders = (deps.search_path ?? "").split(path.delimiter).filter(path.isAbsolute);
  const looked = new Map<CommandName, Promise<FoundCommand | undefined>>();

  async function look(name: CommandName): Promise<FoundCommand | undefined> {
    const { names, version, floor } = wanted[name];
    for (const file of names.flatMap((one) => folders.map((folder) => path.join(folder, one)))) {
      if (!mayRun(file) || isWithin(file, within_reach())) continue;
      const said = await runCommand({
        command: file,
        args: ["--version"],
        cwd: path.dirname(file),
        signal: new AbortController().signal,
        timeout_ms: sayingMs,
        max_bytes: 65_536,
      });
      const [, number] = version.exec(said.stdout.toString("utf8")) ?? [];
      if (said.exit_code === 0 && number !== undefined && isAtLeast(number, floor)) {
        return { name, path: file, version: number };
      }
    }
    return undefined;
  }

  async function find(name: CommandName): Promise<FoundCommand | undefined> {
    const known = looked.get(name) ?? look(name);
    looked.set(name, known);
    const found = await known;
    return found !== undefined && isWithin(found.path, within_reach()) ? undefined : found;
  }

  return {
    find,
    all: () =>
      Promise.all(
        commandNames.map(async (name) => {
          const found = await find(name);
          const known = { name, for: wanted[name].for };
          return found === undefined ? known : { ...known, found };
        }),
      ),
  };
}

/** By its name, by the folder it really lies in, or by what it leads to. */
function isWithin(file: string, folders: readonly string[]): boolean {
  if (folders.length === 0) return false;
  const places = [file, ...[file, path.dirname(file)].flatMap(realOf)];
  return folders.some((folder) => places.some((place) => namesBelow(folder, place) !== undefined));
}

function realOf(place: string): string[] {
  try {
    return [realpathSync.native(place)];
  } catch {
    return [];
  }
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
