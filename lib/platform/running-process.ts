import { spawnSync } from "node:child_process";
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

/**
 * When a process began, in the system's own terms and only to be compared: on Linux ticks since the system's start, with
 * that start; on macOS a time to the second. Windows does not tell.
 */
export function beganAt(pid: number, system = process.platform): string | undefined {
  if (system === "darwin") return startTime(pid);
  if (system !== "linux") return undefined;
  const ticks = statOf(pid)?.[19];
  return ticks === undefined ? undefined : `${bootOf()}:${ticks}`;
}

/** What Linux tells of a process, from its state on. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces; the fields after it do not.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function bootOf(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function startTime(pid: number): string | undefined {
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    encoding: "utf8",
    timeout: 2000,
  });
  return stdout?.trim() || undefined;
}

export function isRunning({ pid, began }: Left): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EPERM"; // someone else's
    if (!isThere) return false;
  }
  if (statOf(pid)?.[0] === "Z") return false; // it has ended, and its parent has not asked how
  const now = beganAt(pid);
  return began === undefined || now === undefined || now === began;
}
