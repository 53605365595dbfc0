import { readdirSync, readFileSync } from "node:fs";
import type { Access } from "#lib/access/access";
import { createPatchApplier } from "#lib/access/apply-patch";
import { type PatchDisk, patchDisk } from "#lib/access/patch-disk";
import { decode } from "#lib/platform/decode";
import { sha256 } from "#lib/platform/hash";
import { type FilePatch, hunksBetween } from "#lib/platform/unified-diff";
import type { Scratch } from "./scratch.ts";

/** What is done to the disk, one after the other; `before` may throw, or end the program. */
export function watchedDisk(before: (step: string, n: number) => void): PatchDisk {
  let n = 0;
  const told =
    <A extends unknown[], R>(step: string, work: (...args: A) => R) =>
    (...args: A): R => {
      before(step, n++);
      return work(...args);
    };
  const later =
    <A extends unknown[], R>(step: string, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      before(step, n++);
      return work(...args);
    };
  return {
    keep: later("keep", patchDisk.keep),
    note: later("note", patchDisk.note),
    write: later("write", patchDisk.write),
    rename: told("rename", patchDisk.rename),
    sync: told("sync", patchDisk.sync),
    remove: told("remove", patchDisk.remove),
    forget: later("forget", patchDisk.forget),
  };
}

export const editable = (scratch: Scratch, more: { editable?: boolean } = {}): Access =>
  scratch.access({
    roots: [
      { id: "notes", label: "Notes", path: scratch.at("notes"), editable: true, ...more },
      { id: "more", label: "More", path: scratch.at("more") },
    ],
  });

export const applier = (scratch: Scratch, disk?: PatchDisk) =>
  createPatchApplier({
    home: scratch.at("project/.docent"),
    ...(disk === undefined ? {} : { disk }),
  });

/** The patch that makes the text of a file another one, by what stands there now. */
export function patchOf(
  scratch: Scratch,
  path: string,
  after: string,
  root_id = "notes",
): FilePatch {
  const bytes = readFileSync(scratch.at(root_id, path));
  const decoded = decode(bytes);
  if (decoded.kind !== "text") throw new Error("it is a text");
  return { root_id, path, base_sha256: sha256(bytes), hunks: hunksBetween(decoded.text, after) };
}

export const temporaries = (scratch: Scratch): string[] =>
  readdirSync(scratch.at("notes"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.includes(".docent-"),
  );
