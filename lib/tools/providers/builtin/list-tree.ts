import { isUtf8 } from "node:buffer";
import { accessSync, constants, lstatSync, realpathSync, type Stats } from "node:fs";
import nodePath from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { listJudgedFolder } from "#lib/access/open-judged";
import type { HealthyRoot } from "#lib/access/resolve-root";
import type { SeenToolRoots } from "#lib/access/tool-roots";
import { AppError } from "#lib/contracts/errors";
import type { Commands } from "../../commands.ts";
import type { ProviderCall } from "../../provider.ts";
import { runCommand } from "../../run-command.ts";

/**
 * Everything below a judged folder, in the order of its names: by `ls` and `fd` where they are, else by Node. Neither is
 * believed: what is shown is there under the folder's real path now, and not on the denylist. Links are listed and not
 * followed. Files that a `.gitignore` names are files like any other. A name that is not UTF-8 could not be given back and
 * is only counted; what lies below it counts with it.
 */
export type TreeEntry = {
  /** Names from the folder on, joined by `/`. */
  path: string;
  kind: "file" | "folder" | "link" | "other";
  bytes: number;
  modified_at: string;
};

export type Tree = {
  entries: TreeEntry[];
  /** There is more than this program looks at. */
  cut: boolean;
  /** Folders that the system does not let us into. */
  unreadable: number;
};

export type Listing = Tree & { odd_names: number };

export type TreeOptions = {
  folder: { root: HealthyRoot; real_path: string; relative_path: string };
  /** 1: the folder's own entries. */
  depth: number;
  roots: SeenToolRoots;
  commands: Commands;
  call: Pick<ProviderCall, "signal" | "timeout_ms">;
  most?: number;
};

const mostEntries = 50_000;
const mostBytes = 16 * 1024 * 1024;
/** Entries between two looks at whether anybody still waits, and at what else there is to do. */
const atOnce = 250;

export async function listTree(options: TreeOptions): Promise<Listing> {
  const { most = mostEntries, folder, roots } = options;
  const named = (await namesByCommand(options)) ?? (await namesByNode(options, most));
  const tree = await standing(named.paths, options);
  const odd = [...named.odd].filter((name) => {
    const path = Buffer.from(name, "latin1").toString("utf8");
    return !roots.denies(folder.root, below(folder.relative_path, path));
  });
  return { ...tree, cut: named.cut || tree.cut, odd_names: odd.length };
}

/** What stands of these names, which may come from anywhere, below the folder now. */
export async function standing(
  names: readonly string[],
  options: Omit<TreeOptions, "commands">,
): Promise<Tree> {
  const { most = mostEntries } = options;
  const paths = inOrder(new Set(names));
  return { ...(await lookAtEach(paths.slice(0, most), options)), cut: paths.length > most };
}

type Names = {
  paths: string[];
  /** Paths whose last name is the first that is not UTF-8, a letter a byte. */
  odd: ReadonlySet<string>;
  cut: boolean;
};

/** Undefined where the command is missing or fails. */
async function namesByCommand(options: TreeOptions): Promise<Names | undefined> {
  const { folder, depth, commands, call } = options;
  const command = await commands.find(depth === 1 ? "ls" : "fd");
  if (command === undefined) return undefined;
  const limit = Number.isFinite(depth) ? [`--max-depth=${depth}`] : [];
  const args =
    depth === 1
      ? ["-1AU", "--zero"]
      : ["--hidden", "--no-ignore", "--print0", "--color=never", "--exclude=.git", ...limit];
  const { signal, timeout_ms } = call;
  const run = { command: command.path, args, cwd: folder.real_path, signal, timeout_ms };
  const ended = await runCommand({ ...run, max_bytes: mostBytes });
  if (ended.ended !== "exit" && ended.ended !== "output") return undefined;
  const whole = ended.stdout.subarray(0, ended.stdout.lastIndexOf(0) + 1);
  const odd = new Set<string>();
  const paths: string[] = [];
  // As text at once where that is possible: it is many times faster.
  const written = isUtf8(whole) ? "utf8" : "latin1";
  for (const listed of whole.toString(written).split("\0")) {
    const path = listed.replace(/^\.\//, "").replace(/\/$/, "");
    if (path === "") continue;
    if (written === "utf8") paths.push(path);
    else if (isText(path)) paths.push(Buffer.from(path, "latin1").toString("utf8"));
    else odd.add(upToOdd(path));
  }
  return { paths, odd, cut: ended.ended === "output" };
}

const isText = (bytes: string): boolean => isUtf8(Buffer.from(bytes, "latin1"));

function upToOdd(path: string): string {
  const names = path.split("/");
  return names.slice(0, names.findIndex((name) => !isText(name)) + 1).join("/");
}

async function namesByNode(options: TreeOptions, most: number): Promise<Names> {
  const { folder, depth, roots, call } = options;
  const paths: string[] = [];
  const odd = new Set<string>();
  const folders = [{ path: "", depth: 1 }];
  for (const at of folders) {
    if (paths.length > most) return { paths, odd, cut: true };
    await goOn(call.signal);
    for (const entry of entriesOf(nodePath.join(folder.real_path, at.path), at.path === "")) {
      if (!isUtf8(entry.name)) {
        const above = Buffer.from(at.path === "" ? "" : `${at.path}/`);
        odd.add(Buffer.concat([above, entry.name]).toString("latin1"));
        continue;
      }
      const name = entry.name.toString("utf8");
      const path = at.path === "" ? name : `${at.path}/${name}`;
      paths.push(path);
      const enters = entry.isDirectory() && at.depth < depth;
      if (enters && !roots.denies(folder.root, below(folder.relative_path, path))) {
        folders.push({ path, depth: at.depth + 1 });
      }
    }
  }
  return { paths, odd, cut: false };
}

/** A folder below that is gone by now, or closed, has none. */
function entriesOf(path: string, first: boolean) {
  try {
    return listJudgedFolder(path);
  } catch (error) {
    if (first) throw error;
    return [];
  }
}

async function lookAtEach(
  paths: readonly string[],
  { folder, depth, roots, call }: Omit<TreeOptions, "commands">,
): Promise<Omit<Tree, "cut">> {
  const entries: TreeEntry[] = [];
  const real = new Map<string, boolean>();
  let unreadable = 0;
  for (const [i, path] of paths.entries()) {
    if (i % atOnce === 0) await goOn(call.signal);
    if (roots.denies(folder.root, below(folder.relative_path, path))) continue;
    const absolute = nodePath.join(folder.real_path, path);
    const above = nodePath.dirname(absolute);
    const stands = real.get(above) ?? isReal(above);
    real.set(above, stands);
    const stat = stands ? look(absolute) : undefined;
    if (stat === undefined) continue;
    const kind = kindOf(stat);
    if (kind === "folder" && path.split("/").length < depth && !mayEnter(absolute)) unreadable += 1;
    entries.push({ path, kind, bytes: stat.size, modified_at: stat.mtime.toISOString() });
  }
  return { entries, unreadable };
}

/** Its own real path: no folder on the way is a link. */
function isReal(folder: string): boolean {
  try {
    return realpathSync.native(folder) === folder;
  } catch {
    return false;
  }
}

/** Undefined for what is not there, as where only another folder's listing named it, or where no path leads. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function kindOf(stat: Stats): TreeEntry["kind"] {
  if (stat.isFile()) return "file";
  if (stat.isDirectory()) return "folder";
  return stat.isSymbolicLink() ? "link" : "other";
}

/** What lies in a folder follows it at once. */
function inOrder(paths: Iterable<string>): string[] {
  const keys = Array.from(paths, (path) => path.replaceAll("/", "\0")).sort();
  return keys.map((key) => key.replaceAll("\0", "/"));
}

export function below(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

/** Lets others have their turn; throws when nobody waits any more. */
export async function goOn(signal: AbortSignal): Promise<void> {
  await nextTurn();
  if (signal.aborted) throw new AppError("cancelled", "The call was cancelled.");
}
