import { AppError } from "#lib/contracts/errors";
import type { Clock } from "#lib/contracts/ports";

const FAILURES = 5;
const FIRST_REST_MS = 5000;
const LONGEST_REST_MS = 60_000;

/**
 * Spares a provider that fails again and again, and its callers the waiting. After five failures in a row it is not
 * asked for five seconds; then one call may try, and each further failure doubles the rest, up to a minute. Calls that
 * were under way together fail together and count once: of a server that died over them, the next one finds another. Only
 * what tells of the provider counts: neither a refusal nor a caller's own deadline does.
 */
export type Breaker = {
  /** Throws `provider_unavailable` while the provider rests. What it gives says how the call ended, once. */
  admit(provider_id: string): Admitted;
};

export type Admitted = {
  succeeded(): void;
  failed(): void;
  /** It ended for another reason: the next one may try. */
  saidNothing(): void;
};

type State = { failures: number; until: number; trying: boolean; failed_at: number };

export function createBreaker(deps: { clock: Clock }): Breaker {
  const { clock } = deps;
  const states = new Map<string, State>();
  /** Orders admissions and failures of all providers. */
  let moment = 0;

  return {
    admit(id) {
      const state = states.get(id);
      if (state !== undefined && state.failures >= FAILURES) {
        const left = state.until - clock.monotonic();
        if (left > 0 || state.trying) throw resting(id, state.failures, left);
        state.trying = true;
      }
      const admitted = moment++;
      return {
        succeeded: () => void states.delete(id),
        saidNothing() {
          const now = states.get(id);
          if (now) now.trying = false;
        },
        failed() {
          const now = states.get(id);
          if (now !== undefined && admitted < now.failed_at) return;
          const failures = (now?.failures ?? 0) + 1;
          const doubled = FIRST_REST_MS * 2 ** Math.max(0, failures - FAILURES);
          const until = clock.monotonic() + Math.min(LONGEST_REST_MS, doubled);
          states.set(id, { failures, until, trying: false, failed_at: moment++ });
        },
      };
    },
  };
}

function resting(id: string, failures: number, left: number): AppError {
  const wait = Math.max(1, Math.ceil(left / 1000));
  return new AppError(
    "provider_unavailable",
    `${id} failed ${failures} times in a row and is tried again in ${wait} s.`,
    { retryable: true },
  );
}
