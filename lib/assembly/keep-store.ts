import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import type { Clock, IdempotencyStore } from "#lib/contracts/ports";
import type { KeptSink, Store } from "#lib/contracts/store-ports";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { type Claim, claimState, makeState } from "#lib/platform/state-owner";
import { isLocked, isRebuildFailed, openStore } from "#lib/store/store";
import {
  interruptCalls,
  interruptConnections,
  interruptRuns,
  removeReplays,
  removeUnfinishedFiles,
} from "./interrupt-runs.ts";

/**
 * How a process comes to its state folder. The `owner` keeps everybody else out and says where it answers. A `guest`
 * stores beside whoever owns it: a question over folders of its own, put while the server runs.
 */
export type Tenancy = { kind: "owner"; address?: string } | { kind: "guest" };

const TRY_FOR_MS = 5000;
const TRY_EVERY_MS = 100;
const REMEMBER_MS = 1000;
/** After a damaged database could not be made anew, the process is free for so many times as long as the try took. */
const REST = 20;

/**
 * The store, opened at first use and tried again after a failure: once a person has moved a damaged file away or freed
 * the disk, the next question works without a restart. `trace` and `idempotency` may be handed out before it is open.
 */
export type KeptStore = {
  /**
   * Rejects with AppError and a sentence when the database cannot be used. One that is locked, or could not be made anew, is
   * not tried again at once: every try makes the whole process wait.
   */
  get(): Promise<Store>;
  /** The same work for one who can wait: while another program holds the database it is done again, for some seconds. */
  patiently<T>(work: (store: Store) => T | Promise<T>): Promise<T>;
  /** Why it cannot be used now; undefined when it can. */
  problem(): Promise<AppError | undefined>;
  /** What a person should know of it although it can be used. */
  notice(lang: Lang): string | undefined;
  trace: KeptSink;
  idempotency: IdempotencyStore;
  /** What a process that ends at once can still do is done when the call returns. */
  close(): Promise<void>;
};

export function keepStore(deps: {
  home: string;
  tenancy: Tenancy;
  clock: Clock;
  log: Logger;
}): KeptStore {
  const { home, tenancy, clock, log } = deps;
  let store: Store | undefined;
  /** One opening at a time, over before anybody has the store: what an earlier server left is settled by then. */
  let opening: Promise<Store> | undefined;
  let release: (() => void) | undefined;
  let closed = false;
  let failed: { error: unknown; until: number } | undefined;

  async function get(): Promise<Store> {
    if (closed) throw saidError("provider_closed", "error.closing");
    if (failed && clock.monotonic() < failed.until) throw failed.error;
    opening ??= open().catch((error: unknown) => {
      opening = undefined; // tried again by whoever comes next
      throw error;
    });
    return opening;
  }

  async function open(): Promise<Store> {
    failed = undefined;
    if (release === undefined) release = enter(home, tenancy);
    const rebuild = tenancy.kind === "owner";
    const began = clock.monotonic();
    try {
      store = openStore({ file: path.join(home, "docent.db"), clock, log, rebuild });
      if (tenancy.kind === "owner") {
        await interruptRuns(store, log);
        await interruptCalls(store, log);
        await interruptConnections(store, log);
        removeUnfinishedFiles(home, log);
        removeReplays(home, log);
      }
    } catch (error) {
      const now = clock.monotonic();
      if (isLocked(error)) failed = { error, until: now + REMEMBER_MS };
      if (isRebuildFailed(error)) failed = { error, until: now + REST * (now - began) };
      throw error;
    }
    if (store === undefined) throw saidError("provider_closed", "error.closing");
    return store;
  }

  async function patiently<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
    const until = clock.monotonic() + TRY_FOR_MS;
    for (;;) {
      try {
        return await work(await get());
      } catch (error) {
        if (!isLocked(error) || clock.monotonic() >= until) throw error;
      }
      await pause(TRY_EVERY_MS);
    }
  }

  return {
    get,
    patiently,
    problem: async () => {
      try {
        await get();
        return undefined;
      } catch (error) {
        if (error instanceof AppError) return error;
        throw error;
      }
    },
    notice: (lang) => {
      const rebuilt = store?.rebuilt;
      if (rebuilt === undefined) return undefined;
      const { set_aside, answers } = rebuilt;
      return say(lang, "error.store_rebuilt", { file: "docent.db", set_aside, answers });
    },
    trace: {
      span: (span) => store?.trace.span(span),
      read: (row) => store?.trace.read(row),
      call: (row) => store?.trace.call(row),
      task: (request, result) => store?.trace.task(request, result),
      preview: (row) => store?.trace.preview(row),
      reply: (row) => store?.trace.reply(row),
      connection: (row) => store?.trace.connection(row),
    },
    idempotency: {
      get: async (key) => (await get()).idempotency.get(key),
      put: async (key, fingerprint, result) =>
        (await get()).idempotency.put(key, fingerprint, result),
    },
    close: async () => {
      closed = true;
      const closing = await store?.close();
      store = undefined;
      release?.();
      release = undefined;
      return closing ?? Promise.resolve();
    },
  };
}

/**
 * Makes the state folder, which nobody else on the machine may look into: it holds questions and quotations. Throws
 * `busy` when another process owns it and this one would.
 */
function enter(home: string, tenancy: Tenancy): () => void {
  let claim: Claim;
  try {
    makeState(home);
    if (tenancy.kind === "guest") return () => undefined;
    claim = claimState(home, tenancy.address);
  } catch (cause) {
    throw saidError("audit_unavailable", "error.store_unusable", { file: "docent.db" }, { cause });
  }
  if (claim.kind === "owned") return claim.release;
  const { pid, address = "npm run ask" } = claim.owner;
  throw saidError("busy", "error.state_taken", { pid: String(pid), address }, { retryable: true });
}
