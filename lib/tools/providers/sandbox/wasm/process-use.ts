import { readFile } from "node:fs/promises";

/** What one process takes up, as Linux shows it; undefined on other systems and when it has ended. */
export async function processUse(
  pid: number,
): Promise<{ cpu_ms: number; memory_bytes: number; private_bytes: number } | undefined> {
  try {
    const [stat, status] = await Promise.all(
      ["stat", "status"].map((name) => readFile(`/proc/${pid}/${name}`, "utf8")),
    );
    // The name of the program stands in brackets and may hold anything.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    const bytes = (...names: string[]) =>
      names.reduce((sum, name) => {
        const kib = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status ?? "")?.[1];
        return sum + Number(kib ?? 0) * 1024;
      }, 0);
    return {
      cpu_ms: ticks * msPerTick,
      memory_bytes: bytes("RssAnon", "RssShmem", "VmSwap"),
      private_bytes: bytes("RssAnon", "VmSwap"),
    };
  } catch {
    return undefined;
  }
}

/** USER_HZ: 100 on every Linux that Node runs on. */
const msPerTick = 10;
