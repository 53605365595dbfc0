import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import nodePath from "node:path";
import type { ClientFolders } from "./client-folders.ts";
import { createDenylist, spellOutHome } from "./denylist.ts";
import type { AccessRoot, RootRules } from "./resolve-root.ts";

/** What the border is drawn by: the folders a person allowed and the settings that stand above them. */
export type AccessOptions = {
  roots: readonly AccessRoot[];
  deny: readonly string[];
  doc_file_patterns: readonly string[];
  max_file_bytes: number;
  allow_outside_project: boolean;
  project_dir: string;
  /** The program's own state folder (DOCENT_HOME), which is never read as documents. */
  home: string;
  /** Roots of the configuration that are not open here: nothing of them is read through a root that lies around them. */
  closed?: readonly AccessRoot[] | undefined;
  /** Where the program asking says what it works in; absent where it has no say. */
  client_folders?: ClientFolders | undefined;
};

/** The rules a folder is judged by, whichever it is. A denied place is denied under its real name as well. */
export function rulesOf(options: Omit<AccessOptions, "roots" | "closed">): RootRules {
  const user_home = homedir();
  const deny = options.deny.map((entry) => spellOutHome(entry, user_home));
  const { platform } = process;
  const denied = [...deny, ...deny.filter(nodePath.isAbsolute).map(realPlace)];
  const denylist = createDenylist({
    platform,
    user_home,
    state_home: options.home,
    deny: [...denied, ...[options.home].filter(nodePath.isAbsolute).map(realPlace)],
  });
  const saved_pages_denylist = createDenylist({ platform, user_home, deny: denied });
  const { doc_file_patterns, allow_outside_project, project_dir } = options;
  return {
    ...{ doc_file_patterns, allow_outside_project, project_dir },
    ...{ denylist, saved_pages_denylist },
  };
}

/** Where a path leads through links, as far as it exists; a folder that is made later is denied under both names. */
export function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = nodePath.dirname(path);
    return above === path ? path : nodePath.join(realPlace(above), nodePath.basename(path));
  }
}
