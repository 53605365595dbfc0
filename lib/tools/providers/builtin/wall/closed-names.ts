import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { SeenToolRoots } from "#lib/access/tool-roots";

/** More names are not gone through before each command, and a wall has no more doors to close than so many. */
const MOST_NAMES = 50_000;
const MOST_CLOSED = 1000;

/**
 * What lies in the tool folders and is nobody's to see all the same: names on the denylist, and sockets and pipes through
 * which a program outside could be talked to. From the top down, links not followed. A command finds them covered.
 */
export async function closedNames(roots: SeenToolRoots, signal: AbortSignal): Promise<string[]> {
  const closed: string[] = [];
  const waiting = roots
    .list()
    .flatMap((root) => (root.state === "ok" ? [{ root, relative: "" }] : []));
  let seen = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { root, relative } = next;
    for (const entry of await entriesOf(path.join(root.real_path, relative))) {
      seen++;
      if (signal.aborted || seen > MOST_NAMES || closed.length === MOST_CLOSED) return closed;
      const below = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.isSymbolicLink()) continue;
      const door = !entry.isFile() && !entry.isDirectory();
      if (door || roots.denies(root, below)) closed.push(path.join(root.real_path, below));
      else if (entry.isDirectory()) waiting.push({ root, relative: below });
    }
  }
  return closed;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return []; // gone, or closed to Docent and so to the command too
  }
}
