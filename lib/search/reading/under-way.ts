/**
 * What reader and worker both see of the file the worker is at, for the time when it can no longer be asked: whether it
 * is at the front matter, and how much of the processor its thread had used, in milliseconds, when it began the file.
 */
export type UnderWay = Int32Array;

const frontMatter = 0;
const usedBefore = 1;

export function createUnderWay(): UnderWay {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Told by the worker as it begins a file. */
export function beginFile(shared: UnderWay): void {
  Atomics.store(shared, frontMatter, 0);
  Atomics.store(shared, usedBefore, milliseconds(process.threadCpuUsage()));
}

/** Told by the worker before and after the front matter. */
export function atFrontMatter(shared: UnderWay, reading: boolean): void {
  Atomics.store(shared, frontMatter, reading ? 1 : 0);
}

export function isAtFrontMatter(shared: UnderWay): boolean {
  return Atomics.load(shared, frontMatter) === 1;
}

/** What the file the worker is at has used so far, by what its thread has used in all. */
export function usedByFile(shared: UnderWay, thread: NodeJS.CpuUsage): number {
  return milliseconds(thread) - Atomics.load(shared, usedBefore);
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return Math.round((user + system) / 1000);
}
