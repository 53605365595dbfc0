import { type Dirent, readdirSync } from "node:fs";
import nodePath from "node:path";
import type { LinkedState } from "#lib/contracts/docs-tools";
import { mayBeWithin } from "./client-folders.ts";
import type { Denylist } from "./denylist.ts";
import { followLinks } from "./follow-links.ts";
import { byDepth, closedName, lookAt } from "./judge-path.ts";
import { namesBelow } from "./path-form.ts";
import type { HealthyRoot, ResolvedRoot } from "./resolve-root.ts";

/**
 * Is there a file or folder under a name that a document links to? Of any kind, and nothing is opened. What may not be
 * seen is `outside` whether it is there or not: beyond the root, on the denylist, hidden, in a folder of packages, behind a
 * link that leaves. `names` lead down from the root; `other_case` is the one entry that has a missing name in other letters.
 */
export type Linked = { state: Exclude<LinkedState, "not_named">; other_case?: string };

export function lookAtLinked(
  root: HealthyRoot,
  names: readonly string[],
  { roots, denylist }: { roots: readonly ResolvedRoot[]; denylist: Denylist },
): Linked {
  const outside: Linked = { state: "outside" };
  if (!mayBeWithin(root, names)) return outside;
  if (names.some((_, i) => closedName(root, names.slice(0, i + 1), denylist))) return outside;
  const walked = followLinks(root, names, [root]);
  if (walked.kind === "refused") {
    return walked.missing ? missing(root, names, denylist) : outside;
  }
  const looked = lookAt(walked.real_path);
  if (looked.kind === "refused") return looked.missing ? { state: "missing" } : outside;
  const below = namesBelow(root.real_path, looked.real_path);
  const inner = byDepth(roots).find(
    (one) => one.state === "ok" && namesBelow(one.real_path, looked.real_path) !== undefined,
  );
  if (below === undefined || inner === undefined || inner.paused) return outside;
  if (!mayBeWithin(root, below)) return outside;
  if (below.some((_, i) => closedName(root, below.slice(0, i + 1), denylist))) return outside;
  if (looked.stat.isFile()) return { state: "file" };
  return looked.stat.isDirectory() ? { state: "folder" } : outside;
}

function missing(root: HealthyRoot, names: readonly string[], denylist: Denylist): Linked {
  const above = names.slice(0, -1);
  const wanted = folded(names.at(-1) ?? "");
  const folder = followLinks(root, above, [root]);
  if (folder.kind === "refused") return { state: "missing" };
  const alike = entries(folder.real_path)
    .map(({ name }) => name)
    .filter((name) => folded(name) === wanted && !closedName(root, [...above, name], denylist));
  const [other_case] = alike;
  return other_case === undefined || alike.length > 1
    ? { state: "missing" }
    : { state: "missing", other_case };
}

const folded = (name: string): string => name.normalize("NFC").toLowerCase();

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(nodePath.resolve(folder), { withFileTypes: true });
  } catch {
    return []; // it vanished, or may not be listed
  }
}
