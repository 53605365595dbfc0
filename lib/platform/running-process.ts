import { readFileSync } from "node:fs";

/**
 * Whether a process that left its id behind is still the one that runs under it. Ids are given out again, after a restart
 * of the machine or a container at once, so the time at which the process began goes with the id. Pure Node, for the
 * bootstrap as well.
 */
export type Left = {
  pid: number;
  /** Of `beganAt` when the id was left; without it the id alone decides. */
  began?: string;
};

/** Ticks since the system's start at which a process began, with the system's own start; Linux alone tells. */
export function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The name in brackets may hold spaces; the fields after it do not.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return ticks === undefined ? undefined : `${boot}:${ticks}`;
  } catch {
    return undefined;
  }
}

export function isRunning({ pid, began }: Left): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EPERM"; // someone else's
    if (!isThere) return false;
  }
  const now = beganAt(pid);
  return began === undefined || now === undefined || now === began;
}
