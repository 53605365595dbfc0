import { type BigIntStats, type Dirent, lstatSync, opendirSync } from "node:fs";
import nodePath from "node:path";
import type { Access } from "#lib/access/access";
import { compileFolders } from "#lib/access/document-patterns";
import { errno, type HealthyRoot, isMissing } from "#lib/access/resolve-root";
import { openTurns } from "../turns.ts";

/** A name below a root that looks like a document, as the walk saw it; nothing was opened. */
export type Sighting = {
  relative_path: string;
  path: string;
  /** Changes whenever the file does: time in nanoseconds, size, inode, change of rights. */
  signature: string;
  bytes: number;
  link: boolean;
};

/** A folder or file that the system does not let us look at, or a folder of dependencies that is left out as a whole. */
export type Closed = {
  relative_path: string;
  kind: "file" | "folder";
  /** `invalid_path`: its path is longer than the system takes. */
  rule: "unreadable" | "invalid_path" | "dependency_folder";
};

/** So many names of a folder are read at once; the event loop has its turn between. A promise for each takes longer than the names. */
const namesAtOnce = 256;

/**
 * Every document's name below a root, some at a time, in no order, without following links. Folders that the border closes, or that no
 * pattern reaches into, are not entered; `onClosed` is told what cannot be looked at, and each outermost folder of
 * dependencies. Whether a sighting may be read is
 * for Access to say.
 */
export async function* walkRoot(
  root: HealthyRoot,
  access: Pick<Access, "screen">,
  onClosed: (closed: Closed) => void,
  signal?: AbortSignal,
): AsyncGenerator<Sighting[]> {
  const mayHold = compileFolders(root.patterns);
  const folders = [""];
  const turns = openTurns();
  /** What vanished meanwhile, and a root that did, are not worth a word. */
  const tell = (relative_path: string, kind: Closed["kind"], error: unknown) => {
    if (relative_path === "" || isMissing(error)) return;
    const rule = errno(error) === "ENAMETOOLONG" ? "invalid_path" : "unreadable";
    onClosed({ relative_path, kind, rule });
  };
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const path = nodePath.join(root.real_path, folder);
    const before = path.endsWith(nodePath.sep) ? path : path + nodePath.sep;
    for (const entries of entriesOf(path, (error) => tell(folder, "folder", error))) {
      signal?.throwIfAborted();
      const sightings: Sighting[] = [];
      for (const entry of entries) {
        const relative_path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (!entry.isDirectory()) {
          if (access.screen(root, relative_path, "file", "passed") !== undefined) continue;
          const sighting = lookAt(before + entry.name, relative_path);
          if ("signature" in sighting) sightings.push(sighting);
          else tell(relative_path, "file", sighting.error);
        } else if (mayHold(relative_path)) {
          const refused = access.screen(root, relative_path, "folder", "passed");
          if (refused === undefined) folders.push(relative_path);
          else if (refused.rule === "dependency_folder") {
            onClosed({ relative_path, kind: "folder", rule: refused.rule });
          }
        }
      }
      yield sightings;
      await turns.take();
    }
  }
}

/** Nanoseconds tell apart two saves within one millisecond. */
function lookAt(path: string, relative_path: string): Sighting | { error: unknown } {
  try {
    const stat = lstatSync(path, { bigint: true });
    return {
      relative_path,
      path,
      signature: signatureOf(stat),
      bytes: Number(stat.size),
      link: stat.isSymbolicLink(),
    };
  } catch (error) {
    return { error };
  }
}

export function signatureOf({
  mtimeNs,
  ctimeNs,
  size,
  ino,
}: Pick<BigIntStats, "mtimeNs" | "ctimeNs" | "size" | "ino">): string {
  return `${mtimeNs}:${ctimeNs}:${size}:${ino}`;
}

/** What lies in a folder, as far as the system lets us look; so many names at a time. */
function* entriesOf(folder: string, onError: (error: unknown) => void): Generator<Dirent[]> {
  try {
    const opened = opendirSync(folder, { bufferSize: namesAtOnce });
    try {
      for (let more = true; more; ) {
        const entries: Dirent[] = [];
        while (more && entries.length < namesAtOnce) {
          const entry = opened.readSync();
          if (entry === null) more = false;
          else entries.push(entry);
        }
        yield entries;
      }
    } finally {
      opened.closeSync();
    }
  } catch (error) {
    onError(error);
  }
}
