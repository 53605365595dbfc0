import type { Answer, Lang } from "#lib/contracts/answer";
import type { AppError } from "#lib/contracts/errors";
import type { AskBody } from "#lib/contracts/http";
import type { StoredRun } from "#lib/contracts/store-ports";
import type { AskEvent, RunEvent } from "#lib/contracts/stream";
import { actingId, forWhomItIs } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { errorSentence, saidError } from "#lib/platform/said-error";
import { type Asking, shutDown } from "./asking.ts";
import type { KeptStore } from "./keep-store.ts";

/**
 * Runs that outlive their readers. A question put here is answered whether or not somebody still reads along: whoever
 * leaves finds the answer in the conversation, whoever comes back reads on. What a run tells is written down before it is
 * shown, so that it can be told again, the same from the first event to the last, also by the next server.
 */
export type RunHub = {
  /** Resolves once the question is accepted. Throws AppError when it was refused before work began. */
  start(body: AskBody, asked: Asked): Promise<Run>;
  /** A run by its id, under way here or on another server, or kept; undefined for one that is not known any more. */
  find(run_id: string): Promise<Run | undefined>;
  /** What is under way in a conversation. */
  running(thread_id: string): Promise<Run | undefined>;
  /**
   * Ends one run, what was asked in one conversation, or everything; accepted or not yet, here when this returns its promise, and
   * on other servers soon. Nothing of it is kept but what was done.
   */
  stop(what: Stopped): Promise<boolean>;
  /** Lets what is under way end, for a while, then breaks it off; nothing new is taken. */
  close(grace_ms: number): Promise<void>;
};

type Stopped = { run_id: string } | { thread_id: string } | "all";

export type Asked = {
  trace_id: string;
  key?: string;
  /** Of a sentence about a failure; an answer has a language of its own. */
  lang: Lang;
};

export type Run = {
  readonly run_id: string;
  readonly thread_id: string;
  readonly trace_id: string;
  readonly question: string;
  readonly asked_at: string;
  readonly roots: readonly string[];
  /** Whose words were asked for, where the question says so. */
  readonly chosen?: Pick<AskBody, "mode" | "model" | "web">;
  /** Everything that may be shown; it only grows. */
  readonly events: readonly RunEvent[];
  /** True when nothing comes after the last event. */
  readonly ended: boolean;
  /** It goes on to be told by another server: a reader is to come again for the rest. */
  readonly cut?: boolean;
  /** Called after every change, until the returned function is called. */
  watch(listener: () => void): () => void;
};

/** A question from the moment it is put; its conversation is known then, if it has one, its run once it is accepted. */
type UnderWay = {
  /** Whose question it is. */
  owner: string;
  thread_id: string | undefined;
  run?: Run;
  stop(reason: symbol): void;
  done: Promise<void>;
};
type Started = Extract<AskEvent, { kind: "started" }>["data"];

const stopped = Symbol("stopped");
/** More questions at once than people put: each holds what it reads in memory. */
const mostAtOnce = 32;

export function createRunHub(deps: {
  ask: (body: AskBody, asking: Asking) => Promise<Answer>;
  store: KeptStore;
  explain: (error: unknown, trace_id: string) => AppError;
  now: () => Date;
  log: Logger;
}): RunHub {
  const { ask, store, explain, now, log } = deps;
  const underWay = new Set<UnderWay>();
  /** Runs that a server told to be stopped, maybe before anybody here read along. */
  const stoppedRuns = new Set<string>();
  let closing = false;

  async function start(body: AskBody, asked: Asked): Promise<Run> {
    const { trace_id, key, lang } = asked;
    if (closing) throw saidError("provider_closed", "error.closing");
    if (underWay.size >= mostAtOnce) {
      throw saidError("busy", "error.too_many_runs", { most: mostAtOnce }, { retryable: true });
    }
    const begun = Promise.withResolvers<Started>();
    const breaking = new AbortController();
    const told = tellInOrder({ store, log });
    const asking: Asking = {
      trace_id,
      ...(key === undefined ? {} : { key }),
      signal: breaking.signal,
      attended: true,
      onRun: ({ run_id }) => told.keepUnder(run_id),
      emit: (event) => {
        told.tell(event);
        if (event.kind === "started") begun.resolve(event.data);
      },
    };
    const answered = ask(body, asking);
    const done = answered.then(
      () => told.end(),
      (error: unknown) => {
        if (breaking.signal.reason === stopped) {
          told.tell({ kind: "stopped", data: null });
        } else if (breaking.signal.reason === shutDown && store.queue.handsOver) {
          told.cut();
        } else {
          const known = explain(error, trace_id);
          const message = errorSentence(known, lang);
          told.tell({ kind: "failed", data: { code: known.code, message } });
        }
        return told.end({ keep: !breaking.signal.aborted });
      },
    );
    const under: UnderWay = {
      owner: actingId(),
      thread_id: body.thread_id,
      stop: (reason) => breaking.abort(reason),
      done,
    };
    underWay.add(under);
    void done.then(() => underWay.delete(under));
    const started = await Promise.race([
      begun.promise,
      answered.then(({ trace_id, run_id, thread_id }) => ({ trace_id, run_id, thread_id })),
    ]);
    const run: Run = {
      ...started,
      question: body.question,
      asked_at: now().toISOString(),
      roots: body.roots ?? [],
      chosen: { mode: body.mode, model: body.model, web: body.web },
      events: told.shown,
      get ended() {
        return told.ended();
      },
      get cut() {
        return told.isCut();
      },
      watch: told.watch,
    };
    under.thread_id = run.thread_id;
    under.run = run;
    return run;
  }

  /** Of the person at work; what was accepted last comes last. */
  function live(): Run[] {
    const mine = actingId();
    return [...underWay].flatMap(({ owner, run }) => (owner === mine ? (run ?? []) : []));
  }

  async function followElsewhere(kept: StoredRun): Promise<Run | undefined> {
    const there = await store.queue.elsewhere("run", kept.thread_id);
    if (!there.includes(kept.run_id)) return undefined;
    return followRun({ kept, store, log, wasStopped: () => stoppedRuns.has(kept.run_id) });
  }

  async function find(run_id: string): Promise<Run | undefined> {
    const under = live().findLast((run) => run.run_id === run_id);
    if (under !== undefined) return under;
    const { runs } = await store.get();
    let kept = await runs.find({ run_id });
    if (kept?.state === "running") {
      const followed = await followElsewhere(kept);
      if (followed !== undefined) return followed;
      kept = await runs.find({ run_id }); // it may have ended since
    }
    if (kept === undefined || kept.state === "running") return undefined;
    const { trace_id, thread_id, question, asked_at } = kept;
    const events = await runs.events(run_id);
    return {
      ...{ run_id, trace_id, thread_id, question, asked_at, events, roots: [], ended: true },
      watch: () => () => undefined,
    };
  }

  function stopHere(what: Stopped, whose: string): boolean {
    const meant = [...underWay].filter(({ owner, thread_id, run }) => {
      if (owner !== whose) return false;
      if (what === "all") return true;
      return "run_id" in what ? run?.run_id === what.run_id : thread_id === what.thread_id;
    });
    for (const { run, stop } of meant) {
      if (run !== undefined) tellStopped(run.run_id);
      stop(stopped);
    }
    return meant.length > 0;
  }

  /** Who reads on another server cannot tell it from a failure otherwise, for nothing is kept of either. */
  function tellStopped(run_id: string): void {
    store.events.publish({ topic: "run", id: stoppedId(run_id) }).catch((error: unknown) => {
      log.warn(faultOf(error), "other servers could not be told that a run was stopped");
    });
  }

  function rememberStopped(run_id: string): void {
    stoppedRuns.add(run_id);
    const [oldest] = stoppedRuns;
    if (stoppedRuns.size > STOPPED_KNOWN && oldest !== undefined) stoppedRuns.delete(oldest);
  }

  async function stopElsewhere(what: Stopped): Promise<boolean> {
    if (!store.queue.handsOver) return false;
    const thread_id = what === "all" || "run_id" in what ? undefined : what.thread_id;
    if (!(await isMine(what))) return false;
    const there = await store.queue.elsewhere("run", thread_id);
    const [kind, id] = what === "all" ? ["all", ""] : (Object.entries(what)[0] ?? ["all", ""]);
    await store.events.publish({ topic: "stop", id: `${kind} ${actingId()} ${id}` });
    return "run_id" in Object(what) ? there.includes(id) : there.length > 0;
  }

  /** Other servers' runs are known by their rows alone. */
  async function isMine(what: Stopped): Promise<boolean> {
    if (what === "all") return true;
    return store.patiently(async ({ holdsThread, runs }) =>
      "run_id" in what ? (await runs.find(what)) !== undefined : await holdsThread(what.thread_id),
    );
  }

  const unlisten = store.events.listen(({ topic, id }) => {
    if (topic === "run" && id.endsWith(STOPPED)) rememberStopped(id.slice(0, -STOPPED.length));
    if (topic !== "stop") return;
    const [kind = "", whose = "", of = ""] = id.split(" ");
    if (kind === "all") stopHere("all", whose);
    if (kind === "run_id") stopHere({ run_id: of }, whose);
    if (kind === "thread_id") stopHere({ thread_id: of }, whose);
  });

  return {
    start,
    find,
    async running(thread_id) {
      const here = live().findLast((run) => run.thread_id === thread_id);
      if (here !== undefined) return here;
      const there = await store.queue.elsewhere("run", thread_id);
      for (const run_id of there.toReversed()) {
        const run = await find(run_id);
        if (run !== undefined && !run.ended) return run;
      }
      return undefined;
    },
    stop(what) {
      const here = stopHere(what, actingId());
      return stopElsewhere(what).then(
        (there) => here || there,
        (error: unknown) => {
          if (here) return true;
          throw error;
        },
      );
    },
    async close(grace_ms) {
      closing = true;
      unlisten();
      const all = () => Promise.all([...underWay].map(({ done }) => done));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, grace_ms);
      });
      await Promise.race([all(), late]);
      clearTimeout(timer);
      for (const under of underWay) under.stop(shutDown);
      await all();
    },
  };
}

const STOPPED = " stopped";
const stoppedId = (run_id: string) => `${run_id}${STOPPED}`;
/** More than are stopped between the question of a reader and its first look. */
const STOPPED_KNOWN = 1_000;

/** A run of another server: what it told is read from the store each time that it told more. */
async function followRun(deps: {
  kept: StoredRun;
  store: KeptStore;
  log: Logger;
  wasStopped: () => boolean;
}): Promise<Run> {
  const { kept, store, log, wasStopped } = deps;
  const { run_id, trace_id, thread_id, question, asked_at } = kept;
  const events: RunEvent[] = [];
  const listeners = new Set<() => void>();
  let ended = false;
  let looking: Promise<void> | undefined;
  let unlisten: (() => void) | undefined;

  async function look(): Promise<void> {
    // Looked at before the events are: what ends it is told with its end.
    const now = await store.patiently(({ runs }) => runs.find({ run_id }));
    const told = await store.patiently(({ runs }) => runs.events(run_id));
    if (now !== undefined) events.push(...told.slice(events.length));
    if (now === undefined && !wasStopped()) return void setTimeout(endGone, GONE_MS);
    if (now === undefined) endGone();
    else if (now.state !== "running") end();
    for (const listener of [...listeners]) listener();
  }

  function endGone(): void {
    if (ended) return;
    const message = errorSentence(saidError("unknown", "error.run_failed_elsewhere"), langOf(kept));
    events.push(
      wasStopped()
        ? { kind: "stopped", data: null }
        : { kind: "failed", data: { code: "unknown", message } },
    );
    end();
    for (const listener of [...listeners]) listener();
  }

  function end(): void {
    ended = true;
    unlisten?.();
  }

  /** For whoever reads along, whoever it is that told. */
  const lookSoon = forWhomItIs((): void => {
    const before = looking ?? Promise.resolve();
    const mine = before
      .then(() => (ended ? undefined : look()))
      .catch((error: unknown) => {
        log.warn({ run_id, ...faultOf(error) }, "a run of another server could not be read on");
        // Of the last event nobody tells again.
        setTimeout(() => listeners.size > 0 && lookSoon(), LOOK_AGAIN_MS).unref();
      });
    looking = mine;
  });

  await look();
  return {
    ...{ run_id, trace_id, thread_id, question, asked_at, events, roots: [] },
    get ended() {
      return ended;
    },
    watch(listener) {
      listeners.add(listener);
      unlisten ??= store.events.listen(({ topic, id }) => {
        // Where this server has settled what another left, nobody else tells it so.
        const settled = topic === "work";
        if (settled || topic === "everything" || (topic === "run" && id.startsWith(run_id)))
          lookSoon();
      });
      lookSoon(); // what was told before somebody listened
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unlisten?.();
        unlisten = undefined;
      };
    },
  };
}

const LOOK_AGAIN_MS = 1_500;
/** A run that is gone was stopped, or has failed: by then it is known which. */
const GONE_MS = 2_000;

const langOf = ({ lang }: StoredRun): Lang => (lang === "zh-CN" ? lang : "en");

/** Events in their order, each written down before it is shown. Those of one moment are written together. */
function tellInOrder(deps: { store: KeptStore; log: Logger }) {
  const { store, log } = deps;
  const shown: RunEvent[] = [];
  const listeners = new Set<() => void>();
  let waiting: RunEvent[] = [];
  let run_id: string | undefined;
  let writing: Promise<void> | undefined;
  let over = false;
  let cut = false;

  function changed(): void {
    for (const listener of [...listeners]) listener();
  }

  async function write(): Promise<void> {
    await Promise.resolve(); // what is told in the same moment comes along
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const under = run_id;
      if (under !== undefined) {
        await store
          .patiently(({ runs }) => runs.append(under, shown.length + 1, batch))
          .catch((error: unknown) => {
            log.warn(
              faultOf(error),
              "events of a run could not be stored; they are shown all the same",
            );
          });
      }
      shown.push(...batch);
      changed();
    }
    writing = undefined;
  }

  return {
    shown,
    ended: () => over,
    isCut: () => cut,
    /** Nothing is told of how it ends here. */
    cut(): void {
      cut = true;
    },
    keepUnder(id: string) {
      run_id = id;
    },
    tell(event: RunEvent): void {
      waiting.push(event);
      writing ??= write();
    },
    async end({ keep = true } = {}): Promise<void> {
      if (!keep) run_id = undefined;
      while (writing !== undefined) await writing;
      over = true;
      changed();
    },
    watch(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
