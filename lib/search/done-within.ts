import { setTimeout as after } from "node:timers/promises";

/** Whether the work has ended before the time was up; it goes on by itself. Rejects when it fails or the call is cancelled. */
export async function doneWithin(
  ms: number,
  work: Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  work.catch(() => undefined); // whoever began it hears of a failure that comes too late
  if (ms <= 0) return false;
  const done = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      after(ms, false, { signal: AbortSignal.any([signal, done.signal]) }),
    ]);
  } finally {
    done.abort();
  }
}
