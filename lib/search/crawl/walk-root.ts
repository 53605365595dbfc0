import { type BigIntStats, type Dir, lstatSync } from "node:fs";
import { opendir } from "node:fs/promises";
import nodePath from "node:path";
import type { Access } from "#lib/access/access";
import { compileFolders } from "#lib/access/document-patterns";
import type { HealthyRoot } from "#lib/access/resolve-root";

/** A name below a root that looks like a document, as the walk saw it; nothing was opened. */
export type Sighting = {
  relative_path: string;
  /** Changes whenever the file does: time in nanoseconds, size, inode, change of rights. */
  signature: string;
  bytes: number;
  link: boolean;
};

/** So many names of a folder are read at once; the event loop has its turn between. */
const namesAtOnce = 256;

/**
 * Every document's name below a root, in no order, without following links. Folders that cannot be read are passed
 * over; those that the border closes, or that no pattern reaches into, are not entered. Whether a sighting may be read is
 * for Access to say.
 */
export async function* walkRoot(
  root: HealthyRoot,
  access: Pick<Access, "screen">,
  signal?: AbortSignal,
): AsyncGenerator<Sighting> {
  const mayHold = compileFolders(root.patterns);
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const dir = await open(nodePath.join(root.real_path, folder));
    if (dir === undefined) continue;
    for await (const entry of dir) {
      signal?.throwIfAborted();
      const relative_path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) {
        const sighting =
          access.screen(root, relative_path, "file") === undefined
            ? lookAt(root, relative_path)
            : undefined;
        if (sighting !== undefined) yield sighting;
      } else if (
        mayHold(relative_path) &&
        access.screen(root, relative_path, "folder") === undefined
      ) {
        folders.push(relative_path);
      }
    }
  }
}

/** Nanoseconds tell apart two saves within one millisecond. */
function lookAt(root: HealthyRoot, relative_path: string): Sighting | undefined {
  try {
    const path = nodePath.join(root.real_path, relative_path);
    const stat = lstatSync(path, { bigint: true });
    return {
      relative_path,
      signature: signatureOf(stat),
      bytes: Number(stat.size),
      link: stat.isSymbolicLink(),
    };
  } catch {
    return undefined; // it vanished, or its path is longer than the system takes
  }
}

export function signatureOf({ mtimeNs, ctimeNs, size, ino }: BigIntStats): string {
  return `${mtimeNs}:${ctimeNs}:${size}:${ino}`;
}

async function open(folder: string): Promise<Dir | undefined> {
  try {
    return await opendir(folder, { bufferSize: namesAtOnce });
  } catch {
    return undefined; // it vanished, or the system does not let us in
  }
}
