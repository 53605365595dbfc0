import { realpathSync } from "node:fs";
import path from "node:path";
import { createAccess } from "#lib/access/access";
import { type ToolRootPlace, toolRootProblem } from "#lib/access/tool-root-problem";
import type { Config } from "#lib/contracts/config";
import { AppError } from "#lib/contracts/errors";
import { nameRoot } from "#lib/contracts/name-root";
import { createConfigFile } from "#lib/platform/config-file";
import { createLogger } from "#lib/platform/logger";
import { makeState } from "#lib/platform/state-owner";

/**
 * Adds folders that a person named on the command line to the settings, as an edit of the file by hand would: a server that
 * runs sees them at once. One that is there already stays as it is. Says the labels of those that are new. Throws AppError
 * with the rule for a folder that may not be read, and then none is added.
 */
export function addFolders(folders: readonly string[], place: ToolRootPlace): string[] {
  const { project_dir, home, config_path } = place;
  const log = createLogger("docent", "silent"); // what is wrong with the settings is thrown, in a sentence
  makeState(home);
  const file = createConfigFile({
    ...{ project_dir, home, problem: toolRootProblem(place), log },
    ...(config_path === undefined ? {} : { config_path }),
  });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { config, etag, error } = file.current();
    if (error !== undefined) throw new AppError("config_invalid", error);
    const roots = [...config.doc_access.roots];
    const added: string[] = [];
    for (const folder of folders) {
      refuseClosed(folder, config, place);
      const there = roots.some((root) => isSame(path.resolve(project_dir, root.path), folder));
      if (there) continue;
      const root = nameRoot(folder, roots);
      roots.push(root);
      added.push(root.label);
    }
    if (added.length === 0) return [];
    const saved = file.save({ ...config, doc_access: { ...config.doc_access, roots } }, etag);
    if (saved.kind === "saved") return added;
    if (saved.kind === "invalid") {
      throw new AppError("config_invalid", saved.problems[0]?.message ?? "");
    }
  }
  throw new AppError("conflict", "The settings are being changed by another program. Try again.");
}

/** Another program may save in between. */
const ATTEMPTS = 3;

function refuseClosed(folder: string, config: Config, place: ToolRootPlace): void {
  const { deny, doc_file_patterns, max_file_bytes, allow_outside_project } = config.doc_access;
  const label = path.basename(folder) || folder;
  const [root] = createAccess({
    roots: [{ id: "candidate", label, path: folder }],
    ...{ deny, doc_file_patterns, max_file_bytes, allow_outside_project },
    project_dir: place.project_dir,
    home: place.home,
  }).roots;
  if (root?.state === "unhealthy") throw new AppError(root.rule, root.message);
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync.native(one) === realpathSync.native(other);
  } catch {
    return one === other; // one of them is gone, and names the same place or does not
  }
}
