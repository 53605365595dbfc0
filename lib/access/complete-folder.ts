import { opendir, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import nodePath from "node:path";
import { resolveRoot } from "./resolve-root.ts";
import { type AccessOptions, rulesOf } from "./rules.ts";

/**
 * Names of folders that continue a path a person is typing: one level, below the folder they have typed so far. It looks
 * outside the roots, so only a person's own request may come here. What is denied is neither named nor entered; hidden
 * folders are named once a dot is typed. Never throws for a path, whatever it is.
 */
export async function completeFolder(
  prefix: string,
  deps: { options: Omit<AccessOptions, "roots">; signal: AbortSignal },
): Promise<{ folders: string[]; more: boolean }> {
  const { options, signal } = deps;
  const nothing = { folders: [], more: false };
  if (prefix.includes("\0") || !prefix.isWellFormed()) return nothing;
  const typed = atHome(prefix);
  const cut = Math.max(typed.lastIndexOf("/"), onWindows ? typed.lastIndexOf("\\") : -1) + 1;
  const above = typed.slice(0, cut);
  const begun = typed.slice(cut).toLowerCase();

  const rules = rulesOf(options);
  const place = { id: "/", label: "", path: above === "" ? "." : above };
  const folder = resolveRoot(place, rules);
  const wholeDisk = folder.state === "unhealthy" && folder.reason === "whole_disk";
  if (folder.state === "unhealthy" && !(wholeDisk && options.allow_outside_project)) return nothing;
  const real = folder.state === "ok" ? folder.real_path : folder.path;

  const found: string[] = [];
  let looked = 0;
  let more = false;
  try {
    for await (const entry of await opendir(real, { bufferSize: 256 })) {
      signal.throwIfAborted();
      looked += 1;
      if (looked > mostNames) {
        more = true;
        break;
      }
      const { name } = entry;
      if (!name.toLowerCase().startsWith(begun)) continue;
      if (name.startsWith(".") && !begun.startsWith(".")) continue;
      const path = nodePath.join(real, name);
      if (rules.denylist.denies(path)) continue;
      if (entry.isSymbolicLink() ? await leadsToFolder(path, rules) : entry.isDirectory()) {
        found.push(`${above}${name}`);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (found.length === 0 && isSystemError(error)) return nothing;
    if (!isSystemError(error)) throw error;
  }
  found.sort((a, b) => a.localeCompare(b));
  return { folders: found.slice(0, mostFolders), more: more || found.length > mostFolders };
}

/** Where a person begins to look for a folder: home, the disk, or the project where nothing beyond it may be read. */
export type StartingPlaces = {
  /** Whole paths that end in a separator. */
  starts: string[];
  /** Stands for a leading `~/` of what is typed. */
  home: string;
};

export async function startingPlaces(
  options: Omit<AccessOptions, "roots">,
): Promise<StartingPlaces> {
  const home = homedir();
  const rules = rulesOf(options);
  const places = options.allow_outside_project
    ? [home, nodePath.join(home, "Documents"), ...mounted, nodePath.parse(home).root]
    : [options.project_dir];
  const starts: string[] = [];
  for (const place of new Set(places)) {
    if (await leadsToFolder(place, rules)) starts.push(withSeparator(place));
  }
  return { starts, home };
}

/** Where systems show further disks. */
const mounted = process.platform === "darwin" ? ["/Volumes"] : [];

const withSeparator = (path: string): string =>
  path.endsWith(nodePath.sep) ? path : `${path}${nodePath.sep}`;

const mostNames = 10_000;
const mostFolders = 50;
const onWindows = process.platform === "win32";

/** Only here `~` means something: a shell would have put the folder in its place before anyone saw it. */
function atHome(prefix: string): string {
  return /^~[\\/]/.test(prefix) ? `${homedir()}${prefix.slice(1)}` : prefix;
}

async function leadsToFolder(path: string, rules: ReturnType<typeof rulesOf>): Promise<boolean> {
  try {
    const real = await realpath(path);
    return !rules.denylist.denies(real) && (await stat(real)).isDirectory();
  } catch {
    return false;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
