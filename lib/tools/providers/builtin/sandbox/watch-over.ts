import { readdir, readFile, readlink, statfs } from "node:fs/promises";
import path from "node:path";
import { sandboxLimits } from "./sandbox-limits.ts";

/** What a command has taken up beyond its limits, if anything. */
export type Excess = "processes" | "memory" | "written" | "files";

const LOOK_MS = 50;

/**
 * Looks after what all processes in a sandbox take up together, which no limit of a single process bounds, and root has
 * none on its processes at all. `pid` is the first process in the sandbox as it is numbered outside. Returns what ends
 * the looking. What is gone while it is looked at counts as nothing.
 */
export function watchOver(pid: number, onExcess: (excess: Excess) => void): () => void {
  let over = false;
  let timer = setTimeout(look, LOOK_MS);
  async function look(): Promise<void> {
    const excess = excessOf(await takenBehind(pid));
    // Meanwhile it may have ended, and the number be another's.
    if (over) return;
    if (excess !== undefined) onExcess(excess);
    timer = setTimeout(look, LOOK_MS);
  }
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

export type Use = {
  processes: number;
  /** In memory and moved out of it. */
  memory_bytes: number;
  written_bytes: number;
  /** In the folders that lie in memory: an empty file takes some of it too, which is no process's. */
  scratch_files: number;
};

export function excessOf(use: Use): Excess | undefined {
  if (use.processes > sandboxLimits.processes) return "processes";
  if (use.memory_bytes > sandboxLimits.memory_bytes) return "memory";
  if (use.scratch_files > sandboxLimits.scratch_files) return "files";
  return use.written_bytes > sandboxLimits.written_bytes ? "written" : undefined;
}

/**
 * What the processes in the sandbox take up now, as the kernel shows them in their own /proc. Until the sandbox is made, its
 * first process still sees the machine's, and this program in it; then nothing has begun, and nothing is counted.
 */
export async function takenBehind(pid: number): Promise<Use> {
  const root = `/proc/${pid}/root`;
  const proc = `${root}/proc`;
  const use: Use = { processes: 0, memory_bytes: 0, written_bytes: 0, scratch_files: 0 };
  if (await isSeenIn(proc)) return use;
  const numbers = (await listed(proc)).filter((name) => /^\d+$/.test(name));
  // So many are too many already, and to read of each would take its time.
  if (numbers.length > sandboxLimits.processes) return { ...use, processes: numbers.length };
  await Promise.all([
    ...numbers.map(async (number) => {
      const [status, io] = await Promise.all(
        ["status", "io"].map((file) => fieldsOf(path.join(proc, number, file))),
      );
      const memory = ["RssAnon", "RssShmem", "VmSwap"];
      use.processes += status?.get("Threads") ?? 1;
      use.memory_bytes += memory.reduce((kib, name) => kib + (status?.get(name) ?? 0), 0) * 1024;
      use.written_bytes += io?.get("write_bytes") ?? 0;
    }),
    ...["tmp", "dev/shm"].map(async (folder) => {
      use.scratch_files += await filesIn(path.join(root, folder));
    }),
  ]);
  return use;
}

async function isSeenIn(proc: string): Promise<boolean> {
  try {
    return (await readlink(path.join(proc, "self"))) !== "";
  } catch {
    return false; // it has no number there
  }
}

async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/** `Name:  12 kB` on each line. */
async function fieldsOf(file: string): Promise<Map<string, number>> {
  let text = "";
  try {
    text = await readFile(file, "utf8");
  } catch {
    // it has ended
  }
  return new Map(
    [...text.matchAll(/^(\w+):\s+(\d+)/gm)].map(([, name = "", value]) => [name, Number(value)]),
  );
}

/** Of the whole file system that this folder is. */
async function filesIn(folder: string): Promise<number> {
  try {
    const { files, ffree } = await statfs(folder);
    return files - ffree;
  } catch {
    return 0;
  }
}
