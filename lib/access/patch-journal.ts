import { readdirSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import { z } from "zod";
import { PatchId } from "#lib/contracts/patches";
import { codeOf } from "./hold-folder.ts";
import type { PatchDisk } from "./patch-disk.ts";

/**
 * What became of a patch, in the state folder: `patches/<id>/journal.json`, and beside it the bytes of every file before and
 * after, `<n>.before` and `<n>.after`. While documents are being replaced `step` says how far that is:
 *
 *   writing       new files are being written beside the documents; no document has changed
 *   renaming      they take their places, one after the other; what is not done is done after a crash
 *   going_back    those that have changed get their old bytes again
 */
export const PatchJournal = z.object({
  version: z.literal(1),
  patch_id: PatchId,
  /** What stands on the disk once no step is under way. */
  state: z.enum(["open", "applied", "undone"]),
  under_way: z
    .object({
      to: z.enum(["applied", "undone"]),
      step: z.enum(["writing", "renaming", "going_back"]),
      /** While going back: which of the files were replaced, where that is known. */
      touched: z.array(z.number().int().nonnegative()).optional(),
    })
    .optional(),
  files: z.array(
    z.object({
      root_id: z.string(),
      /** In its root, as the patch names it. */
      path: z.string(),
      /** The real folder of the root, and the names from there on. */
      root: z.string(),
      names: z.array(z.string()).min(1),
      before_sha256: z.string(),
      after_sha256: z.string(),
      /** What the new file is called until it takes its place. */
      temporary: z.string().regex(/^\.docent-[\da-f]{24}\.tmp$/),
    }),
  ),
});
export type PatchJournal = z.infer<typeof PatchJournal>;
export type JournalFile = PatchJournal["files"][number];

export function createPatchJournals(home: string, disk: PatchDisk) {
  const folder = nodePath.join(home, "patches");
  const at = (id: string, name: string) => nodePath.join(folder, PatchId.parse(id), name);
  return {
    /** Undefined where nothing was ever done with it. Throws where there is one that cannot be read. */
    read(id: string): PatchJournal | undefined {
      let text: string;
      try {
        text = readFileSync(at(id, "journal.json"), "utf8");
      } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      }
      return PatchJournal.parse(JSON.parse(text));
    },
    write: (journal: PatchJournal) =>
      disk.note(at(journal.patch_id, "journal.json"), `${JSON.stringify(journal, null, 1)}\n`),
    keep: (id: string, n: number, side: "before" | "after", bytes: Buffer) =>
      disk.keep(at(id, `${n}.${side}`), bytes),
    kept: (id: string, n: number, side: "before" | "after") => readFileSync(at(id, `${n}.${side}`)),
    forget: (id: string) => disk.forget(nodePath.join(folder, PatchId.parse(id))),
    ids(): string[] {
      try {
        return readdirSync(folder).filter((name) => PatchId.safeParse(name).success);
      } catch {
        return []; // no patch was ever applied
      }
    },
  };
}
