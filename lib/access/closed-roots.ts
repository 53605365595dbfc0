import nodePath from "node:path";
import { ignoresCase, namesBelow } from "./path-form.ts";
import type { AccessRoot, HealthyRoot, NarrowedTo, ResolvedRoot } from "./resolve-root.ts";
import { realPlace } from "./rules.ts";

/**
 * Roots that are not open to whoever asks, as borders in those that are: of nested roots the narrowest decides, whichever
 * the path was named by, and whatever links lead there. A folder that is open and closed at once is closed.
 */
export function withoutClosed(
  roots: readonly ResolvedRoot[],
  closed: readonly AccessRoot[],
  project_dir: string,
): ResolvedRoot[] {
  if (closed.length === 0) return [...roots];
  const folders = closed.map(({ path: given }): NarrowedTo => {
    const path = nodePath.resolve(project_dir, given);
    return { path, real_path: realPlace(path) };
  });
  return roots.map((root) => {
    if (root.state !== "ok") return root;
    const apart = folders.filter(
      ({ path, real_path }) => holds(root.real_path, real_path) || holds(root.path, path),
    );
    return apart.length === 0 ? root : { ...root, apart };
  });
}

/** Whether a place below a root is another's. */
export function isApart({ apart = [] }: Pick<HealthyRoot, "apart">, absolute: string): boolean {
  return apart.some(({ path, real_path }) => holds(real_path, absolute) || holds(path, absolute));
}

const holds = (folder: string, path: string): boolean =>
  namesBelow(folder, path, { ignore_case: ignoresCase }) !== undefined;
