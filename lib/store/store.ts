import path from "node:path";
import { z } from "zod";
import { InvokeReply } from "#lib/contracts/approvals";
import { TaskResult } from "#lib/contracts/envelope";
import { ThreadQuery } from "#lib/contracts/http";
import type { Clock } from "#lib/contracts/ports";
import { type Rebuilt, type Store, UnkeptAsking } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import type { Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { maskDeep, maskText } from "#lib/platform/secrets";
import { createReaderBeside } from "./read-beside.ts";
import { createActivityStore } from "./sqlite/activity-store.ts";
import { addAgentTurn, agentTurns, dropAgentTurns } from "./sqlite/agent-turn-rows.ts";
import {
  approvalsInState,
  changeApproval,
  dropPastApprovals,
  findApproval,
  insertApproval,
  insertPermission,
  interruptApprovals,
  latestApproval,
  listPermissions,
  permissionUsed,
  removePermission,
} from "./sqlite/approval-rows.ts";
import { beginChain } from "./sqlite/audit-chain.ts";
import { actedCalls, listCalls } from "./sqlite/call-rows.ts";
import { insertEpisode } from "./sqlite/episode-rows.ts";
import { feedbackOf, judgeAnswer, judgedAnswers } from "./sqlite/feedback-rows.ts";
import { beginFigures } from "./sqlite/figure-rows.ts";
import { forgetThreads } from "./sqlite/forget-rows.ts";
import { createKeptResults } from "./sqlite/kept-results.ts";
import { createMaskers } from "./sqlite/maskers.ts";
import { createMemoryStore } from "./sqlite/memory-store.ts";
import {
  databaseError,
  isDamaged,
  openDatabase,
  rebuildError,
  sizeOf,
} from "./sqlite/open-database.ts";
import { citedPages, forgetPages } from "./sqlite/page-rows.ts";
import { forgetPreviews } from "./sqlite/preview-rows.ts";
import { linesRead, listReads } from "./sqlite/read-rows.ts";
import { finishRebuild, rebuildDatabase } from "./sqlite/rebuild-database.ts";
import {
  appendEvents,
  beginRun,
  dropPastRuns,
  dropRun,
  endRun,
  findRun,
  isOpenRun,
  readEvents,
  runningRuns,
} from "./sqlite/run-rows.ts";
import { acceptedSkills, acceptSkill } from "./sqlite/skill-rows.ts";
import {
  citedLines,
  conversationMemory,
  insertAnswer,
  listThreads,
  readAnswer,
  readThread,
  recentTurns,
  renameThread,
  threadIds,
} from "./sqlite/thread-rows.ts";
import {
  beginTrace,
  beginTraceIndex,
  forgetTitles,
  traceAnswered,
  traceOfTask,
} from "./sqlite/trace-index.ts";
import { createTraceWriter } from "./sqlite/trace-writer.ts";
import {
  addTask,
  changePatch,
  changeTask,
  findPatch,
  findTask,
  hasActed,
  listTasks,
  liveTasks,
  outputsOf,
  pastTasks,
  removeTask,
  taskEvents,
  taskIds,
  taskInputs,
  taskWithKey,
} from "./sqlite/work-rows.ts";

/**
 * Waiting for a lock stops the whole process, health included. Whoever can wait longer tries again, with the process free
 * in between.
 */
const LOCK_WAIT_MS = 100;
const SHOWN_AGENT_TURNS = 200;
const KeptReply = z.object({ reply: InvokeReply.optional() });

/** The last chance for what is waiting; the process does nothing else any more. */
const LAST_WAIT_MS = 2000;

export { isLocked, isRebuildFailed } from "./sqlite/open-database.ts";
/**
 * The store in a SQLite file. SQLite works while its caller waits, so each method has done all of its work, in one transaction,
 * when it returns its promise: of two calls the first has its way.
 */
export function openStore(deps: {
  file: string;
  clock: Clock;
  log: Logger;
  /** How long a statement waits for another process that holds the file, and this process with it. */
  lock_wait_ms?: number;
  /**
   * Whether a damaged database may be set aside and made anew: only by a process that nobody shares the file with.
   * Without it a damaged database is refused and left as it is.
   */
  rebuild?: boolean;
}): Store {
  const { file, clock, log, lock_wait_ms = LOCK_WAIT_MS, rebuild = false } = deps;
  const migrations = path.join(projectDir(), "lib/store/migrations");
  if (rebuild) told(() => finishRebuild(file));
  if (sizeOf(file) === 0 && sizeOf(`${file}-wal`) <= 0) {
    log.warn({ file }, "the database file was empty and is begun anew; what it held is gone");
  }
  const open = (at: string) => openDatabase(at, migrations, lock_wait_ms);
  let rebuilt: Rebuilt | undefined;
  const opened = told(() => {
    try {
      return open(file);
    } catch (error) {
      if (!rebuild || !isDamaged(error)) throw error;
      rebuilt = renew();
      log.error(
        rebuilt,
        "the database was damaged: a copy is kept, and what could be read goes on",
      );
      return open(file);
    }
  });
  const { db, client } = opened;
  const writer = createTraceWriter({ db, client, clock, log });
  const kept = createKeptResults({ db, clock });
  const maskers = createMaskers();
  const beside = createReaderBeside(file);
  together(() => {
    dropPastRuns(db, clock.now());
    dropPastApprovals(db, clock.now());
    beginChain(opened);
    beginTraceIndex(opened);
    beginFigures(opened);
  });

  function renew(): Rebuilt {
    try {
      return rebuildDatabase(file, clock.now(), open);
    } catch (error) {
      throw rebuildError(error, file);
    }
  }

  function told<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw databaseError(error, file);
    }
  }

  /** All of it or nothing, once the lock for writing is had. */
  function within<T>(work: () => T): T {
    return told(() => client.transaction(work).immediate());
  }

  function together(work: () => void): void {
    within(work);
  }

  /** Survives a power cut as well; it is worth the wait for the disk. */
  function durably<T>(work: () => T): T {
    client.pragma("synchronous = FULL");
    try {
      return work();
    } finally {
      client.pragma("synchronous = NORMAL");
    }
  }

  return {
    rebuilt,
    saveAnswer: async (given, { under, episodeOf, of_run } = {}) =>
      told(() => {
        // What was asked earlier is of another conversation, and goes with that alone.
        const told = maskers.of(given.trace_id, given.run_id).mask(given).value;
        const { earlier: _, ...answer } = told;
        const at = clock.now().toISOString();
        const save = client.transaction(() => {
          if (of_run === true && !isOpenRun(db, answer.run_id)) return undefined;
          const message_id = insertAnswer(db, answer, at);
          const episode = episodeOf?.(answer);
          if (episode !== undefined) insertEpisode(db, message_id, episode);
          traceAnswered(client, answer);
          endRun(db, answer.run_id, answer.interrupted ? "interrupted" : "done");
          if (under) kept.put("answer", under.key, under.fingerprint, told);
          return writer.writeWithAnswer();
        });
        return durably(() => {
          const rows = save.immediate();
          if (rows !== undefined) writer.written(rows); // not before the commit, which may fail
          return rows !== undefined;
        });
      }),
    listThreads: async (page) => told(() => listThreads(db, page)),
    threadIds: async () => told(() => threadIds(db)),
    readThread: async (id, page = {}) =>
      told(() => {
        const thread = readThread(db, id, ThreadQuery.parse(page));
        const feedback = thread === undefined ? [] : feedbackOf(db, id);
        const newest = page.before === undefined;
        const agent_turns = newest ? agentTurns(db, id, SHOWN_AGENT_TURNS) : [];
        return (
          thread && {
            ...thread,
            ...(feedback.length === 0 ? {} : { feedback }),
            ...(agent_turns.length === 0 ? {} : { agent_turns }),
          }
        );
      }),
    readAnswer: async (id, run_id) => told(() => readAnswer(db, id, run_id)),
    judgeAnswer: async (id, body) =>
      told(() => {
        const why = body.why === undefined ? {} : { why: maskText(body.why).text };
        return judgeAnswer(db, id, { ...body, ...why }, clock.now().toISOString());
      }),
    async *judgedAnswers() {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after;
        const page = told(() => judgedAnswers(db, from));
        yield* page.judged;
        after = page.next;
      }
    },
    renameThread: async (id, title) => told(() => renameThread(db, id, maskText(title).text)),
    deleteThreads: async (id) =>
      told(() => {
        writer.flush(); // what waits of it is deleted with it
        return client.transaction(() => forgetThreads(opened, id)).immediate();
      }),
    citedPages: async (relative_paths) => told(() => citedPages(db, relative_paths)),
    forgetPages: async (forgotten) => {
      told(() => writer.flush()); // what waits of it goes with it
      together(() => forgetPages(db, forgotten));
      told(() => client.pragma("wal_checkpoint(TRUNCATE)")); // else it stands in the log of changes
    },
    citedLines: async (run_id) => told(() => citedLines(db, run_id)),
    conversationMemory: async (before) => told(() => conversationMemory(db, before)),
    recentTurns: async (before, limit) => told(() => recentTurns(db, before, limit)),
    listReads: async (query) =>
      told(() => {
        writer.flush();
        return listReads(db, query);
      }),
    listCalls: async (query) =>
      told(() => {
        writer.flush();
        return listCalls(db, query);
      }),
    actedCalls: async (trace_id) =>
      told(() => {
        writer.flush();
        return actedCalls(db, trace_id);
      }),
    runs: {
      begin: async (run, before) => {
        const question = maskers.of(run.trace_id, run.run_id).mask(run.question).value;
        return within(() => {
          if (run.key !== null && kept.get("answer", run.key) !== undefined) return false;
          if (!beginRun(db, { ...run, question }, before, clock.now())) return false;
          const { trace_id, run_id, thread_id } = run;
          const as = { kind: "ask", status: "running", agent_id: "primary" } as const;
          const started_at = Date.parse(run.asked_at);
          beginTrace(db, { ...as, trace_id, run_id, thread_id, title: question, started_at });
          return true;
        });
      },
      append: async (run_id, first, events) => {
        const masked = maskers.of(run_id).mask(events).value;
        together(() => appendEvents(db, run_id, first, masked));
      },
      drop: async (run) => {
        told(() => writer.flush()); // what waits of it goes with it
        together(() => {
          dropRun(db, run);
          forgetPreviews(db, run.trace_id);
          forgetTitles(opened, { trace_id: run.trace_id });
          dropAgentTurns(db, { trace_id: run.trace_id });
        });
      },
      find: async (by) => told(() => findRun(db, by)),
      running: async () => told(() => runningRuns(db)),
      events: async (run_id) => told(() => readEvents(db, run_id)),
    },
    agents: {
      memory: async (before) => told(() => conversationMemory(db, before)),
      linesRead: async (trace_id) =>
        told(() => {
          writer.flush();
          return linesRead(db, trace_id);
        }),
      turns: async (id, agent_id, limit) => told(() => agentTurns(db, id, limit, agent_id)),
      add: async (turn) =>
        together(() => addAgentTurn(db, maskers.of(turn.trace_id, turn.run_id).mask(turn).value)),
    },
    tasks: {
      add: async (task) => {
        const { input, steps } = task;
        const masked = maskers.of(task.task_id).mask({ input, steps }).value;
        return within(() => {
          const before =
            task.key === undefined ? undefined : taskWithKey(db, task.key, clock.now());
          if (before !== undefined) return before;
          addTask(db, { ...task, ...masked });
          const { trace_id, run_id, thread_id, task_id, type, created_at } = task;
          const as = { kind: "task", status: "pending", agent_id: `task.${type}` } as const;
          const of = { trace_id, run_id, task_id, title: type, thread_id: thread_id ?? null };
          beginTrace(db, { ...as, ...of, started_at: Date.parse(created_at) });
          return undefined;
        });
      },
      find: async (id) => told(() => findTask(db, id)),
      list: async (query) => told(() => listTasks(db, query)),
      inputs: async (type, most) => told(() => taskInputs(db, type, most)),
      withKey: async (key) => told(() => taskWithKey(db, key, clock.now())),
      live: async () => told(() => liveTasks(db)),
      change: async (id, { durable, artifact, ...said }) =>
        told(() => {
          const masked = maskers.of(id).mask(said).value;
          const change = { ...masked, ...(artifact === undefined ? {} : { artifact }) };
          const at = clock.now().toISOString();
          const work = client.transaction(() => {
            const told = changeTask(db, id, change, at);
            if (told !== undefined && change.task !== undefined) traceOfTask(client, id);
            return told;
          });
          return durable === true ? durably(() => work.immediate()) : work.immediate();
        }),
      outputs: async (id, plan) => told(() => outputsOf(db, id, plan)),
      acted: async (step_id) => told(() => hasActed(db, step_id)),
      events: async (id, after, limit) => told(() => taskEvents(db, id, after, limit)),
      patch: async (id) => told(() => findPatch(db, id)),
      changePatch: async (id, from, to) => told(() => changePatch(db, id, from, to)),
      remove: async (id) =>
        told(() => {
          writer.flush(); // what waits of it goes with it
          const work = () => {
            const task = findTask(db, id);
            if (task !== undefined) forgetPreviews(db, task.trace_id);
            return removeTask(db, id);
          };
          return client.transaction(work).immediate();
        }),
      past: async (before, max_bytes) => told(() => pastTasks(db, before, max_bytes)),
      ids: async () => told(() => taskIds(db)),
    },
    approvals: {
      add: async (approval, unless) => within(() => insertApproval(db, approval, unless)),
      find: async (id) => told(() => findApproval(db, id)),
      inState: async (states) => told(() => approvalsInState(db, states)),
      latest: async (tool_id, hash) => told(() => latestApproval(db, tool_id, hash)),
      change: async (id, from, to, permission) =>
        within(() => {
          const changed = changeApproval(db, id, from, to);
          if (changed !== undefined && permission) insertPermission(db, permission);
          return changed;
        }),
      interrupt: async () => told(() => interruptApprovals(db)),
      permissions: async () => told(() => listPermissions(db)),
      permissionUsed: async (id, at) => told(() => permissionUsed(db, id, at)),
      removePermission: async (id) => told(() => removePermission(db, id)),
    },
    skills: {
      accepted: async () => told(() => acceptedSkills(db)),
      accept: async (skill) => together(() => acceptSkill(db, skill)),
    },
    activity: createActivityStore({ opened, beside, file, writer, told, together }),
    memory: createMemoryStore({
      ...{ opened, beside, writer, told, together, durably },
      now: clock.now,
    }),
    trace: maskers.over(writer.sink),
    keepNoWordOf: maskers.keepNoWordOf,
    requireAudit: async (what) => told(() => writer.require(what)),
    idempotency: {
      get: async (key) =>
        told(() => {
          const found = kept.get("task", key);
          return found && { fingerprint: found.fingerprint, result: TaskResult.parse(found.body) };
        }),
      // Whoever finds the result finds in the trace how it came about. One with a secret in it could not be quoted from
      // once it is masked: it is not kept, and a second try searches again.
      put: async (key, fingerprint, result) =>
        told(() => {
          const { redacted } = maskers.of(result.trace_id).mask(result);
          const put = client.transaction(() => {
            if (!redacted) kept.put("task", key, fingerprint, result);
            return writer.writeWithResult();
          });
          writer.written(put.immediate());
        }),
    },
    keptAnswer: async (key) =>
      told(() => {
        const found = kept.get("answer", key);
        return found && { fingerprint: found.fingerprint, answer: StoredAnswer.parse(found.body) };
      }),
    unkeptAsking: async (key) =>
      told(() => {
        const found = kept.get("unkept", key);
        return found && { fingerprint: found.fingerprint, ...UnkeptAsking.parse(found.body) };
      }),
    keepUnkept: async (key, fingerprint, asking, before) =>
      within(() => {
        const found = kept.get("unkept", key);
        if (found && UnkeptAsking.parse(found.body).run_id !== before) return false;
        kept.put("unkept", key, fingerprint, asking);
        return true;
      }),
    beginInvocation: async (key, fingerprint, of) =>
      within(() => {
        const found = kept.get("invoke", key);
        if (found === undefined) {
          kept.put("invoke", key, fingerprint, of);
          return undefined;
        }
        const { reply } = KeptReply.parse(found.body);
        return { fingerprint: found.fingerprint, ...(reply === undefined ? {} : { reply }) };
      }),
    endInvocation: async (key, fingerprint, ended) =>
      together(() => kept.put("invoke", key, fingerprint, maskDeep(ended).value)),
    close: async () => {
      client.pragma(`busy_timeout = ${LAST_WAIT_MS}`);
      writer.flush();
      client.close();
    },
  };
}
