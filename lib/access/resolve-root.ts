import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import nodePath from "node:path";
import type { RootTrouble } from "#lib/contracts/docs-tools";
import { type PathRule, ruleSettings } from "#lib/contracts/errors";
import { say } from "#lib/platform/say";
import type { Denylist } from "./denylist.ts";
import { namesBelow } from "./path-form.ts";

/** A folder that a person allowed, as the configuration or `--root` names it. */
export type AccessRoot = {
  id: string;
  label: string;
  /** Absolute, or relative to the project. */
  path: string;
  patterns?: readonly string[] | undefined;
  hidden?: boolean | undefined;
  include_dependencies?: boolean | undefined;
  editable?: boolean | undefined;
  paused?: boolean | undefined;
  /** It is the folder of saved pages of the web in the state folder, which no configuration can name. */
  saved_pages?: boolean | undefined;
};

/** A folder under the name it was given and under its real one. */
export type NarrowedTo = { path: string; real_path: string };

type RootSettings = {
  id: string;
  label: string;
  /** Absolute, as it was named: links in it are not followed. */
  path: string;
  patterns: readonly string[];
  hidden: boolean;
  /** Whether folders of packages and builds below are read. */
  include_dependencies: boolean;
  /** Whether a person may apply a patch to its documents. */
  editable: boolean;
  paused: boolean;
  /** Of the state folder it alone is read, no link in it is followed, and it is searched when it is asked for by name. */
  saved_pages: boolean;
};
export type HealthyRoot = RootSettings & {
  state: "ok";
  real_path: string;
  /**
   * Of the folder itself, by its disk, its place there and when it was made: another one after a disk was mounted over it
   * or taken away, and after it was deleted and made anew, which often gets the same place.
   */
  identity: string;
  /** Folders in it that alone are read; absent where all of it is. */
  within?: readonly NarrowedTo[];
  /** Folders in it that are roots of their own, which are not open here: of nested roots the narrowest decides. */
  apart?: readonly NarrowedTo[];
};
export type UnhealthyRoot = RootSettings & {
  state: "unhealthy";
  /** Names the sentence in the catalogue (`access.root.…`), for readers of another language than `message`. */
  reason: RootTrouble;
  rule: PathRule;
  /** A sentence that says what is wrong with the folder and what to do. */
  message: string;
  /** The setting to change: the folder's own entry, or the one that keeps it out. */
  setting: string;
  /** True when the folder is not there at all, so that none of its files is. */
  missing: boolean;
};
/** A root as it is on disk at this moment. Nothing is read below an unhealthy one. */
export type ResolvedRoot = HealthyRoot | UnhealthyRoot;

export type RootRules = {
  doc_file_patterns: readonly string[];
  allow_outside_project: boolean;
  project_dir: string;
  denylist: Denylist;
  /** For the folder of saved pages: the same without the state folder that it lies in. */
  saved_pages_denylist: Denylist;
};

/** The denylist that holds for a root. */
export function denylistOf(
  root: Pick<ResolvedRoot, "saved_pages">,
  rules: Pick<RootRules, "denylist" | "saved_pages_denylist">,
): Denylist {
  return root.saved_pages ? rules.saved_pages_denylist : rules.denylist;
}

/** Looks the folder up anew at each call: a root may vanish, come back, or be a link that is pointed elsewhere. */
export function resolveRoot(root: AccessRoot, rules: RootRules): ResolvedRoot {
  const path = nodePath.resolve(rules.project_dir, root.path);
  const settings: RootSettings = {
    id: root.id,
    label: root.label,
    path,
    patterns: root.patterns ?? rules.doc_file_patterns,
    hidden: root.hidden ?? false,
    include_dependencies: root.include_dependencies ?? false,
    editable: root.editable ?? false,
    paused: root.paused ?? false,
    saved_pages: root.saved_pages ?? false,
  };
  const denylist = denylistOf(settings, rules);
  const unhealthy = (rule: PathRule, reason: RootTrouble) => unhealthyRoot(settings, rule, reason);

  if (denylist.denies(path)) return unhealthy("denylisted", "denylisted");
  let real_path: string;
  let identity: string;
  try {
    real_path = realpathSync.native(path);
    if (settings.saved_pages && isLink(path)) return unhealthy("denylisted", "denylisted");
    const stat = statSync(real_path, { bigint: true });
    identity = `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`;
    if (!stat.isDirectory()) return unhealthy("not_regular_file", "not_folder");
    // A folder that cannot be listed would look like one without files.
    accessSync(real_path, constants.R_OK | constants.X_OK);
  } catch (error) {
    return unhealthy("unreadable", isMissing(error) ? "missing" : "unreadable");
  }
  if (isWholeDisk(real_path)) return unhealthy("denylisted", "whole_disk");
  if (denylist.denies(real_path)) return unhealthy("denylisted", "denylisted");
  if (settings.saved_pages) return { ...settings, state: "ok", real_path, identity };
  if (!rules.allow_outside_project && !isInProject(real_path, rules.project_dir)) {
    return unhealthy("outside_project", "outside_project");
  }
  return { ...settings, state: "ok", real_path, identity };
}

/** The root as one that nothing is read below, with the sentence for its trouble. */
export function unhealthyRoot(
  settings: RootSettings,
  rule: PathRule,
  reason: RootTrouble,
  message: string = say("en", `access.root.${reason}`, { label: settings.label }),
): UnhealthyRoot {
  const { id, label, path, patterns, hidden, include_dependencies, editable, paused, saved_pages } =
    settings;
  return {
    id,
    label,
    path,
    patterns,
    hidden,
    include_dependencies,
    editable,
    paused,
    saved_pages,
    state: "unhealthy",
    rule,
    reason,
    message,
    // A whole disk is refused by the denylist's rule, and no entry of `deny` decided it.
    setting: (reason === "whole_disk" ? undefined : ruleSettings[rule]) ?? "doc_access.roots",
    missing: reason === "missing",
  };
}

/** Whether the folder or the one it lies in is a link. */
function isLink(path: string): boolean {
  return [path, nodePath.dirname(path)].some((folder) => lstatSync(folder).isSymbolicLink());
}

/** The whole file system is no folder of documents; on Windows a drive other than the system's may be one. */
function isWholeDisk(path: string): boolean {
  if (nodePath.parse(path).root !== path) return false;
  if (process.platform !== "win32") return true;
  return path.slice(0, 2).toLowerCase() === (process.env.SystemDrive ?? "C:").toLowerCase();
}

function isInProject(real_path: string, project_dir: string): boolean {
  try {
    return namesBelow(realpathSync.native(project_dir), real_path) !== undefined;
  } catch {
    return false; // no project folder, so nothing lies in it
  }
}

export function isMissing(error: unknown): boolean {
  const code = errno(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function errno(error: unknown): string | undefined {
  // Node's file errors carry `code`; anything else has none.
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
