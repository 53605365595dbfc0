import { type PatchBody, PatchInfo } from "#lib/contracts/patches";
import { CreatedTask } from "#lib/contracts/tasks";
import { get, post } from "./call.ts";

const at = (patch_id: string, act = "") => `/api/patches/${encodeURIComponent(patch_id)}${act}`;

/** What is shown is what is meant: every file with its version goes along. */
const seen = ({ files }: PatchInfo): PatchBody => ({
  files: files.map(({ root_id, path, base_sha256 }) => ({ root_id, path, base_sha256 })),
});

/** Patches of tasks: looked at, applied and undone by a person. */
export const patchApi = {
  look: (patch_id: string, signal?: AbortSignal) => get(PatchInfo, at(patch_id), signal),
  apply: (patch: PatchInfo) => post(PatchInfo, at(patch.patch_id, "/apply"), seen(patch)),
  undo: (patch: PatchInfo) => post(PatchInfo, at(patch.patch_id, "/undo"), seen(patch)),
  /** A task that makes a patch of what a check found and can be mended. */
  fix: (check_task: string) =>
    post(CreatedTask, "/api/tasks", { type: "edit_docs", input: { way: "fix", check_task } }),
};
