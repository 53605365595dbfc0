import type { Answer, Lang } from "#lib/contracts/answer";
import type { AppError } from "#lib/contracts/errors";
import type { AskBody } from "#lib/contracts/http";
import type { AskEvent, RunEvent } from "#lib/contracts/stream";
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
  /** A run by its id, under way or kept; undefined for one that is not known any more. */
  find(run_id: string): Promise<Run | undefined>;
  /** What is under way in a conversation. */
  running(thread_id: string): Run | undefined;
  /** Ends one run, what was asked in one conversation, or everything; accepted or not yet. Nothing of it is kept but what was done. */
  stop(what: { run_id: string } | { thread_id: string } | "all"): boolean;
  /** Lets what is under way end, for a while, then breaks it off; nothing new is taken. */
  close(grace_ms: number): Promise<void>;
};

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
  /** Called after every change, until the returned function is called. */
  watch(listener: () => void): () => void;
};

/** A question from the moment it is put; its conversation is known then, if it has one, its run once it is accepted. */
type UnderWay = {
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
        } else {
          const known = explain(error, trace_id);
          const message = errorSentence(known, lang);
          told.tell({ kind: "failed", data: { code: known.code, message } });
        }
        return told.end({ keep: !breaking.signal.aborted });
      },
    );
    const under: UnderWay = {
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
      watch: told.watch,
    };
    under.thread_id = run.thread_id;
    under.run = run;
    return run;
  }

  /** What was accepted last comes last. */
  function live(): Run[] {
    return [...underWay].flatMap(({ run }) => run ?? []);
  }

  return {
    start,
    async find(run_id) {
      const under = live().findLast((run) => run.run_id === run_id);
      if (under !== undefined) return under;
      const { runs } = await store.get();
      const kept = await runs.find({ run_id });
      if (kept === undefined || kept.state === "running") return undefined;
      const { trace_id, thread_id, question, asked_at } = kept;
      const events = await runs.events(run_id);
      return {
        ...{ run_id, trace_id, thread_id, question, asked_at, events, roots: [], ended: true },
        watch: () => () => undefined,
      };
    },
    running: (thread_id) => live().findLast((run) => run.thread_id === thread_id),
    stop(what) {
      const meant = [...underWay].filter(({ thread_id, run }) => {
        if (what === "all") return true;
        return "run_id" in what ? run?.run_id === what.run_id : thread_id === what.thread_id;
      });
      for (const under of meant) under.stop(stopped);
      return meant.length > 0;
    },
    async close(grace_ms) {
      closing = true;
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

/** Events in their order, each written down before it is shown. Those of one moment are written together. */
function tellInOrder(deps: { store: KeptStore; log: Logger }) {
  const { store, log } = deps;
  const shown: RunEvent[] = [];
  const listeners = new Set<() => void>();
  let waiting: RunEvent[] = [];
  let run_id: string | undefined;
  let writing: Promise<void> | undefined;
  let over = false;

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
