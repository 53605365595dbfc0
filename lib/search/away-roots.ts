import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { Clock } from "#lib/contracts/ports";

/**
 * Roots that cannot be reached for the time being: a disk that was unplugged, a share that is down, a folder that was
 * renamed. What was read of them is kept for ten minutes, so that a root that comes back is searched at once. A root
 * that may no longer be read is not away: it is gone.
 */
export type AwayRoots = {
  /** Notes which roots are there now, and gives the ids of those whose files are kept although they are not. */
  look(roots: readonly ResolvedRoot[]): ReadonlySet<string>;
};

const keptMs = 10 * 60_000;

export function createAwayRoots(clock: Clock): AwayRoots {
  const since = new Map<string, number>();
  return {
    look(roots) {
      const away = roots.filter((root) => root.state === "unhealthy" && root.rule === "unreadable");
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
  };
}
