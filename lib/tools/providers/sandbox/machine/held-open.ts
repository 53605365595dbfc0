import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { childrenOf, listed } from "./tree-use.ts";

/** Descriptors that are looked at each time; a run has some hundreds. */
const mostLookedAt = 4096;

/**
 * Bytes on one disk of files that were removed while they are open: they stand in no folder and take up their room all the
 * same. Looks at a process and all that descend from it.
 */
export async function heldOpen(pid: number, disk: number): Promise<number> {
  const held = new Map<number, number>();
  let looked = 0;
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of await listed(`/proc/${next}/fd`)) {
      if (++looked > mostLookedAt) return sum(held);
      const file = await openFile(`/proc/${next}/fd/${name}`);
      if (file?.isFile() && file.nlink === 0 && file.dev === disk)
        held.set(file.ino, file.blocks * 512);
    }
    waiting.push(...(await childrenOf(next)));
  }
  return sum(held);
}

async function openFile(place: string): Promise<Stats | undefined> {
  try {
    return await stat(place);
  } catch {
    return undefined; // it was closed meanwhile
  }
}

function sum(held: ReadonlyMap<number, number>): number {
  return [...held.values()].reduce((all, bytes) => all + bytes, 0);
}
