import { readdir, readFile, readlink, statfs } from "node:fs/promises";
import path from "node:path";
import { sandboxLimits, type UseLimits } from "./sandbox-limits.ts";

/** What a command has taken up beyond its limits, if anything. */
export type Excess = "processes" | "memory" | "written" | "files" | "processor";

const LOOK_MS = 50;
/** USER_HZ: 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/**
 * Looks after what all processes in a sandbox take up together, which no limit of a single process bounds, and root has
 * none on its processes at all. `pid` is the first process in the sandbox as it is numbered outside. Returns what ends
 * the looking. What is gone while it is looked at counts as nothing.
 */
export function watchOver(
  pid: number,
  onExcess: (excess: Excess) => void,
  limits: UseLimits = sandboxLimits,
  onUse: (use: Use) => void = () => {},
): () => void {
  let over = false;
  let timer = setTimeout(look, LOOK_MS);
  async function look(): Promise<void> {
    const use = await takenBehind(pid, limits);
    const excess = excessOf(use, limits);
    onUse(use);
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
  /** In memory and moved out of it; with what stands in the folders that lie in memory. */
  memory_bytes: number;
  written_bytes: number;
  /** In the folders that lie in memory: an empty file takes some of it too, which is no process's. */
  scratch_files: number;
  /** Of those that have ended too, once somebody asked for their end. */
  cpu_ms: number;
};

export function excessOf(use: Use, limits: UseLimits = sandboxLimits): Excess | undefined {
  if (use.processes > limits.processes) return "processes";
  if (use.memory_bytes > limits.memory_bytes) return "memory";
  if (use.scratch_files > limits.scratch_files) return "files";
  if (use.cpu_ms > (limits.cpu_ms ?? Number.POSITIVE_INFINITY)) return "processor";
  return use.written_bytes > limits.written_bytes ? "written" : undefined;
}

/**
 * What the processes in the sandbox take up now, as the kernel shows them in their own /proc. Until the sandbox is made, its
 * first process still sees the machine's, and this program in it; then nothing has begun, and nothing is counted.
 */
export async function takenBehind(
  pid: number,
  limits: Pick<UseLimits, "processes"> = sandboxLimits,
): Promise<Use> {
  const root = `/proc/${pid}/root`;
  const proc = `${root}/proc`;
  const use: Use = { processes: 0, memory_bytes: 0, written_bytes: 0, scratch_files: 0, cpu_ms: 0 };
  if (await isSeenIn(proc)) return use;
  const numbers = (await listed(proc)).filter((name) => /^\d+$/.test(name));
  // So many are too many already, and to read of each would take its time.
  if (numbers.length > limits.processes) return { ...use, processes: numbers.length };
  await Promise.all([
    ...numbers.map(async (number) => {
      const [status, io, ticks] = await Promise.all([
        fieldsOf(path.join(proc, number, "status")),
        fieldsOf(path.join(proc, number, "io")),
        ticksOf(path.join(proc, number, "stat")),
      ]);
      use.cpu_ms += ticks * MS_PER_TICK;
      const memory = ["RssAnon", "RssShmem", "VmSwap"];
      use.processes += status.get("Threads") ?? 1;
      use.memory_bytes += memory.reduce((kib, name) => kib + (status.get(name) ?? 0), 0) * 1024;
      use.written_bytes += io.get("write_bytes") ?? 0;
    }),
    ...["tmp", "dev/shm"].map(async (folder) => {
      const held = await heldIn(path.join(root, folder));
      use.scratch_files += held.files;
      use.memory_bytes += held.bytes;
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

/** Of a process and of those of its children that have ended. Its name stands in brackets and may hold anything. */
async function ticksOf(file: string): Promise<number> {
  try {
    const stat = await readFile(file, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0; // it has ended
  }
}

/** Of the whole file system that this folder is. */
async function heldIn(folder: string): Promise<{ files: number; bytes: number }> {
  try {
    const { files, ffree, blocks, bfree, bsize } = await statfs(folder);
    return { files: files - ffree, bytes: (blocks - bfree) * bsize };
  } catch {
    return { files: 0, bytes: 0 };
  }
}
