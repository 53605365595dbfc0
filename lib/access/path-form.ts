import nodePath from "node:path";

/**
 * What a given path says, read as text alone: nothing is decoded, expanded or looked up. A path is a sequence of names;
 * every comparison in this room is by names, never by string prefix (`/notes-evil` is not below `/notes`).
 */
export const maxPathBytes = 4096;

export type PathForm =
  | { kind: "absolute"; path: string; climbs: boolean }
  | { kind: "relative"; names: string[]; climbs: boolean }
  | { kind: "leaves" }
  | { kind: "malformed" };

/** As the system walks it: every `..` in its place, because what stands before it may be a link. */
export type PathSteps =
  | {
      kind: "absolute" | "relative";
      names: string[];
      /** It ends as only a folder's path may: in a separator, `.` or `..`. */
      as_folder: boolean;
    }
  | { kind: "malformed" };

/**
 * `climbs`: a `..` stood in it and was taken away by the names before it. `leaves`: more `..` than names, so that it
 * would end above where it started. `a/../b` and `b` are the same; a link named `a` makes no difference.
 */
export function readPath(given: unknown): PathForm {
  if (!isPath(given)) return { kind: "malformed" };
  const names = splitNames(given);
  const climbs = names.includes("..");
  if (nodePath.isAbsolute(given)) {
    return { kind: "absolute", path: nodePath.resolve(given), climbs };
  }
  const kept: string[] = [];
  for (const name of names) {
    if (name !== "..") kept.push(name);
    else if (kept.pop() === undefined) return { kind: "leaves" };
  }
  return { kind: "relative", names: kept, climbs };
}

/** The same path, but nothing in it is folded: for what follows it as the system does. */
export function readSteps(given: unknown): PathSteps {
  if (!isPath(given)) return { kind: "malformed" };
  const as_folder = endsAsFolder(given);
  if (!nodePath.isAbsolute(given)) {
    return { kind: "relative", names: splitNames(given), as_folder };
  }
  // On Windows a path may be absolute and leave its drive out.
  const { root } = nodePath.parse(given);
  const names = [...splitNames(nodePath.resolve(root)), ...splitNames(given.slice(root.length))];
  return { kind: "absolute", names, as_folder };
}

/** Whether it ends as only a folder's path may. */
export function endsAsFolder(given: string): boolean {
  return /^\.{0,2}$/.test(given.split(separator).at(-1) ?? "");
}

/** Whether more `..` than names stand anywhere on the way, whatever the names are. */
export function climbsOut(names: readonly string[]): boolean {
  let depth = 0;
  return names.some((name) => {
    depth += name === ".." ? -1 : 1;
    return depth < 0;
  });
}

function isPath(given: unknown): given is string {
  if (typeof given !== "string" || given === "" || given.includes("\0")) return false;
  if (!given.isWellFormed() || Buffer.byteLength(given) > maxPathBytes) return false;
  return process.platform !== "win32" || !splitNames(given).some(isWindowsTrick);
}

/** The names of a path in order; empty ones and `.` are left out. On POSIX a backslash is part of a name. */
export function splitNames(path: string): string[] {
  return path.split(separator).filter((name) => name !== "" && name !== ".");
}

/** The names that lead from `folder` to `path` (none when they are the same), or undefined when it lies elsewhere. */
export function namesBelow(
  folder: string,
  path: string,
  options: { ignore_case: boolean } = { ignore_case: false },
): string[] | undefined {
  const above = splitNames(folder);
  const names = splitNames(path);
  if (names.length < above.length) return undefined;
  const form = (name = "") => (options.ignore_case ? name.toLowerCase() : name);
  return above.every((name, i) => form(name) === form(names[i]))
    ? names.slice(above.length)
    : undefined;
}

/** Whether it is the folder itself or lies below it. */
export function isBelow(folder: string, path: string): boolean {
  // Nearly every path that is asked about is written like its folder.
  if (path.startsWith(folder) && (path.length === folder.length || path[folder.length] === "/"))
    return true;
  return namesBelow(folder, path) !== undefined;
}

const separator = process.platform === "win32" ? /[\\/]/ : "/";

/** Whether this system's file systems usually take `Notes` and `notes` for the same folder. */
export const ignoresCase = process.platform === "win32" || process.platform === "darwin";

/** A path relative to its root as it stands in citations: names joined by `/` on every system. */
export function joinNames(names: readonly string[]): string {
  return names.join("/");
}

/** Windows reads a colon as a stream, drops trailing dots and spaces, and has device names in every folder. */
function isWindowsTrick(name: string, index: number): boolean {
  if (name === "..") return false;
  if (index === 0 && /^[a-z]:$/i.test(name)) return false;
  return (
    name.includes(":") ||
    /[. ]$/.test(name) ||
    /^(con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(\..*)?$/i.test(name)
  );
}
