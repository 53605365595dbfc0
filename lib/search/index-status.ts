import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { Coverage } from "#lib/contracts/answer";
import type { RootStatus } from "#lib/contracts/docs-tools";
import type { SkipRule } from "#lib/contracts/errors";
import type { Inventory } from "./inventory.ts";
import { countPassages } from "./packed-outline.ts";

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

/** How many files of the index each root holds. */
export function filesByRoot(
  inventory: Inventory,
  roots: readonly Pick<ResolvedRoot, "id">[],
): Map<string, number> {
  const counts = new Map(roots.map((root) => [root.id, 0]));
  // After every change, over every file: nothing is made for the one place that most of them have.
  const count = (id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { places } of inventory.entries()) {
    const [only] = places;
    if (places.length === 1 && only !== undefined) count(only.root_id);
    else for (const id of new Set(places.map((place) => place.root_id))) count(id);
  }
  return counts;
}

/** Saved pages of the web are counted among the files of no question. */
const isFolder = (root: ResolvedRoot): boolean =>
  root.state === "ok" && !root.paused && !root.saved_pages;

/** Files of a root that is away or paused are known and not searchable. */
function countPresent(roots: readonly ResolvedRoot[], inventory: Inventory): number {
  const open = roots.filter(isFolder);
  if (open.length === roots.length) return inventory.size();
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
  // A paused root may still have entries, which no question finds and nobody is shown.
  const open = roots.filter((root) => !root.paused);
  const sums = new Map(open.map((root) => [root.id, { files: 0, bytes: 0, sections: 0 }]));
  const skipped = new Map(open.map((root) => [root.id, new Map<SkipRule, number>()]));
  const skip = (root_id: string, rule: SkipRule) => {
    const counts = skipped.get(root_id);
    counts?.set(rule, (counts.get(rule) ?? 0) + 1);
  };
  for (const { places, facts } of inventory.entries()) {
    const [only] = places;
    const ids =
      places.length === 1 && only !== undefined
        ? [only.root_id]
        : new Set(places.map((place) => place.root_id));
    for (const id of ids) {
      const sum = sums.get(id);
      if (sum === undefined) continue;
      sum.files += 1;
      sum.bytes += facts.file.bytes;
      sum.sections += countPassages(facts.outline);
      for (const { rule } of facts.cuts) skip(id, rule);
    }
  }
  return roots.map((root) => {
    const at = progress.get(root.id);
    const sum = sums.get(root.id) ?? { files: 0, bytes: 0, sections: 0 };
    for (const { rule } of inventory.skipped(root.id).values()) skip(root.id, rule);
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
      skipped: [...(skipped.get(root.id) ?? [])].map(([rule, count]) => ({ rule, count })),
      ...(rescanned.has(root.id) ? { unwatched: rescanned.get(root.id) } : {}),
      ...(at?.indexed_at === undefined ? {} : { indexed_at: at.indexed_at }),
    };
  });
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
