import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { Coverage } from "#lib/contracts/answer";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { SkipRule } from "#lib/contracts/errors";
import type { Inventory } from "./inventory.ts";

/** How far the walk of a root has come: documents seen, and whether all of them have been read. */
export type RootProgress = {
  known: number;
  /** Of the names the walk saw: their size in all, and of those that have been looked at or read. */
  bytes_known: number;
  bytes_done: number;
  /** When the reading of this root began, on the monotonic clock. */
  begun: number;
  state: "building" | "ready";
  indexed_at?: string;
};

type Sources = {
  roots: readonly ResolvedRoot[];
  inventory: Inventory;
  progress: ReadonlyMap<string, RootProgress>;
  /** A sentence that says why nothing can be read at all. */
  trouble?: string;
};

/** How much of the folders a question can be answered from at this moment. */
export function coverageOf({
  roots,
  inventory,
  progress,
  built,
  trouble,
}: Sources & {
  /** Everything was looked at, and nothing is known to have changed since. */
  built: boolean;
}): Coverage {
  const files_searchable = countPresent(roots, inventory);
  const searched = roots.filter(isFolder);
  const unread = !built || searched.some((root) => progress.get(root.id)?.state !== "ready");
  const building = unread && trouble === undefined;
  const known = searched.reduce((sum, root) => sum + (progress.get(root.id)?.known ?? 0), 0);
  return {
    files_searchable,
    files_known: building ? Math.max(files_searchable, known) : files_searchable,
    state: building
      ? "building"
      : trouble !== undefined ||
          roots.some((root) => root.state === "unhealthy" && !root.saved_pages)
        ? "degraded"
        : "ready",
  };
}

/** Saved pages of the web are counted among the files of no question. */
const isFolder = (root: ResolvedRoot): boolean =>
  root.state === "ok" && !root.paused && !root.saved_pages;

/** Files of a root that is away or paused are known and not searchable. */
function countPresent(roots: readonly ResolvedRoot[], inventory: Inventory): number {
  const open = roots.filter(isFolder);
  if (open.length === roots.length) return inventory.size();
  const { counts } = inventory;
  if (counts.shared() === 0) return open.reduce((sum, { id }) => sum + counts.of(id).files, 0);
  const there = new Set(open.map((root) => root.id));
  let count = 0;
  for (const { places } of inventory.entries()) {
    if (places.some((place) => there.has(place.root_id))) count += 1;
  }
  return count;
}

export function rootStatuses({
  roots,
  inventory,
  progress,
  trouble,
  rescanned,
  now,
}: Sources & { rescanned: ReadonlyMap<string, string>; now: number }): RootStatus[] {
  return roots.map((root) => {
    const at = progress.get(root.id);
    // A paused root may still have entries, which no question finds and nobody is shown.
    const { cuts, ...sum } = root.paused ? nothing : inventory.counts.of(root.id);
    return {
      id: root.id,
      label: root.label,
      path: root.path,
      state: stateOf(root, at, trouble),
      ...(root.state === "unhealthy"
        ? { rule: root.rule, reason: root.reason, message: root.message }
        : {}),
      ...(root.state === "ok" && !root.paused && trouble !== undefined ? { message: trouble } : {}),
      ...sum,
      ...(root.state === "ok" ? {} : { files: 0 }),
      files_known: Math.max(sum.files, at?.known ?? 0),
      ...(at?.state === "building" ? howFar(at, now) : {}),
      skipped: root.paused ? [] : skippedOf(root.id, cuts, inventory),
      ...(rescanned.has(root.id) ? { unwatched: rescanned.get(root.id) } : {}),
      ...(at?.indexed_at === undefined ? {} : { indexed_at: at.indexed_at }),
    };
  });
}

const nothing = { files: 0, bytes: 0, sections: 0, cuts: new Map<SkipRule, number>() };

/** What was cut off within files, and the files that were left out, by rule. */
function skippedOf(
  root_id: string,
  cuts: ReadonlyMap<SkipRule, number>,
  inventory: Inventory,
): RootStatus["skipped"] {
  const counts = new Map(cuts);
  for (const { rule } of inventory.skipped(root_id).values())
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 0).map(([rule, count]) => ({ rule, count }));
}

function stateOf(
  root: ResolvedRoot,
  at: RootProgress | undefined,
  trouble: string | undefined,
): RootStatus["state"] {
  if (root.state === "unhealthy") return "unhealthy";
  if (root.paused) return "paused";
  if (trouble !== undefined) return "unhealthy";
  return at?.state ?? "waiting";
}

/** How long the rest will take at the speed so far; of the first half second nothing can be told. */
function howFar(
  { bytes_known, bytes_done, begun }: RootProgress,
  now: number,
): Pick<RootStatus, "bytes_known" | "seconds_left"> {
  const ms = now - begun;
  if (ms < 500 || bytes_done === 0) return { bytes_known };
  const left = (ms * (bytes_known - bytes_done)) / bytes_done;
  return { bytes_known, seconds_left: Math.max(0, Math.ceil(left / 1000)) };
}
