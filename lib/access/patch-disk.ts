import { renameSync, rmSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import nodePath from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { HeldFolder } from "./hold-folder.ts";
import { type Target, writeTemporary } from "./replace-file.ts";

/**
 * Every step by which the applying of a patch changes something on the disk, one function each, so that a test can let any
 * of them fail, or end the program between any two. What a step did is on the disk when it has ended.
 */
export type PatchDisk = {
  /** A new file in the state folder; the folders above it are made. */
  keep(path: string, bytes: Buffer): Promise<void>;
  /** The journal, whole or as it was. */
  note(path: string, text: string): Promise<void>;
  /** The new bytes beside the document, with its rights. */
  write(folder: HeldFolder, name: string, bytes: Buffer, like: Target): Promise<void>;
  /** In the place of the document: one step, and nothing of this program comes between it and what was looked at before. */
  rename(folder: HeldFolder, from: string, to: string): void;
  sync(folder: HeldFolder): void;
  /** A temporary file; it need not be there. */
  remove(folder: HeldFolder, name: string): void;
  /** A folder of the state folder with all that is in it. */
  forget(path: string): Promise<void>;
};

export const patchDisk: PatchDisk = {
  async keep(path, bytes) {
    await mkdir(nodePath.dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  async note(path, text) {
    await mkdir(nodePath.dirname(path), { recursive: true, mode: 0o700 });
    await writeFileAtomic(path, text, { mode: 0o600, fsync: true });
  },
  write: (folder, name, bytes, like) => writeTemporary(folder.at(name), bytes, like),
  rename: (folder, from, to) => renameSync(folder.at(from), folder.at(to)),
  sync: (folder) => folder.sync(),
  remove: (folder, name) => rmSync(folder.at(name), { force: true }),
  forget: (path) => rm(path, { recursive: true, force: true }),
};
