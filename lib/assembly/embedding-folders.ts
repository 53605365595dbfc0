import { realpathSync } from "node:fs";
import path from "node:path";
import type { DocAccess, RootConfig } from "#lib/contracts/config";
import { sha256 } from "#lib/platform/hash";

/** A folder whose text is sent, and a digest of all that decides which text that is. */
export type FolderToSend = { id: string; label: string; digest: string };

/**
 * The folders as they are on the disk now: another folder under the same id or path, and other rules of what is read in
 * it, make another digest. One that is not there is left out, for nothing of it can be sent.
 */
export function foldersToSend(
  roots: readonly RootConfig[],
  rules: Pick<DocAccess, "deny" | "doc_file_patterns" | "allow_outside_project">,
  project_dir: string,
): FolderToSend[] {
  return roots.flatMap((root) => {
    const { id, label, hidden = false, include_dependencies = false } = root;
    let real_path: string;
    try {
      real_path = realpathSync.native(path.resolve(project_dir, root.path));
    } catch {
      return [];
    }
    const patterns = root.patterns ?? rules.doc_file_patterns;
    const read = [patterns, hidden, include_dependencies, rules.deny, rules.allow_outside_project];
    return [{ id, label, digest: sha256(JSON.stringify([id, real_path, ...read])) }];
  });
}
