import { realpathSync } from "node:fs";
import nodePath from "node:path";
import { ignoresCase, namesBelow } from "./path-form.ts";
import {
  type HealthyRoot,
  type NarrowedTo,
  type ResolvedRoot,
  unhealthyRoot,
} from "./resolve-root.ts";

/**
 * The folders that the program asking works in. They narrow what is read to what lies in a root and in one of them, and
 * can add nothing: the roots, their patterns and the denylist stand as they are.
 */
export type ClientFolders = {
  /** Absolute. */
  paths: readonly string[];
  /** What is said when none of them meets a root, so that nothing is read. */
  apart: string;
};

/** The roots that meet one of the folders, narrowed to them. Where none does, all of them, closed. */
export function narrowRoots(
  roots: readonly ResolvedRoot[],
  { paths, apart }: ClientFolders,
): ResolvedRoot[] {
  const folders = paths.flatMap(resolveFolder);
  const met = roots.flatMap((root) => narrowRoot(root, folders));
  if (met.length > 0) return met;
  return roots.map((root) => unhealthyRoot(root, "outside_scope", "outside_client", apart));
}

function narrowRoot(root: ResolvedRoot, folders: readonly NarrowedTo[]): ResolvedRoot[] {
  if (root.state === "unhealthy") {
    const near = folders.some(({ path }) => isBelow(path, root.path) || isBelow(root.path, path));
    return near ? [root] : [];
  }
  if (folders.some(({ real_path }) => isBelow(real_path, root.real_path))) return [root];
  const within = folders.filter(({ real_path }) => isBelow(root.real_path, real_path));
  return within.length > 0 ? [{ ...root, within }] : [];
}

/** What is not there can hold nothing. */
function resolveFolder(path: string): NarrowedTo[] {
  try {
    return [{ path, real_path: realpathSync.native(path) }];
  } catch {
    return [];
  }
}

/** May a path below the root be meant, by its text alone? It is asked before the disk is. */
export function mayBeWithin(root: HealthyRoot, names: readonly string[]): boolean {
  if (root.within === undefined) return true;
  const asked = [root.path, root.real_path].map((above) => nodePath.join(above, ...names));
  return root.within.some(({ path, real_path }) =>
    asked.some((one) => isBelow(path, one) || isBelow(real_path, one)),
  );
}

/** Does a real path below the root lie in what it is narrowed to? A folder also when one of those lies below it. */
export function isWithin(root: HealthyRoot, path: string, kind: "file" | "folder"): boolean {
  if (root.within === undefined) return true;
  return root.within.some(
    ({ real_path }) => isBelow(real_path, path) || (kind === "folder" && isBelow(path, real_path)),
  );
}

function isBelow(folder: string, path: string): boolean {
  return namesBelow(folder, path, { ignore_case: ignoresCase }) !== undefined;
}
