import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import nodePath from "node:path";
import { createDenylist } from "./denylist.ts";
import { judgePath, screenName } from "./judge-path.ts";
import { type OpenedDocument, openDocument } from "./open-document.ts";
import {
  type AccessRoot,
  type HealthyRoot,
  type ResolvedRoot,
  resolveRoot,
} from "./resolve-root.ts";
import type { Allowed, Refused, Verdict } from "./verdict.ts";

export type AccessOptions = {
  roots: readonly AccessRoot[];
  deny: readonly string[];
  doc_file_patterns: readonly string[];
  max_file_bytes: number;
  allow_outside_project: boolean;
  project_dir: string;
  /** The program's own state folder (DOCENT_HOME), which is never read as documents. */
  home: string;
};

/**
 * The border to documents: may this path be read, and its bytes if so. Whoever wants a document asks `judge` and hands
 * the verdict to `open`; `screen` only spares a walk through a root the folders it need not enter.
 */
export type Access = {
  /** The roots as they are on disk now, in the order of the configuration. */
  readonly roots: ResolvedRoot[];
  /** `path` is absolute or relative to a root; without `root_id` it is looked for in every root. Never throws. */
  judge(path: unknown, root_id?: unknown): Promise<Verdict>;
  /** The rule that keeps a name below a root out, by its text alone; undefined when nothing in the name does. */
  screen(root: HealthyRoot, relative_path: string, kind: "file" | "folder"): Refused | undefined;
  /** The bytes of what was judged; throws AppError with a path rule. */
  open(verdict: Allowed): Promise<OpenedDocument>;
};

export function createAccess(options: AccessOptions): Access {
  const denylist = createDenylist({
    platform: process.platform,
    user_home: homedir(),
    state_home: options.home,
    deny: [
      ...options.deny,
      ...[options.home, ...options.deny].filter(nodePath.isAbsolute).map(realPlace),
    ],
  });
  const rules = {
    doc_file_patterns: options.doc_file_patterns,
    allow_outside_project: options.allow_outside_project,
    project_dir: options.project_dir,
    denylist,
  };
  const resolve = () => options.roots.map((root) => resolveRoot(root, rules));
  return {
    get roots() {
      return resolve();
    },
    judge: async (path, root_id) =>
      judgePath(path, root_id, {
        roots: resolve(),
        denylist,
        max_file_bytes: options.max_file_bytes,
      }),
    screen: (root, relative_path, kind) => screenName(root, relative_path, kind, denylist),
    open: async (verdict) => openDocument(verdict, options.max_file_bytes),
  };
}

/** Where a path leads through links, as far as it exists; a folder that is made later is denied under both names. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = nodePath.dirname(path);
    return above === path ? path : nodePath.join(realPlace(above), nodePath.basename(path));
  }
}
