import type { Clock } from "#lib/contracts/ports";

/** A clock that stands still until it is told to go on, and waits that end by it. */
export function manualTime() {
  let now = 0;
  const waits = new Set<{ at: number; resolve: () => void }>();
  const clock: Clock = { now: () => new Date(now), monotonic: () => now };
  return {
    clock,
    pause: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const wait = { at: now + ms, resolve };
        waits.add(wait);
        const leave = () => {
          waits.delete(wait);
          reject(signal.reason);
        };
        signal.addEventListener("abort", leave, { once: true });
      }),
    advance(ms: number): void {
      now += ms;
      for (const wait of [...waits]) {
        if (wait.at > now) continue;
        waits.delete(wait);
        wait.resolve();
      }
    },
  };
}
