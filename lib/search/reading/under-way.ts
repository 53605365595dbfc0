import { milliseconds } from "#lib/platform/work-limit";

/**
 * What reader and worker both see of the file the worker is at, for the time when it can no longer be asked: whether it
 * is at the front matter, how much of the processor its thread had used, in milliseconds, when it began the file, and how
 * many files it has read before it, which may be more than it has sent.
 */
export type UnderWay = Int32Array;

const frontMatter = 0;
const used = 1;
const done = 2;

export function createUnderWay(): UnderWay {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

/** Told by the worker as it begins a file. */
export function beginFile(shared: UnderWay): void {
  Atomics.store(shared, frontMatter, 0);
  Atomics.store(shared, used, milliseconds(process.threadCpuUsage()));
}

/** Told by the worker when it has an answer for the file. */
export function endFile(shared: UnderWay): void {
  Atomics.add(shared, done, 1);
}

export function filesDone(shared: UnderWay): number {
  return Atomics.load(shared, done);
}

/** Told by the worker before and after the front matter. */
export function atFrontMatter(shared: UnderWay, reading: boolean): void {
  Atomics.store(shared, frontMatter, reading ? 1 : 0);
}

export function isAtFrontMatter(shared: UnderWay): boolean {
  return Atomics.load(shared, frontMatter) === 1;
}

/** What the worker had used of the processor when it began the file it is at. */
export function usedBefore(shared: UnderWay): number {
  return Atomics.load(shared, used);
}
