import type { Dirent, Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { codeOf } from "#lib/access/hold-folder";
import type { SeenToolRoots } from "#lib/access/tool-roots";
import { saidError } from "#lib/platform/said-error";

/** More names are not gone through before each command, and a sandbox covers no more than so many. */
const MOST_NAMES = 500_000;
const MOST_CLOSED = 1000;

/**
 * What lies in the tool folders and is nobody's to see all the same: names on the denylist, and sockets and pipes through
 * which a program outside could be talked to. Paths from the top down, as bytes, since not every name is text; links are
 * not followed. A command finds them covered. Throws AppError where they cannot all be found or are too many, because a
 * command is not run half covered.
 */
export async function closedNames(roots: SeenToolRoots, signal: AbortSignal): Promise<Buffer[]> {
  const closed: Buffer[] = [];
  const waiting = roots
    .list()
    .flatMap((root) =>
      root.state === "ok" ? [{ root, folder: Buffer.from(root.real_path), relative: "" }] : [],
    );
  let seen = 0;
  // Looked at as it grows.
  for (const { root, folder, relative } of waiting) {
    for (const entry of await entriesOf(folder, () => roots.show(folder.toString()))) {
      signal.throwIfAborted();
      if (++seen > MOST_NAMES) throw tooMany("command.too_many_names", MOST_NAMES);
      if (entry.isSymbolicLink()) continue;
      const name = entry.name.toString();
      const below = relative === "" ? name : `${relative}/${name}`;
      const path = Buffer.concat([folder, slash, entry.name]);
      const special = !entry.isFile() && !entry.isDirectory();
      if (special || roots.denies(root, below)) closed.push(path);
      else if (entry.isDirectory()) waiting.push({ root, folder: path, relative: below });
      if (closed.length > MOST_CLOSED) throw tooMany("command.too_many_closed", MOST_CLOSED);
    }
  }
  return closed;
}

const slash = Buffer.from("/");

function tooMany(key: "command.too_many_names" | "command.too_many_closed", most: number) {
  return saidError("too_many_files", key, { most });
}

async function entriesOf(folder: Buffer, shown: () => string): Promise<Dirent<Buffer>[]> {
  try {
    return await readdir(folder, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    if (isGone(error) || (await isAnothers(folder))) return [];
    throw saidError("unreadable", "command.closed_folder", { path: shown() }, { cause: error });
  }
}

const isGone = (error: unknown) => ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");

/** A folder of somebody else, closed to Docent, is closed to the command too; one's own the command could open. */
async function isAnothers(folder: Buffer): Promise<boolean> {
  let stat: Stats;
  try {
    stat = await lstat(folder);
  } catch (error) {
    return isGone(error);
  }
  return stat.uid !== process.geteuid?.();
}
