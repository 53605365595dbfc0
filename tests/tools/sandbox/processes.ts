import { readdirSync, readFileSync } from "node:fs";

/** All that descends from a process now. */
export function descendants(pid: number): number[] {
  const children = readFolder(`/proc/${pid}/task`).flatMap((thread) =>
    readText(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}

export function commandOf(pid: number): string {
  return readText(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
}

/** One that nobody has asked for its end yet has ended all the same. */
export function isAlive(pid: number): boolean {
  const stat = readText(`/proc/${pid}/stat`);
  return stat !== "" && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
