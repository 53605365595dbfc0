import type { Clock } from "#lib/contracts/ports";

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
};
