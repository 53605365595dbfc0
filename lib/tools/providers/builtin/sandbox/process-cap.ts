import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A bound on the processes of one sandbox that the kernel itself holds, for where its limit of a user does not: root has
 * none. It is a control group with nothing but a number in it. To be looked after from outside is not enough there: what
 * forks without end leaves nobody the time to look.
 */
export type ProcessCap = {
  /** What is written into this file, a process number, is under the bound with all that it starts. */
  join: string;
  /** After the last of them has ended. */
  remove(): void;
};

let made = 0;
/** Groups whose processes have ended, but not yet all the kernel's accounts of them. */
const ended = new Set<string>();

/** Undefined where this process may make no such group. `base`: where control groups are to be seen. */
export function createProcessCap(most: number, base = "/sys/fs/cgroup"): ProcessCap | undefined {
  for (const above of groupsAbove(base)) {
    const group = path.join(above, `${prefix}${process.pid}-${made++}`);
    try {
      removeStale(above);
      mkdirSync(group);
      writeFileSync(path.join(group, "pids.max"), String(most));
      return { join: path.join(group, "cgroup.procs"), remove: () => removeSoon(group) };
    } catch {
      removeGroup(group);
    }
  }
  return undefined;
}

const prefix = "docent-sandbox-";

/** Under this process's own group, or beside it, in each of the two ways that the kernel shows them. */
function groupsAbove(base: string): string[] {
  let lines: string[] = [];
  try {
    lines = readFileSync("/proc/self/cgroup", "utf8").split("\n");
  } catch {
    return [];
  }
  return lines.flatMap((line) => {
    const [, kinds = "", own = "/"] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (kinds.split(",").includes("pids")) {
      const top = path.join(base, "pids");
      return [path.join(top, own), top];
    }
    return line.startsWith("0::") ? [path.join(base, own), path.join(base, own, ".."), base] : [];
  });
}

function removeGroup(group: string): void {
  try {
    rmdirSync(group);
    ended.delete(group);
  } catch {
    // it was not made, or somebody is still ending in it
  }
}

function removeSoon(group: string): void {
  ended.add(group);
  removeGroup(group);
  if (ended.has(group)) setTimeout(() => removeGroup(group), 1000).unref();
}

function removeStale(above: string): void {
  for (const group of ended) removeGroup(group);
  for (const name of readdirSync(above)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-\\d+$`).exec(name) ?? [];
    // An empty one of a program that is there may be about to be used.
    if (pid !== undefined && !isAlive(Number(pid))) removeGroup(path.join(above, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
