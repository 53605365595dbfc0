import type { ResolvedRoot } from "#lib/access/resolve-root";
import { AppError } from "#lib/contracts/errors";
import { skipOf } from "./facts.ts";
import type { Place } from "./inventory.ts";
import { isDown } from "./is-down.ts";
import { dropEntries, readOnDemand, rereadFile, type Shelves } from "./shelves.ts";

/**
 * Files that a question found to be other than they were indexed: read again, or dropped when they may not be. What lies
 * in a root that is away for the time being is left as it is.
 */
export async function rereadStale(
  shelves: Shelves,
  stale: readonly string[],
  from: {
    roots: readonly ResolvedRoot[];
    /** Roots that cannot be reached at this moment and whose files are kept all the same. */
    away: ReadonlySet<string>;
    /** Said of an error that no rule names. */
    onFault(error: unknown, place: Place): void;
  },
): Promise<void> {
  const open = new Set(
    from.roots.filter((root) => root.state === "ok" && !root.paused).map((root) => root.id),
  );
  for (const real_path of stale) {
    const entry = shelves.inventory.byPath(real_path);
    const place = entry?.places.find(({ root_id }) => open.has(root_id));
    if (entry === undefined || place === undefined) continue;
    const verdict = await shelves.access.judge(place.relative_path, place.root_id);
    if (verdict.kind === "refused") {
      if (!from.away.has(place.root_id)) await dropEntries(shelves, [entry]);
      continue;
    }
    await rereadFile(shelves, entry, verdict).catch(async (error: unknown) => {
      // Without a reader nothing is known against the file; it is not quoted, and read when there is one again.
      if (isDown(error)) return;
      if (!(error instanceof AppError)) from.onFault(error, place);
      await dropEntries(shelves, [entry]);
      const skipped = new Map(shelves.inventory.skipped(place.root_id));
      skipped.set(place.relative_path, { ...place, ...skipOf(error), signature: readOnDemand });
      shelves.inventory.setSkipped(place.root_id, skipped);
    });
  }
}
