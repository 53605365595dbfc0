import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { AppError } from "#lib/contracts/errors";
import type { Clock, IdempotencyStore, TraceSink } from "#lib/contracts/ports";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { openStore, type Store } from "#lib/store/store";

/**
 * The store, opened at first use and tried again after a failure: once a person has moved a damaged file away or freed
 * the disk, the next question works without a restart. `trace` and `idempotency` may be handed out before it is open.
 */
export type KeptStore = {
  /** Throws AppError with a sentence when the database cannot be used. */
  get(): Store;
  /** Why it cannot be used now; undefined when it can. */
  problem(): AppError | undefined;
  trace: TraceSink;
  idempotency: IdempotencyStore;
  close(): void;
};

export function keepStore(deps: { home: string; clock: Clock; log: Logger }): KeptStore {
  const { home, clock, log } = deps;
  let store: Store | undefined;
  let closed = false;

  function get(): Store {
    if (closed) throw saidError("provider_closed", "error.closing");
    if (store) return store;
    makeHome(home);
    store = openStore({ file: path.join(home, "docent.db"), clock, log });
    return store;
  }

  return {
    get,
    problem: () => {
      try {
        get();
        return undefined;
      } catch (error) {
        if (error instanceof AppError) return error;
        throw error;
      }
    },
    trace: {
      span: (span) => store?.trace.span(span),
      read: (row) => store?.trace.read(row),
      task: (request, result) => store?.trace.task(request, result),
    },
    idempotency: {
      get: (key) => get().idempotency.get(key),
      put: (key, fingerprint, result) => get().idempotency.put(key, fingerprint, result),
    },
    close: () => {
      closed = true;
      store?.close();
      store = undefined;
    },
  };
}

/** The state folder holds questions and quotations: nobody else on the machine may look into it. */
function makeHome(home: string): void {
  try {
    if (mkdirSync(home, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(home, 0o700);
  } catch (cause) {
    throw saidError("audit_unavailable", "error.store_unusable", { file: "docent.db" }, { cause });
  }
}
