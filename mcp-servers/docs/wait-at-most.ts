import { setTimeout as after } from "node:timers/promises";

/** Resolves when the work has ended or the time is up, whichever is first; rejects when the call is cancelled. */
export async function waitAtMost(
  work: Promise<void>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  try {
    await Promise.race([
      work,
      after(ms, undefined, { signal: AbortSignal.any([signal, done.signal]) }),
    ]);
  } finally {
    done.abort();
  }
}
