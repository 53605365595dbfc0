import { lstatSync, realpathSync } from "node:fs";
import nodePath from "node:path";
import { isPictureName } from "#lib/contracts/pictures";
import { say } from "#lib/platform/say";
import { isWithin, mayBeWithin } from "./client-folders.ts";
import { isApart } from "./closed-roots.ts";
import type { Denylist } from "./denylist.ts";
import { dependenciesBy } from "./dependency-folders.ts";
import { compilePatterns, type DocumentPatterns } from "./document-patterns.ts";
import { followLinks } from "./follow-links.ts";
import { ignoresCase, isBelow, joinNames, namesBelow, readPath, splitNames } from "./path-form.ts";
import {
  denylistOf,
  type HealthyRoot,
  isMissing,
  type ResolvedRoot,
  type RootRules,
} from "./resolve-root.ts";
import { type Allowed, type Refused, refuse, refuseMissing, type Verdict } from "./verdict.ts";

/**
 * The one decision whether a path may be read. Everything that touches a document asks it: search, read, preview,
 * verify. It decides by the text of the path first, then by the roots, then by what stands on disk, and it opens
 * nothing: what it allowed is opened by `openDocument`, which checks that it is still the same file.
 */
export type JudgeRules = {
  roots: readonly ResolvedRoot[];
  rules: Pick<RootRules, "denylist" | "saved_pages_denylist">;
  max_file_bytes: number;
  /** What is asked for; a document unless told otherwise. A picture is told by its name here, and by its bytes when it is opened. */
  kind?: "file" | "picture";
  /** What was seen on the way to other paths a moment ago; what is seen on this one is added. */
  seen?: Seen;
};

export type Seen = {
  /** Folders that are no links. */
  folders: Set<string>;
  /** Whether something stands under a name that is no folder. */
  files: Map<string, boolean>;
};

export function judgePath(given: unknown, rootId: unknown, rules: JudgeRules): Verdict {
  const form = readPath(given);
  if (form.kind === "malformed") return refuse("invalid_path");
  if (form.kind === "leaves") return refuse("traversal");

  if (rootId !== undefined) {
    const root = rules.roots.find((r) => r.id === rootId);
    if (root === undefined) return refuse("not_allowlisted", unknownRoot(rules.roots));
    const names = form.kind === "relative" ? form.names : namesInRoot(root, form.path);
    if (names === undefined) return refuse(form.climbs ? "traversal" : "not_allowlisted");
    return judgeInRoot(root, names, rules);
  }

  if (form.kind === "absolute") {
    const verdicts: Verdict[] = [];
    for (const root of byDepth(rules.roots)) {
      const names = namesInRoot(root, form.path);
      if (names === undefined) continue;
      const verdict = judgeInRoot(root, names, rules);
      if (verdict.kind === "allowed") return verdict;
      verdicts.push(verdict);
    }
    return verdicts[0] ?? refuse(form.climbs ? "traversal" : "not_allowlisted");
  }

  const allowed = new Map<string, { verdict: Allowed; root_id: string }>();
  const refused: Refused[] = [];
  for (const root of byDepth(rules.roots)) {
    const verdict = judgeInRoot(root, form.names, rules);
    if (verdict.kind === "refused") refused.push(verdict);
    else if (!allowed.has(verdict.real_path)) {
      allowed.set(verdict.real_path, { verdict, root_id: root.id });
    }
  }
  const [first, second] = allowed.values();
  if (first !== undefined && second !== undefined) {
    const ids = [...allowed.values()].map((match) => match.root_id).join(", ");
    return refuse("invalid_path", say("en", "access.ambiguous", { ids }));
  }
  if (first !== undefined) return first.verdict;
  return refused.find((r) => !r.missing) ?? refused[0] ?? refuse("not_allowlisted");
}

/** `above`: the folders on the way have passed just now; the files that mark each of them are not looked for once more. */
type Known = { above?: "passed" | undefined; seen?: Seen | undefined };

/**
 * What can be said of a file or folder below a root by its name and the files that mark a folder of dependencies, without
 * a look at the file itself: for a walk through the root, which prunes with it. A file that passes must still be judged
 * or be opened by `openDocument`. No name of the path may be a link.
 */
export function screenName(
  root: HealthyRoot,
  relativePath: string,
  kind: "file" | "folder" | "picture",
  denylist: Denylist,
  known: Known = {},
): Refused | undefined {
  const absolute = nodePath.join(root.real_path, relativePath);
  const entry = kind === "folder" ? "folder" : "file";
  const isDenied = entry === "file" ? denylist.denies : denylist.closes;
  if (isDenied(absolute, relativePath)) return refuse("denylisted");
  if (isApart(root, absolute)) return refuse("not_allowlisted");
  if (!isWithin(root, absolute, entry)) return refuse("outside_scope");
  if (isDependency(root, relativePath, entry, known)) return refuse("dependency_folder");
  if (!root.hidden && /(?:^|\/)\./.test(relativePath)) {
    return refuse("not_a_document", say("en", "access.hidden"), "doc_access.roots[].hidden");
  }
  if (kind === "folder") return undefined;
  if (kind === "picture") {
    return isPictureName(relativePath) ? undefined : refuse("not_a_picture");
  }
  return isDocument(root, relativePath) ? undefined : refuse("not_a_document");
}

/** Whether a name below a root, of a file of any kind or of a folder, leads to what may not be seen. */
export function closedName(
  root: HealthyRoot,
  names: readonly string[],
  denylist: Denylist,
): boolean {
  const absolute = nodePath.join(root.real_path, ...names);
  const relative = joinNames(names);
  return (
    denylist.denies(absolute, relative) ||
    isApart(root, absolute) ||
    (!root.hidden && names.some((name) => name.startsWith("."))) ||
    isDependency(root, relative, "folder", {})
  );
}

function judgeInRoot(root: ResolvedRoot, names: readonly string[], rules: JudgeRules): Verdict {
  if (root.state === "unhealthy") {
    return { ...refuse(root.rule, root.message, root.setting), missing: root.missing };
  }
  if (root.paused) return refusePaused(root);
  if (!mayBeWithin(root, names)) return refuse("outside_scope");
  const requested = nodePath.join(root.path, ...names);
  if (denylistOf(root, rules.rules).denies(requested, joinNames(names))) {
    return refuse("denylisted");
  }
  // Before the disk is looked at: what lies there answers as what does not.
  if (isApart(root, requested) || isApart(root, nodePath.join(root.real_path, ...names))) {
    return refuse("not_allowlisted");
  }

  const healthy = rules.roots.filter((r) => r.state === "ok");
  const walked = followLinks(root, names, healthy, undefined, rules.seen?.folders);
  if (walked.kind === "refused") return walked;
  if (root.saved_pages && walked.real_path !== nodePath.join(root.real_path, ...names)) {
    return refuse("symlink_escape");
  }
  const looked = lookAt(walked.real_path);
  if (looked.kind === "refused") return looked;

  // The walk and the system's own resolution must agree; they differ where a file system ignores case, or in a race.
  const { real_path, stat } = looked;
  const innermostFirst = byDepth(healthy);
  const owner = [root, ...innermostFirst].find((r) => isBelow(r.real_path, real_path));
  if (owner === undefined) return refuse("symlink_escape");
  // Of nested roots the innermost decides, whichever the path was named by.
  const innermost = innermostFirst.find((r) => isBelow(r.real_path, real_path));
  if (innermost?.paused) return refusePaused(innermost);
  const below = namesBelow(owner.real_path, real_path) ?? [];
  const relative_path = joinNames(below);
  const denylist = denylistOf(owner, rules.rules);
  if (denylist.denies(real_path, relative_path)) return refuse("denylisted");
  if (stat.isSymbolicLink()) return refuse("path_changed"); // it was swapped since it was resolved
  if (!stat.isFile()) return refuse("not_regular_file");
  const screened = screenName(owner, relative_path, rules.kind ?? "file", denylist, {
    seen: rules.seen,
  });
  if (screened !== undefined) return screened;
  if (stat.size > rules.max_file_bytes) return refuse("too_large");
  return { kind: "allowed", root: owner, relative_path, real_path };
}

const dependencies = dependenciesBy({ ignore_case: ignoresCase });

/** Folders below the root whose verdict may change when something comes or goes under this name. */
export function dependencyFoldersTouched(relativePath: string): string[] {
  return dependencies.touchedBy(relativePath.split("/")).map(joinNames);
}

function isDependency(
  root: HealthyRoot,
  relativePath: string,
  kind: "file" | "folder",
  { above, seen }: Known,
): boolean {
  if (root.include_dependencies || (above === "passed" && kind === "file")) return false;
  const names = relativePath.split("/");
  const holds = (names: readonly string[]) => {
    const path = nodePath.join(root.real_path, ...names);
    const held = seen?.files.get(path) ?? isNoFolder(path);
    seen?.files.set(path, held);
    return held;
  };
  const passed = above === "passed" ? names.length - 1 : 0;
  return dependencies.folderOf(names, kind, holds, passed) !== undefined;
}

function isNoFolder(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false; // not there, or not to be seen
  }
}

/** What a person has paused is, for as long as it is, no folder that may be read. */
function refusePaused(root: HealthyRoot): Refused {
  return refuse("not_allowlisted", say("en", "access.paused", { label: root.label }));
}

export function lookAt(path: string) {
  try {
    const real_path = realpathSync.native(path);
    return { kind: "there" as const, real_path, stat: lstatSync(real_path) };
  } catch (error) {
    return isMissing(error) ? refuseMissing() : refuse("unreadable");
  }
}

/**
 * An absolute path may name a root as it was given or as it really is. Where case does not matter to the system it does
 * not matter here; the names are then looked up below the root itself, so that no sibling is meant by mistake.
 */
export function namesInRoot(root: ResolvedRoot, path: string): string[] | undefined {
  const below = (folder: string) => namesBelow(folder, path, { ignore_case: ignoresCase });
  const names = below(root.path);
  return names !== undefined || root.state === "unhealthy" ? names : below(root.real_path);
}

/** The deepest root first: of nested roots the inner one owns a file. */
export function byDepth<R extends ResolvedRoot>(roots: readonly R[]): readonly R[] {
  if (roots.length < 2) return roots;
  const depth = (root: R) => splitNames(root.state === "ok" ? root.real_path : root.path).length;
  return [...roots].sort((a, b) => depth(b) - depth(a));
}

function unknownRoot(roots: readonly ResolvedRoot[]): string {
  const ids = roots.map((root) => root.id).join(", ");
  return roots.length === 0
    ? say("en", "access.no_roots")
    : say("en", "access.unknown_root", { ids });
}

const compiledPatterns = new WeakMap<readonly string[], Map<boolean, DocumentPatterns>>();

/** Patterns are compiled once per list; the list of a root is the same array for as long as its Access lives. */
function isDocument(root: HealthyRoot, relativePath: string): boolean {
  const known = compiledPatterns.get(root.patterns) ?? new Map<boolean, DocumentPatterns>();
  compiledPatterns.set(root.patterns, known);
  const patterns =
    known.get(root.hidden) ?? compilePatterns(root.patterns, { hidden: root.hidden });
  known.set(root.hidden, patterns);
  return patterns(relativePath);
}
