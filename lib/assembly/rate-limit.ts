import type { Clock } from "#lib/contracts/ports";
import { saidError } from "#lib/platform/said-error";

/** Lets `most` calls through in any minute; beyond that `rate_limited` is thrown, with the time to wait. */
export function createRateLimit(deps: { most: number; clock: Clock }): () => void {
  const { most, clock } = deps;
  let times: number[] = [];
  return () => {
    const now = clock.monotonic();
    times = times.filter((at) => now - at < windowMs);
    const [oldest] = times;
    if (oldest !== undefined && times.length >= most) {
      const seconds = Math.ceil((windowMs - (now - oldest)) / 1000);
      throw saidError("rate_limited", "error.too_many_looks", { seconds }, { retryable: true });
    }
    times.push(now);
  };
}

const windowMs = 60_000;
