import type { Worker } from "node:worker_threads";

/** What one piece of work in a worker thread may take. */
export type WorkLimit = {
  /** Of the processor. What other programs use of the machine does not count. */
  cpu_ms: number;
  /** On the clock: a thread that takes so long waits for something that never comes. */
  wall_ms: number;
};

/** Work that has used nearly all of its time is not asked about more often than this. */
const leastWaitMs = 50;

/**
 * Tells, once and with the reason, when a piece of work that begins now has used up its time. `used` says how much of the
 * processor it has used so far; undefined while its thread does not run. Messages of the thread that have arrived by then
 * come first: whoever is told checks whether the work has not ended after all. Returns what ends the watch.
 */
export function limitWork(
  { cpu_ms, wall_ms }: WorkLimit,
  used: () => Promise<number | undefined>,
  onOver: (reason: string) => void,
): () => void {
  const until = performance.now() + wall_ms;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** By the clock the time can be used up by then; whether it is, is the processor's to say. */
  function askIn(ms: number): void {
    timer = setTimeout(async () => {
      // A thread that waits, or is deep in native code, does not tell: then the clock ends it.
      const left = Math.max(0, until - performance.now());
      timer = setTimeout(() => end(`not done in ${wall_ms} ms`), left);
      const spent = await used();
      if (stopped || performance.now() >= until) return;
      clearTimeout(timer);
      if (spent === undefined) askIn(leastWaitMs);
      else if (spent < cpu_ms) askIn(Math.max(leastWaitMs, cpu_ms - spent));
      else end(`used the processor for ${spent} ms`); // also where that is unknown
    }, ms);
  }
  function stop(): void {
    stopped = true;
    clearTimeout(timer);
  }
  function end(reason: string): void {
    stop();
    setImmediate(() => onOver(reason));
  }

  askIn(cpu_ms);
  return stop;
}

/**
 * What a thread has used of the processor since it began, in milliseconds; undefined while it does not run, infinite
 * when this Node cannot tell.
 */
export async function processorMs(worker: Worker): Promise<number | undefined> {
  // It can since 24.6. Before that the clock, by which the thread is asked, has to do.
  if (typeof worker.cpuUsage !== "function") return Number.POSITIVE_INFINITY;
  try {
    return milliseconds(await worker.cpuUsage());
  } catch {
    return undefined;
  }
}

export function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return Math.round((user + system) / 1000);
}
