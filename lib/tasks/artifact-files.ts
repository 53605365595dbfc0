import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { foldedName } from "#lib/platform/folded-name";
import { sha256 } from "#lib/platform/hash";
import { saidError } from "#lib/platform/said-error";

/**
 * Files of tasks in the state folder, one folder for each task. A file is there whole or not at all: it is written beside
 * its name, brought to the disk and then given the name. Names were judged before they come here.
 */
export type ArtifactFiles = {
  /** Throws AppError; nothing is left of a file that could not be written. */
  write(task_id: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Throws `path_changed` unless the bytes are those with this hash. */
  read(task_id: string, file: { name: string; sha256: string }): Promise<Buffer>;
  /** Removes every file of the task but these. */
  keepOnly(task_id: string, names: readonly string[]): Promise<void>;
  remove(task_id: string): Promise<void>;
  /**
   * Removes what belongs to no task any more; how many folders that were. `known` is asked after it was looked at what there
   * is, so that nothing new is taken away.
   */
  sweep(known: () => Promise<ReadonlySet<string>>): Promise<number>;
};

export function createArtifactFiles(deps: {
  home: string;
  /** Instead of the disk's own, for tests of what a full disk does. */
  put?: (file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array) => Promise<void>;
}): ArtifactFiles {
  const all = path.join(deps.home, "artifacts");
  const { put = (file, bytes) => file.writeFile(bytes) } = deps;
  const folderOf = (task_id: string) => path.join(all, task_id);

  return {
    async write(task_id, name, bytes) {
      const folder = folderOf(task_id);
      const unfinished = path.join(folder, `.part-${randomBytes(12).toString("hex")}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = await open(unfinished, "wx", 0o600);
        try {
          await put(file, bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path.join(folder, name));
        await syncFolder(folder);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw refusal(name, error);
      }
    },
    async read(task_id, { name, sha256: hash }) {
      let bytes: Buffer;
      try {
        bytes = await readFile(path.join(folderOf(task_id), name));
      } catch (cause) {
        throw saidError("path_changed", "artifact.changed", { name }, { cause });
      }
      if (sha256(bytes) !== hash) throw saidError("path_changed", "artifact.changed", { name });
      return bytes;
    },
    async keepOnly(task_id, names) {
      const folder = folderOf(task_id);
      const kept = new Set(names.map(foldedName));
      for (const found of await namesIn(folder)) {
        if (!kept.has(foldedName(found)))
          await rm(path.join(folder, found), { recursive: true, force: true });
      }
    },
    remove: (task_id) => rm(folderOf(task_id), { recursive: true, force: true }),
    async sweep(known) {
      const there = await namesIn(all);
      const tasks = await known();
      const lost = there.filter((name) => !tasks.has(name));
      for (const name of lost) await rm(path.join(all, name), { recursive: true, force: true });
      return lost.length;
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // nothing was ever written
  }
}

/** The name is on the disk as well; where a folder cannot be opened, as on Windows, the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // no such thing here
  }
}

function refusal(name: string, cause: unknown) {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "?";
  if (code === "ENOSPC" || code === "EDQUOT") {
    return saidError("tool_exec", "artifact.disk_full", { name }, { cause });
  }
  return saidError("unreadable", "artifact.not_written", { name, code }, { cause });
}
