import { opendirSync } from "node:fs";
import { type HealthyRoot, type ResolvedRoot, unhealthyRoot } from "#lib/access/resolve-root";
import type { Clock } from "#lib/contracts/ports";

/**
 * Roots that cannot be reached for the time being: a disk that was unplugged, a share that is down, a folder that was
 * renamed. What was read of them is kept for ten minutes, so that a root that comes back is searched at once. A root
 * that may no longer be read is not away: it is gone.
 */
export type AwayRoots = {
  /**
   * The roots with those found to be emptied: a folder that files were found in and that is another one now, with nothing
   * in it. Where a disk was mounted the bare mount point looks so.
   */
  see(roots: readonly ResolvedRoot[]): ResolvedRoot[];
  /** The ids, of roots that were seen, of those whose files are kept although they are not there. */
  kept(seen: readonly ResolvedRoot[]): ReadonlySet<string>;
  /** Notes whether files were found in the folder that the root is at this moment. */
  note(root: HealthyRoot, files: number): void;
  /** Which folder the files of each root were found in, to be known again at the next start. */
  homes: { all(): Record<string, string>; restore(homes: Record<string, string>): void };
};

const keptMs = 10 * 60_000;

export function createAwayRoots(clock: Clock): AwayRoots {
  const since = new Map<string, number>();
  /** The folder that the files of a root were found in. */
  const homes = new Map<string, string>();

  /** For ten minutes; a folder that is still empty then is taken for what it is. */
  function isEmptied(root: HealthyRoot): boolean {
    const home = homes.get(root.id);
    if (home === undefined || home === root.identity) return false;
    const now = clock.monotonic();
    if (now - (since.get(root.id) ?? now) < keptMs) return isEmpty(root.real_path);
    homes.delete(root.id);
    return false;
  }

  return {
    see: (roots) =>
      roots.map((root) =>
        root.state === "ok" && isEmptied(root)
          ? unhealthyRoot(root, "unreadable", "emptied")
          : root,
      ),
    kept(seen) {
      const away = seen.filter((root) => root.state === "unhealthy" && root.rule === "unreadable");
      const now = clock.monotonic();
      const kept = new Set<string>();
      const ids = new Set(away.map((root) => root.id));
      for (const id of [...since.keys()]) if (!ids.has(id)) since.delete(id);
      for (const id of ids) {
        const begun = since.get(id) ?? now;
        since.set(id, begun);
        if (now - begun < keptMs) kept.add(id);
      }
      return kept;
    },
    note(root, files) {
      if (files > 0) homes.set(root.id, root.identity);
      else homes.delete(root.id);
    },
    homes: {
      all: () => Object.fromEntries(homes),
      restore(kept) {
        for (const [id, identity] of Object.entries(kept)) homes.set(id, identity);
      },
    },
  };
}

function isEmpty(folder: string): boolean {
  try {
    const dir = opendirSync(folder);
    try {
      return dir.readSync() === null;
    } finally {
      dir.closeSync();
    }
  } catch {
    return false; // it has gone meanwhile, which the next look tells
  }
}
