import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

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

/** Memory of all processes of a group together, pages they share counted in each; undefined where there is no `/proc`. */
export function memoryOfGroup(group: number): number | undefined {
  let pids: string[];
  try {
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  let sum = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // Behind the name in brackets: state, parent, group.
      const [, , of] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(of) === group) sum += memoryOf(Number(pid)).rss_mb;
    } catch {
      // it has ended meanwhile
    }
  }
  return sum;
}

/** How many folders and files the system watches for a process; undefined where there is no `/proc`. */
export function watchesOf(pid: number): number | undefined {
  const dir = `/proc/${pid}/fdinfo`;
  try {
    return readdirSync(dir)
      .map((name) => readFileSync(`${dir}/${name}`, "utf8"))
      .reduce((sum, text) => sum + (text.match(/^inotify wd:/gm)?.length ?? 0), 0);
  } catch {
    return undefined;
  }
}
