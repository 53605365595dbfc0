import nodePath from "node:path";
import type { ResolvedRoot } from "#lib/access/resolve-root";
import type { Entry } from "./inventory.ts";

/**
 * Whether one of the places of a file still leads to it, as far as the roots tell without a look at the file: where the
 * root is away nobody knows. Of roots in each other the innermost says whether it is paused.
 */
export function isLedTo(
  { real_path, places }: Pick<Entry, "real_path" | "places">,
  roots: readonly ResolvedRoot[],
): boolean {
  const around = roots.flatMap((root) =>
    root.state === "ok" && real_path.startsWith(root.real_path + nodePath.sep) ? [root] : [],
  );
  around.sort((a, b) => b.real_path.length - a.real_path.length);
  if (around[0]?.paused === true) return false;
  return places.some(({ root_id, relative_path }) => {
    const root = roots.find(({ id }) => id === root_id);
    if (root?.state !== "ok") return root !== undefined;
    return (
      !root.paused &&
      // Nearly always so, and joining the paths of thousands of files takes its time.
      (real_path === root.real_path + nodePath.sep + relative_path ||
        real_path === nodePath.join(root.real_path, relative_path))
    );
  });
}
