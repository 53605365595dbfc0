import { lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import nodePath from "node:path";
import type { PathRule } from "#lib/contracts/errors";
import { sha256 } from "#lib/platform/hash";
import { type MessageKey, say } from "#lib/platform/say";
import { runsByItself } from "./auto-run-names.ts";
import { createDenylist, type Denylist, spellOutHome } from "./denylist.ts";
import { followLinks } from "./follow-links.ts";
import { byDepth, lookAt, namesInRoot } from "./judge-path.ts";
import { climbsOut, ignoresCase, joinNames, namesBelow, readSteps } from "./path-form.ts";
import { type HealthyRoot, resolveRoot } from "./resolve-root.ts";
import { realPlace } from "./rules.ts";
import { type Refused, refuse, refuseMissing } from "./verdict.ts";

/**
 * The folders that the program's own tools work in, and the one decision whether a path may be touched by them. They
 * stand apart from the folders of documents: neither may contain the other. Everything a tool reads, lists or writes is
 * judged here; hidden files and files of any kind may be touched, what is on the denylist may not.
 */
export type ToolRoots = SeenToolRoots & {
  /** The same without making anything. */
  look(): ToolRoot[];
  /** As they are at this moment, for many paths at once. */
  now(): SeenToolRoots;
};

export type SeenToolRoots = {
  /** As they are on disk. The default workspace is made when it is asked for and not there. */
  list(): ToolRoot[];
  /**
   * Never throws. A relative path is looked for in every root; `.` is the first one. Names are followed as the system
   * follows them: `link/..` is the folder above the link's end. No name on the way may lead out of the roots, and a path
   * that ends as only a folder's may is no file's.
   */
  judge(given: unknown, want: Wanted): ToolVerdict;
  /** Where files may be written: the first root, while it is there. */
  first(): HealthyRoot | undefined;
  /** Is a name below a root on the denylist? For a walk; what is opened is judged all the same. */
  denies(root: HealthyRoot, relative_path: string): boolean;
  /** A real path as it is shown and may be given again: relative where there is one root alone. */
  show(real_path: string): string;
};

/** `new`: a file that may be there or not; `any`: a file or a folder. */
export type Wanted = "file" | "folder" | "any" | "new";

export type ToolVerdict =
  | {
      kind: "allowed";
      root: HealthyRoot;
      /** Names joined by `/`; empty for the root itself. */
      relative_path: string;
      real_path: string;
      /** `absent` only where `new` was wanted; the deepest folder above it that is there has been judged. */
      is: "file" | "folder" | "absent";
      /** The names at the end of `real_path` that are yet to be made: none but where it is `absent`. */
      new_names: readonly string[];
    }
  | Refused;

export type ToolRoot = HealthyRoot | ClosedToolRoot;
/** Nothing is touched below it. */
export type ClosedToolRoot = {
  state: "closed";
  id: string;
  path: string;
  rule: PathRule;
  message: string;
  /** The sentence, for readers of another language than `message`. */
  said: { key: MessageKey; params: Record<string, string> };
  /** The usual workspace before anything was done in it. */
  to_be_made: boolean;
};

export type DocumentFolder = { label: string; path: string };

export type ToolRootOptions = {
  /** `DOCENT_TOOL_ALLOWED_ROOTS`: stands in place of the setting. */
  allowed: readonly string[] | undefined;
  workspace_root: string | null;
  /** Of several people, the one at work: each has a folder in the workspace that is theirs alone. */
  whose?: string;
  /** `doc_access.deny`. */
  deny: readonly string[];
  /** The folders of documents, absolute or relative to the project. */
  documents: readonly DocumentFolder[];
  project_dir: string;
  home: string;
  /** Where the configuration is kept, when that is neither the project nor the state folder. */
  config_path?: string | undefined;
};

const workspace = "workspace";

export function createToolRoots(options: () => ToolRootOptions): ToolRoots {
  function look(): { roots: ToolRoot[]; rules: Rules } {
    const given = options();
    const rules = rulesOf(given);
    const roots = namedRoots(placesOf(given)).map((root) => resolveToolRoot(root, given, rules));
    return { rules, roots };
  }

  function now(): SeenToolRoots {
    const given = options();
    const { allowed, workspace_root, whose } = given;
    if (allowed === undefined && (workspace_root === null || whose !== undefined))
      for (const place of placesOf(given)) makeFolder(place);
    const { roots, rules } = look();
    const [first, ...more] = roots;
    const written = first?.state === "ok" ? first : undefined;
    return {
      list: () => roots,
      judge: (given, want) => judge(given, want, roots, rules),
      first: () => written,
      denies: (root, relative_path) =>
        rules.denylist.denies(nodePath.join(root.real_path, relative_path), relative_path),
      show(real_path) {
        if (written === undefined || more.length > 0) return real_path;
        const names = namesBelow(written.real_path, real_path);
        return names === undefined ? real_path : joinNames(names) || ".";
      },
    };
  }

  return {
    now,
    look: () => look().roots,
    list: () => now().list(),
    judge: (given, want) => now().judge(given, want),
    first: () => now().first(),
    denies: (root, relative_path) => now().denies(root, relative_path),
    show: (real_path) => now().show(real_path),
  };
}

/** The folders as they are configured, absolute. */
export function placesOf(options: ToolRootOptions): string[] {
  const { allowed, workspace_root, whose, project_dir, home } = options;
  if (allowed !== undefined) return [...allowed];
  const of = nodePath.resolve(project_dir, workspace_root ?? nodePath.join(home, workspace));
  return [whose === undefined ? of : nodePath.join(of, "people", sha256(whose).slice(0, 32))];
}

/**
 * The first tool root and folder of documents of which one holds the other. What lies in the state folder is never read
 * as documents, so the workspace there is apart from any folder around it.
 */
export function toolRootOverlap(
  options: ToolRootOptions,
): { tool: string; document: DocumentFolder } | undefined {
  const { documents, project_dir, home } = options;
  const below = (folder: string, path: string) =>
    namesBelow(folder, path, { ignore_case: ignoresCase }) !== undefined;
  const state = realPlace(home);
  for (const tool of placesOf(options)) {
    const place = realPlace(tool);
    for (const { label, path } of documents) {
      const folder = realPlace(nodePath.resolve(project_dir, path));
      if (below(place, folder) || (below(folder, place) && !below(state, place))) {
        return { tool, document: { label, path } };
      }
    }
  }
  return undefined;
}

/** What this program is made of, in its own folder. */
const program = [
  ...["app", "components", "lib", "mcp-servers", "scripts", "skills", "bench", "tests"],
  ...["node_modules", ".next", ".runtime"],
];

/**
 * The first tool root that holds, or lies in, what this program runs from or takes its settings from: whoever could change
 * that would give themselves rights. The usual workspace lies in the state folder, wherever that is.
 */
export function toolRootOverProgram(options: ToolRootOptions): string | undefined {
  const { project_dir, config_path, home } = options;
  const below = (folder: string, path: string) =>
    namesBelow(folder, path, { ignore_case: ignoresCase }) !== undefined;
  const own = realPlace(project_dir);
  const kept = [own, ...[home, config_path].filter((one) => one !== undefined).map(realPlace)];
  return placesOf(options).find((tool) => {
    const place = realPlace(tool);
    const inside = program.some((name) => below(nodePath.join(own, name), place));
    return inside || kept.some((one) => below(place, one));
  });
}

/** Whether other programs run or obey what lies there by themselves. In the state folder none does, wherever that is. */
function isAutoRun(place: string, home: string): boolean {
  if (namesBelow(realPlace(home), place, { ignore_case: ignoresCase }) !== undefined) return false;
  return runsByItself(place.split(nodePath.sep));
}

type Rules = { denylist: Denylist; setting: string };
type Named = { id: string; path: string };

const compiled = new WeakMap<readonly string[], { home: string; denylist: Denylist }>();

/** The list of the configuration is the same array for as long as nothing changes in it. */
function rulesOf({ deny, home, allowed }: ToolRootOptions): Rules {
  const setting = allowed === undefined ? "tools.workspace_root" : "DOCENT_TOOL_ALLOWED_ROOTS";
  const known = compiled.get(deny);
  if (known?.home === home) return { denylist: known.denylist, setting };
  const user_home = homedir();
  const entries = deny.map((entry) => spellOutHome(entry, user_home));
  const denylist = createDenylist({
    platform: process.platform,
    user_home,
    state_home: realPlace(home),
    state_open: [workspace],
    deny: [...entries, ...entries.filter(nodePath.isAbsolute).map(realPlace)],
  });
  compiled.set(deny, { home, denylist });
  return { denylist, setting };
}

/** By the folder's name, which a number follows where it is taken. */
function namedRoots(paths: readonly string[]): Named[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const name = nodePath.basename(path) || "root";
    let id = name;
    for (let more = 2; taken.has(id); more += 1) id = `${name}-${more}`;
    taken.add(id);
    return { id, path };
  });
}

function resolveToolRoot(named: Named, options: ToolRootOptions, rules: Rules): ToolRoot {
  const { id, path } = named;
  const close = (
    rule: PathRule,
    reason: Closing,
    params: Record<string, string>,
    to_be_made: boolean,
  ): ClosedToolRoot => {
    const said = { key: `tool_root.${reason}` as const, params: { id, ...params } };
    const message = say("en", said.key, said.params);
    return { state: "closed", id, path, rule, message, said, to_be_made };
  };
  const overlap = toolRootOverlap({ ...options, allowed: [path] });
  if (overlap !== undefined) {
    return close("not_allowlisted", "overlap", { label: overlap.document.label }, false);
  }
  const found = resolveRoot(
    { id, label: id, path, patterns: anything, hidden: true, include_dependencies: true },
    {
      doc_file_patterns: anything,
      allow_outside_project: true,
      project_dir: options.project_dir,
      denylist: rules.denylist,
      saved_pages_denylist: rules.denylist, // no tool root is the folder of saved pages
    },
  );
  if (found.state === "ok") {
    const over = toolRootOverProgram({ ...options, allowed: [path] }) !== undefined;
    if (over) return close("not_allowlisted", "program", {}, false);
    const obeyed = isAutoRun(found.real_path, options.home);
    return obeyed ? close("denylisted", "auto_run", { setting: rules.setting }, false) : found;
  }
  const reason = closings[found.reason] ?? "unreadable";
  const usual = options.allowed === undefined && options.workspace_root === null;
  return close(found.rule, reason, { setting: rules.setting }, usual && found.missing);
}

const anything = ["**"];
type Closing =
  | "missing"
  | "unreadable"
  | "not_folder"
  | "whole_disk"
  | "denylisted"
  | "overlap"
  | "program"
  | "auto_run";
const closings: Partial<Record<string, Closing>> = {
  missing: "missing",
  not_folder: "not_folder",
  whole_disk: "whole_disk",
  denylisted: "denylisted",
};

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // it is looked at next, and said what is wrong with it
  }
}

function judge(
  given: unknown,
  want: Wanted,
  roots: readonly ToolRoot[],
  rules: Rules,
): ToolVerdict {
  const steps = readSteps(given);
  if (steps.kind === "malformed") return refused("invalid_path", rules);
  const { as_folder } = steps;
  const healthy = roots.filter((root) => root.state === "ok");
  const closed = roots.filter((root) => root.state === "closed");
  const closedBy = ({ rule, message }: ClosedToolRoot) => refuse(rule, message, rules.setting);
  const none = closed[0] === undefined ? refused("not_allowlisted", rules) : closedBy(closed[0]);

  if (steps.kind === "absolute") {
    const path = steps.names.join(nodePath.sep);
    const verdicts: ToolVerdict[] = [];
    for (const root of byDepth(healthy)) {
      const names = namesInRoot(root, path);
      if (names === undefined || climbsOut(names)) continue;
      const verdict = judgeInRoot(root, { names, as_folder, want }, healthy, rules);
      if (verdict.kind === "allowed") return verdict;
      verdicts.push(verdict);
    }
    const shut = closed.find((one) => namesBelow(one.path, path) !== undefined);
    const outside = refused(steps.names.includes("..") ? "traversal" : "not_allowlisted", rules);
    return verdicts[0] ?? (shut === undefined ? outside : closedBy(shut));
  }

  const { names } = steps;
  if (climbsOut(names)) return refused("traversal", rules);
  const searched = names.length === 0 ? healthy.slice(0, 1) : healthy;
  const asked = { names, as_folder, want };
  const verdicts = searched.map((root) => judgeInRoot(root, asked, healthy, rules));
  const there = new Map(
    verdicts.flatMap((verdict) =>
      verdict.kind === "allowed" && verdict.is !== "absent" ? [[verdict.real_path, verdict]] : [],
    ),
  );
  const [first, second] = there.values();
  if (first !== undefined && second !== undefined) {
    const ids = [...there.values()].map(({ root }) => root.id).join(", ");
    return refuse("invalid_path", say("en", "tool_path.ambiguous", { ids }), rules.setting);
  }
  if (first !== undefined) return first;
  const telling = verdicts.find((verdict) => verdict.kind === "allowed" || !verdict.missing);
  return telling ?? verdicts[0] ?? none;
}

type Asked = {
  /** Below the root, every `..` in its place; they never climb out of it. */
  names: readonly string[];
  as_folder: boolean;
  want: Wanted;
};

function judgeInRoot(
  root: HealthyRoot,
  asked: Asked,
  healthy: readonly HealthyRoot[],
  rules: Rules,
): ToolVerdict {
  const { names, as_folder, want } = asked;
  const { denylist } = rules;
  if (passesDenied(root, names, rules)) return refused("denylisted", rules);
  let walkedNames = 0;
  const walked = followLinks(root, names, healthy, (at) => {
    const inside = healthy.some((one) => namesBelow(one.real_path, at) !== undefined);
    if (inside) walkedNames += 1;
    return inside;
  });
  if (walked.kind === "refused") {
    if (walked.missing && want === "new") {
      return judgeAbsent(root, names, walkedNames, healthy, rules);
    }
    return walked.missing ? missing() : refused(walked.rule, rules);
  }
  // The system's own resolution of the path as it was given: it differs from the walk where a file system ignores case,
  // in a race, or where a link spells a file like a folder.
  const looked = lookAt([root.real_path, ...names].join(nodePath.sep));
  if (looked.kind === "refused") return looked.missing ? missing() : refused(looked.rule, rules);
  const { real_path, stat } = looked;
  const owner = byDepth(healthy).find((one) => namesBelow(one.real_path, real_path) !== undefined);
  if (owner === undefined) return refused("symlink_escape", rules);
  const relative_path = joinNames(namesBelow(owner.real_path, real_path) ?? []);
  if (denylist.denies(real_path, relative_path)) return refused("denylisted", rules);
  if (stat.isSymbolicLink()) return refused("path_changed", rules); // it was swapped since it was resolved
  const is = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : undefined;
  if (is === undefined) return refused("not_regular_file", rules);
  if (is === "file" && want === "folder") return notFolder(rules);
  if (is === "file" && as_folder) {
    return refuse("invalid_path", say("en", "tool_path.file_as_folder"), rules.setting);
  }
  if (is === "folder" && (want === "file" || want === "new")) {
    return refuse("not_regular_file", say("en", "tool_path.is_folder"), rules.setting);
  }
  return { kind: "allowed", root: owner, relative_path, real_path, is, new_names: [] };
}

/** Whether a name on the way is on the denylist, there or not: also one that a `..` leads out of again. */
function passesDenied(root: HealthyRoot, names: readonly string[], { denylist }: Rules): boolean {
  const at: string[] = [];
  const denied = () => denylist.denies(nodePath.join(root.path, ...at), joinNames(at));
  for (const name of names) {
    if (name !== "..") at.push(name);
    else if (denied()) return true;
    else at.pop();
  }
  return denied();
}

/** A file that is not there: the deepest folder above it is judged, and what would stand below that is no link. */
function judgeAbsent(
  root: HealthyRoot,
  names: readonly string[],
  depth: number,
  healthy: readonly HealthyRoot[],
  rules: Rules,
): ToolVerdict {
  const way: Asked = { names: names.slice(0, depth), as_folder: false, want: "any" };
  const above = judgeInRoot(root, way, healthy, rules);
  if (above.kind === "refused") return above;
  if (above.is !== "folder") return notFolder(rules);
  const below = names.slice(depth);
  const next = nodePath.join(above.real_path, below[0] ?? "");
  // A link whose end is missing may be given another end at any time.
  if (lstatSync(next, { throwIfNoEntry: false }) !== undefined) {
    return refused("not_regular_file", rules);
  }
  // The system finds nothing behind a folder that is not there, and one is not made to be left again.
  if (below.includes("..")) {
    return refuse("traversal", say("en", "tool_path.through_nothing"), rules.setting);
  }
  const real_path = nodePath.join(above.real_path, ...below);
  const relative_path = joinNames([above.relative_path, ...below].filter((name) => name !== ""));
  if (rules.denylist.denies(real_path, relative_path)) return refused("denylisted", rules);
  const { root: owner } = above;
  return { kind: "allowed", root: owner, relative_path, real_path, is: "absent", new_names: below };
}

function missing(): Refused {
  return { ...refuseMissing(), message: say("en", "tool_path.missing") };
}

function notFolder(rules: Rules): Refused {
  return refuse("invalid_path", say("en", "tool_path.not_folder"), rules.setting);
}

/** In the words of tools where those of documents would lead astray. */
function refused(rule: PathRule, rules: Rules): Refused {
  const own = sentences[rule];
  if (own === undefined) return refuse(rule);
  return refuse(rule, say("en", own), rules.setting);
}

const sentences: Partial<Record<PathRule, MessageKey>> = {
  not_allowlisted: "tool_path.not_allowlisted",
  symlink_escape: "tool_path.symlink_escape",
  invalid_path: "tool_path.invalid_path",
  not_regular_file: "tool_path.not_regular_file",
};
