import { z } from "zod";
import { ErrorBody } from "./errors.ts";

/** The largest patch: what can be shown to a person, and held twice while it is applied. */
export const patchLimits = { files: 500, bytes: 64 * 1024 * 1024 } as const;

/** A document by its root and its path in it, and the version that is meant, by the hash of its raw bytes. */
export const PatchedFile = z.strictObject({
  root_id: z.string().min(1).max(200),
  path: z.string().min(1).max(8192),
  base_sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type PatchedFile = z.infer<typeof PatchedFile>;

export const PatchId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/** Body of `apply` and `undo`: what the person saw. A patch with other files or versions is not the one they meant. */
export const PatchBody = z.strictObject({
  files: z.array(PatchedFile).min(1).max(patchLimits.files),
});
export type PatchBody = z.infer<typeof PatchBody>;

/** `interrupted`: the program ended while it was applied or undone, and could not bring it to an end since. */
export const PatchState = z.enum(["open", "applied", "undone", "interrupted"]);
export type PatchState = z.infer<typeof PatchState>;

/** A line of a diff without what ends it. */
export const DiffLine = z.object({
  kind: z.enum(["same", "gone", "come"]),
  text: z.string(),
  /** It is the last of the file, and no line end follows. */
  bare: z.boolean().optional(),
});
export const DiffHunk = z.object({
  old_start: z.number().int().min(0),
  new_start: z.number().int().min(0),
  lines: z.array(DiffLine),
});
export type DiffHunk = z.infer<typeof DiffHunk>;

/**
 * What stands in the way of one file. `ready`: nothing does. `applied`: it is as the patch left it. `changed`: it is neither
 * as it was before nor as after.
 */
export const PatchFileState = z.enum([
  "ready",
  "applied",
  "changed",
  "missing",
  "not_editable",
  "refused",
]);

export const PatchFileInfo = PatchedFile.extend({
  root_label: z.string(),
  state: PatchFileState,
  /** Why it is `not_editable` or `refused`. */
  message: z.string().optional(),
  hunks: z.array(DiffHunk),
});
export type PatchFileInfo = z.infer<typeof PatchFileInfo>;

/** A patch as `GET /api/patches/:patch_id` shows it, with its files as they are at this moment. */
export const PatchInfo = z.object({
  patch_id: z.string(),
  task_id: z.string(),
  state: PatchState,
  files: z.array(PatchFileInfo),
});
export type PatchInfo = z.infer<typeof PatchInfo>;

/** A place where a file is not what the patch rests on: what was expected from this line on, and what stands there. */
export const ConflictSides = z.object({
  line: z.number().int().min(1),
  expected: z.array(z.string()),
  /** Absent where the file is gone. */
  found: z.array(z.string()).optional(),
});
export const PatchConflict = z.object({
  root_id: z.string(),
  path: z.string(),
  expected_sha256: z.string(),
  found_sha256: z.string().optional(),
  sides: z.array(ConflictSides),
});
export type PatchConflict = z.infer<typeof PatchConflict>;

/** Body of the 409: nothing was changed. */
export const ConflictBody = ErrorBody.extend({ conflicts: z.array(PatchConflict) });
export type ConflictBody = z.infer<typeof ConflictBody>;
