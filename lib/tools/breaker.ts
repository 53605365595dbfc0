import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";

const FAILURES = 5;
const FIRST_REST_MS = 5000;
const LONGEST_REST_MS = 60_000;

/**
 * Spares a provider that fails again and again, and its callers the waiting. After five failures in a row it is not
 * asked for five seconds; then one call may try, and each further failure doubles the rest, up to a minute. Only what
 * tells of the provider counts: neither a refusal nor a caller's own deadline does.
 */
export type Breaker = {
  /** Throws `provider_unavailable` while the provider rests. */
  admit(provider_id: string): void;
  succeeded(provider_id: string): void;
  failed(provider_id: string): void;
  /** The call ended for another reason: the next one may try. */
  saidNothing(provider_id: string): void;
};

export function createBreaker(deps: { clock: Clock }): Breaker {
  const { clock } = deps;
  const states = new Map<string, { failures: number; until: number; trying: boolean }>();

  return {
    admit(id) {
      const state = states.get(id);
      if (state === undefined || state.failures < FAILURES) return;
      const left = state.until - clock.monotonic();
      if (left <= 0 && !state.trying) {
        state.trying = true;
        return;
      }
      const wait = Math.max(1, Math.ceil(left / 1000));
      throw new AppError(
        "provider_unavailable",
        `${id} failed ${state.failures} times in a row and is tried again in ${wait} s.`,
        { retryable: true },
      );
    },
    succeeded: (id) => void states.delete(id),
    saidNothing(id) {
      const state = states.get(id);
      if (state) state.trying = false;
    },
    failed(id) {
      const failures = (states.get(id)?.failures ?? 0) + 1;
      const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.max(0, failures - FAILURES));
      states.set(id, { failures, until: clock.monotonic() + rest, trying: false });
    },
  };
}
