import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Lang } from "#lib/contracts/answer";
import { AppError } from "#lib/contracts/errors";
import { onePerson } from "#lib/contracts/people";
import type {
  Clock,
  Events,
  IdempotencyStore,
  LeftWork,
  Queue,
  ServerEvent,
} from "#lib/contracts/ports";
import type { KeptSink, Store, StoreState } from "#lib/contracts/store-ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { saidError } from "#lib/platform/said-error";
import { say } from "#lib/platform/say";
import { type Claim, claimState, makeState } from "#lib/platform/state-owner";
import { isPassing } from "#lib/store/passing";
import { isRebuildFailed, openStore } from "#lib/store/store";
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
export type Tenancy =
  | {
      kind: "owner";
      address?: string;
      /** Other servers held this one to be gone and have its work: nothing can be stored here any more. */
      replaced?: () => void;
    }
  | { kind: "guest" };

const TRY_FOR_MS = 5000;
const TRY_EVERY_MS = 100;
const REMEMBER_MS = 1000;
/** A database that has not answered for so long is said to be silent; whoever looks has no more time. */
const LOOK_MS = 2000;
/** While it cannot be used, it is looked for in the background so often. */
const LOOK_EVERY_MS = 2000;
/** So much may be told before the database is open; the audit of what comes first is not lost. */
const MOST_EARLY = 10_000;
/** After a damaged database could not be made anew, the process is free for so many times as long as the try took. */
const REST = 20;

/**
 * The store, opened at first use and tried again after a failure: once a person has moved a damaged file away or freed
 * the disk, the next question works without a restart. `trace` and `idempotency` may be handed out before it is open: what
 * `trace` is told by then is kept for it.
 */
export type KeptStore = StoreOf & {
  /** The same over the rows of all people: for what is done for all of them, or for nobody. */
  everyone: StoreOf;
  /** Why it cannot be used now; undefined when it can. */
  problem(): Promise<AppError | undefined>;
  /** Which database it is, as it was found when it last could be used. */
  state(): StoreState | undefined;
  /** Resolves once it can be used, however long that takes; never where it is closed before. */
  usable(): Promise<void>;
  /** What a person should know of it although it can be used. */
  notice(lang: Lang): string | undefined;
  trace: KeptSink;
  idempotency: IdempotencyStore;
  /** As the store has them, once it is open; what others did by then is seen in its rows. */
  events: Events;
  queue: Queue;
  /** What a process that ends at once can still do is done when the call returns. */
  close(): Promise<void>;
};

/** The store as the person at work sees it. It is nobody's, and rejects, where nobody is. */
export type StoreOf = {
  /**
   * Rejects with AppError and a sentence when the database cannot be used. One that is locked, or could not be made anew, is
   * not tried again at once: every try makes the whole process wait.
   */
  get(): Promise<Store>;
  /**
   * The same work for one who can wait: while another program holds the database, or its server starts again, it is done
   * again, for some seconds.
   */
  patiently<T>(work: (store: Store) => T | Promise<T>): Promise<T>;
};

export function keepStore(deps: {
  home: string;
  tenancy: Tenancy;
  /** A PostgreSQL database in place of the file, which servers with a state folder each may share. */
  database_url?: string | undefined;
  /** Of the program: servers of two versions do not share a database. */
  version?: string;
  /** For whom the program works now; undefined where it is for nobody. It is the one person unless somebody says otherwise. */
  whose?: () => string | undefined;
  clock: Clock;
  log: Logger;
}): KeptStore {
  const { home, tenancy, database_url, version = "", clock, log } = deps;
  const { whose = () => onePerson } = deps;
  let store: Store | undefined;
  /** One opening at a time, over before anybody has the store: what an earlier server left is settled by then. */
  let opening: Promise<Store> | undefined;
  let release: (() => void) | undefined;
  let closed = false;
  let state: StoreState | undefined;
  /** What an earlier server left is settled. */
  let ready = false;
  const listeners = new Set<(event: ServerEvent) => void>();
  let early: { of: string | undefined; told: (sink: KeptSink) => void }[] = [];
  let lost = 0;
  let failed: { error: unknown; until: number } | undefined;

  async function opened(): Promise<Store> {
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
    const owner = tenancy.kind === "owner";
    const began = clock.monotonic();
    try {
      store =
        database_url === undefined
          ? openStore({ file: path.join(home, "docent.db"), clock, log, rebuild: owner })
          : await openDatabase(database_url, owner);
      store.events.listen(hear);
      if (owner) {
        const { everyone: opened } = store;
        await opened.queue.takeOver((left) => settleLeft(opened, left));
        removeUnfinishedFiles(home, log);
        removeReplays(home, log);
      }
    } catch (error) {
      const half = store;
      store = undefined;
      // It would be a server that others see and wait for, and that does nothing.
      await half?.close().catch((fault: unknown) => {
        log.warn(
          faultOf(fault),
          "a store that could not be taken over was not closed in good order",
        );
      });
      const now = clock.monotonic();
      if (isPassing(error)) failed = { error, until: now + REMEMBER_MS };
      if (isRebuildFailed(error)) failed = { error, until: now + REST * (now - began) };
      throw error;
    }
    if (store === undefined) throw saidError("provider_closed", "error.closing");
    handOver(store);
    return store;
  }

  function hear(event: ServerEvent): void {
    for (const listener of [...listeners]) listener(event);
  }

  async function settleLeft(opened: Store, left: LeftWork): Promise<void> {
    await interruptRuns(opened, left, log);
    await interruptCalls(opened, left, log);
    // Whose a connection was stands nowhere.
    if (left.alone) await interruptConnections(opened, log);
  }

  function handOver(to: Store): void {
    ready = true;
    for (const { of, told } of early) told(sinkOf(to, of));
    if (lost > 0) log.error({ rows: lost }, "trace rows were lost before the database was open");
    early = [];
    lost = 0;
  }

  /** Its driver is loaded for those alone who have one. */
  async function openDatabase(url: string, owner: boolean): Promise<Store> {
    const { openPostgresStore } = await import("#lib/store/postgres-store");
    const replaced = tenancy.kind === "owner" ? tenancy.replaced : undefined;
    const server = { version, ...(replaced === undefined ? {} : { replaced }) };
    const opened = await openPostgresStore({ url, clock, log, server, apply: owner });
    if (!closed) return opened;
    await opened.close();
    throw saidError("provider_closed", "error.closing");
  }

  function tell(work: (sink: KeptSink) => void): void {
    const of = whose();
    if (ready && store !== undefined) work(sinkOf(store, of));
    else if (closed) return;
    else if (early.length < MOST_EARLY) early.push({ of, told: work });
    else lost += 1;
  }

  async function look(): Promise<void> {
    state = await (await opened()).check();
  }

  const sinkOf = (to: Store, of: string | undefined): KeptSink =>
    (of === undefined ? to.everyone : to.of(of)).trace;

  async function get(): Promise<Store> {
    const of = whose();
    const store = await opened();
    // It would be a fault of the program, and the rows of all people must not be what comes of it.
    if (of === undefined)
      throw new Error("rows of a person were asked for while it works for nobody");
    return store.of(of);
  }

  const ofEveryone = async () => (await opened()).everyone;

  async function patiently<T>(
    work: (store: Store) => T | Promise<T>,
    open: () => Promise<Store> = get,
  ): Promise<T> {
    const until = clock.monotonic() + TRY_FOR_MS;
    for (;;) {
      try {
        return await work(await open());
      } catch (error) {
        if (!isPassing(error) || clock.monotonic() >= until) throw error;
      }
      await pause(TRY_EVERY_MS);
    }
  }

  /** Of no person's rows. */
  const shared = <T>(work: (store: Store) => T | Promise<T>) => patiently(work, ofEveryone);

  return {
    get,
    patiently: (work) => patiently(work),
    everyone: { get: ofEveryone, patiently: (work) => patiently(work, ofEveryone) },
    problem: async () => {
      try {
        await orSilent(look());
        return undefined;
      } catch (error) {
        if (error instanceof AppError) return error;
        throw error;
      }
    },
    state: () => state,
    usable: async () => {
      for (;;) {
        try {
          await opened();
          return;
        } catch {
          await pause(LOOK_EVERY_MS, undefined, { ref: false }); // whoever needs it is told why
        }
        if (closed) return new Promise<never>(() => undefined);
      }
    },
    notice: (lang) => {
      const rebuilt = store?.rebuilt;
      if (rebuilt === undefined) return undefined;
      const { set_aside, answers } = rebuilt;
      return say(lang, "error.store_rebuilt", { file: "docent.db", set_aside, answers });
    },
    trace: {
      span: (span) => tell((sink) => sink.span(span)),
      read: (row) => tell((sink) => sink.read(row)),
      call: (row) => tell((sink) => sink.call(row)),
      task: (request, result) => tell((sink) => sink.task(request, result)),
      preview: (row) => tell((sink) => sink.preview(row)),
      reply: (row) => tell((sink) => sink.reply(row)),
      connection: (row) => tell((sink) => sink.connection(row)),
    },
    idempotency: {
      get: async (key) => (await get()).idempotency.get(key),
      put: async (key, fingerprint, result) =>
        (await get()).idempotency.put(key, fingerprint, result),
    },
    events: {
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      publish: (event) => shared(({ events }) => events.publish(event)),
    },
    queue: {
      claim: (work, part_of) => shared(({ queue }) => queue.claim(work, part_of)),
      release: (work) => shared(({ queue }) => queue.release(work)),
      elsewhere: (kind, part_of) => shared(({ queue }) => queue.elsewhere(kind, part_of)),
      free: (work, signal) => shared(({ queue }) => queue.free(work, signal)),
      takeOver: async (settle) => (await opened()).queue.takeOver(settle),
      leave: async () => {
        if (!ready || store === undefined) return;
        // Others end its connections from then on. What cannot be stored yet is tried once more as it closes.
        if (store.queue.handsOver) await store.requireAudit("act");
        await store.queue.leave();
      },
      get handsOver() {
        return store?.queue.handsOver ?? false;
      },
      now: () => store?.queue.now(),
      servers: async () => (await opened()).queue.servers(),
    },
    close: async () => {
      closed = true;
      if (store !== undefined) handOver(store);
      const rows = early.length + lost;
      if (rows > 0) log.error({ rows }, "the program ends with trace rows that were not stored");
      early = [];
      lost = 0;
      const closing = await store?.close();
      store = undefined;
      release?.();
      release = undefined;
      return closing ?? Promise.resolve();
    },
  };
}

/** A server that does not answer is not waited for by whoever only looks. */
async function orSilent(look: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(saidError("busy", "error.database_slow", { seconds: LOOK_MS / 1000 }));
  }, LOOK_MS);
  look.catch(() => undefined); // it may end after nobody listens any more
  try {
    await Promise.race([look, promise]);
  } finally {
    clearTimeout(timer);
  }
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
