import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Memory of a running process, now and at most: `/proc` where the system has it, else `ps`, which knows no peak. Shared
 * pages count in full, for every process alike.
 */
export function memoryOf(pid: number): { rss_mb: number; peak_mb: number | undefined } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const mb = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
    return { rss_mb: mb("VmRSS"), peak_mb: mb("VmHWM") };
  } catch {
    const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
    return { rss_mb: Number(stdout.trim()) / 1024, peak_mb: undefined };
  }
}
