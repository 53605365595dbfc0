import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { wallLimits } from "./wall-limits.ts";

/** What a command has taken up beyond its limits, if anything. */
export type Excess = "processes" | "memory" | "written";

const LOOK_MS = 50;

/**
 * Looks after what all processes behind a wall take up together, which no limit of a single process bounds, and root has
 * none on its processes at all. `pid` is the first process behind the wall as it is numbered outside. Returns what ends
 * the looking. What is gone while it is looked at counts as nothing.
 */
export function watchOver(pid: number, onExcess: (excess: Excess) => void): () => void {
  const timer = setInterval(() => {
    const excess = excessOf(useBehind(pid));
    if (excess !== undefined) onExcess(excess);
  }, LOOK_MS);
  return () => clearInterval(timer);
}

export type Use = { processes: number; memory_bytes: number; written_bytes: number };

export function excessOf(use: Use): Excess | undefined {
  if (use.processes > wallLimits.processes) return "processes";
  if (use.memory_bytes > wallLimits.memory_bytes) return "memory";
  return use.written_bytes > wallLimits.written_bytes ? "written" : undefined;
}

/**
 * What the processes behind the wall take up now, as the kernel shows them in their own /proc. Until the wall stands, its
 * first process still sees the machine's, and this program in it; then nothing has begun, and nothing is counted.
 */
export function useBehind(pid: number): Use {
  const proc = `/proc/${pid}/root/proc`;
  const stands = !isSeenIn(proc);
  const numbers = stands ? listed(proc).filter((name) => /^\d+$/.test(name)) : [];
  const use: Use = { processes: numbers.length, memory_bytes: 0, written_bytes: 0 };
  // So many are too many already, and to read of each would take its time.
  if (numbers.length > wallLimits.processes) return use;
  use.processes = 0;
  for (const number of numbers) {
    const status = fieldsOf(path.join(proc, number, "status"));
    use.processes += status.get("Threads") ?? 1;
    const kib = (status.get("RssAnon") ?? 0) + (status.get("RssShmem") ?? 0);
    use.memory_bytes += kib * 1024;
    use.written_bytes += fieldsOf(path.join(proc, number, "io")).get("write_bytes") ?? 0;
  }
  return use;
}

function isSeenIn(proc: string): boolean {
  try {
    return readlinkSync(path.join(proc, "self")) !== "";
  } catch {
    return false; // it has no number there
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `Name:  12 kB` on each line. */
function fieldsOf(file: string): Map<string, number> {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // it has ended
  }
  return new Map(
    [...text.matchAll(/^(\w+):\s+(\d+)/gm)].map(([, name = "", value]) => [name, Number(value)]),
  );
}
