import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Where things stand. Everything the bootstrap makes is git-ignored and may be deleted at any time. */
export const projectDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const inProject = (...parts) => path.join(projectDir, ...parts);

/** Installed as a package, made by `npm pack`: there is nothing to install or to build. */
export const isPacked = existsSync(inProject("packed.json"));

// The folder of a package may belong to another user, and goes with the next version: nothing is kept in it.
if (isPacked) {
  process.env.DOCENT_HOME ||= path.join(homedir(), ".docent");
  makePrivate(path.resolve(projectDir, process.env.DOCENT_HOME));
  process.env.NODE_COMPILE_CACHE ||= path.join(process.env.DOCENT_HOME, "runtime/compile-cache");
}

export const runtimeDir = isPacked
  ? path.resolve(projectDir, process.env.DOCENT_HOME, "runtime")
  : inProject(".runtime");

/** Where Node would find a package from here; undefined where it is not installed. */
export function findPackage(name) {
  for (let at = projectDir; ; at = path.dirname(at)) {
    const folder = path.join(at, "node_modules", name);
    if (existsSync(folder)) return folder;
    if (path.dirname(at) === at) return undefined;
  }
}

/**
 * Makes the state folder when it is missing, for its user alone, before anything is put below it: what makes a folder on
 * its way to another lets everybody in. Whoever needs the folder says why it cannot be made.
 */
function makePrivate(home) {
  try {
    if (mkdirSync(home, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(home, 0o700);
  } catch {
    // told later
  }
}
