import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { ForgetScope } from "#lib/contracts/memory";
import { withoutRights } from "#lib/contracts/people";
import { actAs } from "#lib/platform/acting";
import { faultOf } from "#lib/platform/fault";
import type { NewId } from "#lib/platform/ids";
import type { Logger } from "#lib/platform/logger";
import type { TaskEngine } from "#lib/tasks/task-engine";
import type { SandboxOutputs } from "#lib/tools/sandbox-outputs";
import type { KeptStore } from "./keep-store.ts";
import type { RunHub } from "./run-hub.ts";

export type ForgottenNow = {
  conversations: number;
  turns: number;
  concepts: number;
  tasks: number;
  /** False while another program reads in the log of the database: the rest is done as soon as it lets go. */
  finished: boolean;
};

/**
 * The one place that forgets. What is to go is written down first; then files go, then rows, then the log of changes is
 * emptied, so that no byte of it stays in the state folder. A program that dies in between goes on at its next start.
 */
export type Forgetting = {
  forget(scope: ForgetScope): Promise<ForgottenNow>;
  /** What an earlier program has begun, and what could not be ended yet. Never throws. */
  finish(): Promise<void>;
  /** Whether something that was begun is not at its end. */
  unfinished(): Promise<boolean>;
  close(): void;
};

export function createForgetting(deps: {
  store: KeptStore;
  runs: Pick<RunHub, "stop">;
  tasks: Pick<TaskEngine, "remove">;
  outputs: Pick<SandboxOutputs, "remove" | "removeRun" | "removeThreads">;
  /** What is held in memory of questions is dropped. */
  dropped: () => void;
  home: string;
  ids: NewId;
  log: Logger;
}): Forgetting {
  const { store, runs, tasks, outputs, dropped, home, ids, log } = deps;
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  const workOn = (id: string) => ({ kind: "alone", id: `forget ${id}` }) as const;

  /** Undefined where another server is at it. */
  async function alone<T>(id: string, task: () => Promise<T>): Promise<T | undefined> {
    if (!(await store.queue.claim(workOn(id)))) return undefined;
    try {
      return await task();
    } finally {
      await store.queue.release(workOn(id)).catch((error: unknown) => {
        log.warn(faultOf(error), "that a forgetting is over could not be told to other servers");
      });
    }
  }

  async function work(id: string, scope: ForgetScope): Promise<ForgottenNow> {
    const everything = scope.all === true;
    const ofConversations = scope.kind === undefined || scope.kind === "conversations";
    if (everything && ofConversations) await runs.stop("all");
    if (scope.thread_id !== undefined) await runs.stop({ thread_id: scope.thread_id });
    const names = await store.patiently(({ memory }) => memory.forgetting.names(scope));
    // One that is under way may be searched for together with a turn that goes.
    const touched = new Set([...names.threads, ...names.runs.map(({ thread_id }) => thread_id)]);
    for (const thread_id of touched) await runs.stop({ thread_id });
    let ended = 0;
    for (const task_id of names.tasks) ended += await removeTask(task_id);
    if (everything && ofConversations) await outputs.removeThreads();
    if (everything && scope.kind === undefined) await outputs.remove({ kind: "person" });
    for (const thread_id of names.threads) await outputs.remove({ kind: "thread", id: thread_id });
    for (const { thread_id, invocation_ids } of names.runs)
      for (const one of invocation_ids)
        await outputs.removeRun({ kind: "thread", id: thread_id }, one);
    const gone = await store.patiently(({ memory }) => memory.forgetting.rows(id, scope));
    dropped();
    return { ...gone, tasks: ended, finished: await end(id) };
  }

  /** Rows are gone: what came after them stays. */
  async function end(id: string): Promise<boolean> {
    removeSetAside(home);
    const finished = await store.patiently(({ memory }) => memory.forgetting.end(id));
    if (!finished) tryLater();
    return finished;
  }

  async function removeTask(task_id: string): Promise<number> {
    const known = await store.patiently((opened) => opened.tasks.find(task_id));
    if (known === undefined) return 0;
    await tasks.remove(task_id);
    return 1;
  }

  function tryLater(): void {
    if (closed || again !== undefined) return;
    again = setTimeout(() => {
      again = undefined;
      void finish();
    }, againMs).unref();
  }

  async function finish(): Promise<void> {
    try {
      const left = await store.everyone.patiently(({ memory }) => memory.forgetting.unfinished());
      for (const { id, owner, scope } of left) {
        const goOn = async () => void (await (scope === undefined ? end(id) : work(id, scope)));
        await actAs(withoutRights(owner), () => alone(id, goOn));
      }
      if (left.length > 0)
        log.info({ count: left.length }, "forgettings were brought to their end");
    } catch (error) {
      log.warn(faultOf(error), "a forgetting could not be brought to its end yet");
      tryLater();
    }
  }

  return {
    async forget(scope) {
      const id = ids("forget");
      const done = await alone(id, async () => {
        await store.patiently(({ memory }) => memory.forgetting.begin(id, scope));
        return work(id, scope);
      });
      if (done === undefined) throw new Error("the id of a forgetting was given out twice");
      return done;
    },
    finish,
    unfinished: async () => (await (await store.get()).memory.forgetting.unfinished()).length > 0,
    close() {
      closed = true;
      clearTimeout(again);
    },
  };
}

const againMs = 5000;

/** Copies of damaged databases, which nobody can take single rows out of. */
function removeSetAside(home: string): void {
  for (const name of readdirSync(home)) {
    if (/^docent-damaged-.*\.db(?:-wal|-shm)?$/.test(name))
      rmSync(path.join(home, name), { force: true });
  }
}
