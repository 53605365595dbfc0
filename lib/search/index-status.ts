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
};

/** How much of the folders a question can be answered from at this moment. */
export function coverageOf({
  roots,
  inventory,
  progress,
  built,
}: Sources & { built: boolean }): Coverage {
  const files_searchable = inventory.size();
  const searched = roots.filter((root) => root.state === "ok" && !root.paused);
  const building = !built || searched.some((root) => progress.get(root.id)?.state !== "ready");
  const known = searched.reduce((sum, root) => sum + (progress.get(root.id)?.known ?? 0), 0);
  return {
    files_searchable,
    files_known: building ? Math.max(files_searchable, known) : files_searchable,
    state: building
      ? "building"
      : roots.some((root) => root.state === "unhealthy")
        ? "degraded"
        : "ready",
  };
}

export function rootStatuses({
  roots,
  inventory,
  progress,
  now,
}: Sources & { now: number }): RootStatus[] {
  // A paused root may still have entries, which no question finds and nobody is shown.
  const open = roots.filter((root) => !root.paused);
  const sums = new Map(open.map((root) => [root.id, { files: 0, bytes: 0, sections: 0 }]));
  const skipped = new Map(open.map((root) => [root.id, new Map<SkipRule, number>()]));
  const skip = (root_id: string, rule: SkipRule) => {
    const counts = skipped.get(root_id);
    counts?.set(rule, (counts.get(rule) ?? 0) + 1);
  };
  for (const { places, facts } of inventory.entries()) {
    for (const id of new Set(places.map((place) => place.root_id))) {
      const sum = sums.get(id);
      if (sum === undefined) continue;
      sum.files += 1;
      sum.bytes += facts.file.bytes;
      sum.sections += facts.passages.length;
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
      state: stateOf(root, at),
      ...(root.state === "unhealthy" ? { rule: root.rule, message: root.message } : {}),
      ...sum,
      files_known: Math.max(sum.files, at?.known ?? 0),
      ...(at?.state === "building" ? howFar(at, now) : {}),
      skipped: [...(skipped.get(root.id) ?? [])].map(([rule, count]) => ({ rule, count })),
      ...(at?.indexed_at === undefined ? {} : { indexed_at: at.indexed_at }),
    };
  });
}

function stateOf(root: ResolvedRoot, at: RootProgress | undefined): RootStatus["state"] {
  if (root.state === "unhealthy") return "unhealthy";
  if (root.paused) return "paused";
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
