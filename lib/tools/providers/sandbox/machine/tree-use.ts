import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { processUse } from "../wasm/process-use.ts";

export type TreeUse = { processes: number; memory_bytes: number; cpu_ms: number };

/**
 * What a sandbox of gVisor takes up, as the machine counts it: its processes, which descend from the one that was started,
 * and the one file in memory that holds what its programs have in theirs.
 */
export async function treeUse(pid: number): Promise<TreeUse> {
  const use = { processes: 0, memory_bytes: 0, cpu_ms: 0 };
  let held: number | undefined;
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = await processUse(next);
    if (own === undefined) continue;
    use.processes++;
    use.memory_bytes += own.private_bytes;
    use.cpu_ms += own.cpu_ms;
    // Its processes share it: it is counted once.
    held ??= await memoryFile(next);
    waiting.push(...(await childrenOf(next)));
    if (use.processes > mostLookedAt) break;
  }
  return { ...use, memory_bytes: use.memory_bytes + (held ?? 0) };
}

const mostLookedAt = 2000;

/** Any thread of a process may have started another one. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await listed(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => ""),
    ),
  );
  return lists.flatMap((text) => text.split(" ").filter(Boolean).map(Number));
}

async function memoryFile(pid: number): Promise<number | undefined> {
  for (const name of await listed(`/proc/${pid}/fd`)) {
    const place = `/proc/${pid}/fd/${name}`;
    try {
      if ((await readlink(place)).startsWith("/memfd:runsc-memory")) {
        return (await stat(place)).blocks * 512;
      }
    } catch {
      // it was closed meanwhile
    }
  }
  return undefined;
}

export async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
