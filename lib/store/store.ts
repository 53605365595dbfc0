import path from "node:path";
import { z } from "zod";
import type { Answer } from "#lib/contracts/answer";
import { InvokeReply } from "#lib/contracts/approvals";
import { TaskResult } from "#lib/contracts/envelope";
import { type FeedbackBody, type Thread, type ThreadList, ThreadQuery } from "#lib/contracts/http";
import type {
  AgentThreads,
  ApprovalStore,
  Clock,
  ConversationMemory,
  EarlierTurn,
  IdempotencyStore,
  SkillStore,
  TaskStore,
} from "#lib/contracts/ports";
import type { AuditPage, AuditQuery, CallsPage, CallsQuery } from "#lib/contracts/records";
import type { RunEvent } from "#lib/contracts/stream";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import type { Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { maskDeep, maskText } from "#lib/platform/secrets";
import { type ActivityStore, createActivityStore } from "./sqlite/activity-store.ts";
import { addAgentTurn, agentTurns, dropAgentTurns } from "./sqlite/agent-turn-rows.ts";
import {
  approvalsInState,
  changeApproval,
  dropApprovalsOfThreads,
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
import { type ActedCall, actedCalls, listCalls } from "./sqlite/call-rows.ts";
import { feedbackOf, type Judged, judgeAnswer, judgedAnswers } from "./sqlite/feedback-rows.ts";
import { beginFigures } from "./sqlite/figure-rows.ts";
import { createKeptResults } from "./sqlite/kept-results.ts";
import { createMaskers, type KeptSink } from "./sqlite/maskers.ts";
import {
  databaseError,
  isDamaged,
  openDatabase,
  rebuildError,
  sizeOf,
} from "./sqlite/open-database.ts";
import { citedPages, type ForgottenPages, forgetPages } from "./sqlite/page-rows.ts";
import { forgetPreviews, forgetPreviewsOfThreads } from "./sqlite/preview-rows.ts";
import { linesRead, listReads } from "./sqlite/read-rows.ts";
import { finishRebuild, type Rebuilt, rebuildDatabase } from "./sqlite/rebuild-database.ts";
import {
  appendEvents,
  beginRun,
  dropPastRuns,
  dropRun,
  endRun,
  findRun,
  type NewRun,
  readEvents,
  runningRuns,
  type StoredRun,
} from "./sqlite/run-rows.ts";
import { acceptedSkills, acceptSkill } from "./sqlite/skill-rows.ts";
import {
  type AskedBefore,
  askedBefore,
  type Before,
  citedLines,
  conversationMemory,
  deleteThreads,
  insertAnswer,
  listThreads,
  readAnswer,
  readThread,
  recentTurns,
  renameThread,
  searchedFor,
  type ThreadsPage,
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
  tasksOfThread,
  taskWithKey,
} from "./sqlite/work-rows.ts";

/**
 * Waiting for a lock stops the whole process, health included. Whoever can wait longer tries again, with the process free
 * in between.
 */
const LOCK_WAIT_MS = 100;
const SHOWN_AGENT_TURNS = 200;
const UnkeptAsking = z.object({
  trace_id: z.string(),
  run_id: z.string(),
  thread_id: z.string(),
  asked_at: z.string(),
});
export type UnkeptAsking = z.infer<typeof UnkeptAsking>;

const KeptReply = z.object({ reply: InvokeReply.optional() });

/** The last chance for what is waiting; the process does nothing else any more. */
const LAST_WAIT_MS = 2000;

export type { ActivityStore, AnswerOfTrace, PastTime } from "./sqlite/activity-store.ts";
export type { ActedCall } from "./sqlite/call-rows.ts";
export type { Judged } from "./sqlite/feedback-rows.ts";
export type { KeptSink } from "./sqlite/maskers.ts";
export { isLocked, isRebuildFailed } from "./sqlite/open-database.ts";
export type { StoredRun } from "./sqlite/run-rows.ts";
export type { AskedBefore, ThreadsPage } from "./sqlite/thread-rows.ts";

/**
 * Everything Docent keeps about its own work: conversations, envelopes, traces, the audit of reads. Documents are not
 * in it, and what looks like a secret is masked before it is written, so that what is read back may differ from what was
 * given in that alone. Every method is synchronous and, except `trace`, throws AppError with a sentence when the database
 * fails.
 */
export type Store = {
  /** Set when the database was found damaged as it was opened, and made anew from what could be read. */
  rebuilt: Rebuilt | undefined;
  /**
   * Adds the answer to its thread, ends its run, and keeps it under its key, with everything `trace` was told so far: in
   * one transaction, so that a key whose answer is stored never leads to a second one.
   */
  saveAnswer(answer: Answer, under?: { key: string; fingerprint: string }): void;
  /** Newest activity first. Throws `validation` for a cursor it did not make. */
  listThreads(page: ThreadsPage): ThreadList;
  /** Its newest turns, or those before a cursor. Throws `validation` for a cursor it did not make. */
  readThread(id: string, page?: Partial<ThreadQuery>): Thread | undefined;
  /** One answer of a thread. */
  readAnswer(thread_id: string, run_id: string): Answer | undefined;
  threadIds(): string[];
  /** False when there is no such thread. */
  renameThread(id: string, title: string): boolean;
  /** One thread, or every one, with everything that holds its words. Says how many there were. */
  deleteThreads(id?: string): number;
  /** Which of these saved pages of the web stored answers and tasks rest on. */
  citedPages(relative_paths: readonly string[]): Set<string>;
  /** What calls handed over of saved pages that are forgotten, and leaves no byte of it in the file; answers and tasks keep their quotes. */
  forgetPages(forgotten: ForgottenPages): void;
  /** Keeps what a person said of an answer. False when there is no such answer in the thread. */
  judgeAnswer(thread_id: string, body: FeedbackBody): boolean;
  /** Every answer that something was said of, oldest first. */
  judgedAnswers(): Iterable<Judged>;
  /** The last questions that were answered, newest first. */
  askedBefore(limit: number): AskedBefore[];
  /** What was searched for an answer. */
  searchedFor(run_id: string): string[];
  /** Which lines an answer cites, with their hashes. */
  citedLines(run_id: string): ReturnType<typeof citedLines>;
  /** What was asked last in a thread, oldest first; none for a thread that is not there. */
  recentTurns(before: Before, limit: number): EarlierTurn[];
  /** What was shown of late in a thread, for a model that goes on in it. */
  conversationMemory(before: Before): ConversationMemory;
  /** Newest first, with what `trace` was told until now. Throws `validation` for a cursor it did not make. */
  listReads(query: AuditQuery): AuditPage;
  /** The tool calls, like `listReads`. */
  listCalls(query: CallsQuery): CallsPage;
  /** The calls of one asking that may have changed something, as far as `trace` was told until now. */
  actedCalls(trace_id: string): ActedCall[];
  /** Attempts under way and of the last day, with what they told. */
  runs: RunStore;
  /** What sub-agents were asked and replied. */
  agents: AgentThreads;
  /** Work with steps and artifacts. Deleting conversations leaves it alone: its files go with it, and who has those deletes it. */
  tasks: TaskStore;
  /** Questions to a person about tool calls, and what was allowed. */
  approvals: ApprovalStore;
  /** What a person has read and accepted of skills. */
  skills: SkillStore;
  /** What happened, for whoever looks at it: lists, figures, previews, and what is past its time. */
  activity: ActivityStore;
  trace: KeptSink;
  /** Of an asking that is not to be stored, `trace` keeps no word of calls and replies. */
  keepNoWordOf(trace_id: string): void;
  /**
   * What cannot be audited is not done. Throws for an act unless all that `trace` was told is stored, and for a read once
   * so much of it waits that more might be lost.
   */
  requireAudit(what: "act" | "read"): void;
  /** Envelopes' results by idempotency key, 24 hours. */
  idempotency: IdempotencyStore;
  /** Answers by the key of the request they were asked with, 24 hours; `saveAnswer` puts them there. */
  keptAnswer(key: string): { fingerprint: string; answer: Answer } | undefined;
  /** An asking of which nothing is kept but that it came under this key, 24 hours. */
  unkeptAsking(key: string): ({ fingerprint: string } & UnkeptAsking) | undefined;
  keepUnkept(key: string, fingerprint: string, asking: UnkeptAsking): void;
  /**
   * Tool calls by the key of the request they came with, 24 hours: without a reply the call was under way when it was
   * kept. `thread_id`: they go with their conversation.
   */
  keptInvocation(key: string): { fingerprint: string; reply?: InvokeReply } | undefined;
  keepInvocation(key: string, fingerprint: string, about: KeptInvocation): void;
  /** Writes what is waiting and closes the file. */
  close(): void;
};

export type KeptInvocation = { thread_id?: string; reply?: InvokeReply };

export type RunStore = {
  /** The key of an earlier run goes over to this one. */
  begin(run: NewRun): void;
  /** `first`: the number of the first of these events within the run, from 1. An answer is kept as an answer alone. */
  append(run_id: string, first: number, events: readonly RunEvent[]): void;
  /** Leaves no word of it behind. */
  drop(run: { run_id: string; trace_id: string }): void;
  find(by: { run_id: string } | { key: string }): StoredRun | undefined;
  running(): StoredRun[];
  events(run_id: string): RunEvent[];
};

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
  function together(work: () => void): void {
    told(() => client.transaction(work).immediate());
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
    saveAnswer: (given, under) =>
      told(() => {
        const answer = maskers.of(given.trace_id, given.run_id).mask(given).value;
        const at = clock.now().toISOString();
        const save = client.transaction(() => {
          insertAnswer(db, answer, at);
          traceAnswered(client, answer);
          endRun(db, answer.run_id, answer.interrupted ? "interrupted" : "done");
          if (under) kept.put("answer", under.key, under.fingerprint, answer);
          return writer.write();
        });
        durably(() => writer.written(save.immediate())); // not before the commit, which may fail
      }),
    listThreads: (page) => told(() => listThreads(db, page)),
    threadIds: () => told(() => threadIds(db)),
    readThread: (id, page = {}) =>
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
    readAnswer: (id, run_id) => told(() => readAnswer(db, id, run_id)),
    judgeAnswer: (id, body) =>
      told(() => {
        const why = body.why === undefined ? {} : { why: maskText(body.why).text };
        return judgeAnswer(db, id, { ...body, ...why }, clock.now().toISOString());
      }),
    *judgedAnswers() {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after;
        const page = told(() => judgedAnswers(db, from));
        yield* page.judged;
        after = page.next;
      }
    },
    renameThread: (id, title) => told(() => renameThread(db, id, maskText(title).text)),
    deleteThreads: (id) =>
      told(() => {
        writer.flush(); // what waits of it is deleted with it
        const work = () => {
          dropApprovalsOfThreads(db, id);
          forgetPreviewsOfThreads(db, id);
          forgetTitles(opened, id === undefined ? "all" : { thread_id: id });
          dropAgentTurns(db, id === undefined ? "all" : { parent_thread_id: id });
          return deleteThreads(db, id);
        };
        return client.transaction(work).immediate();
      }),
    citedPages: (relative_paths) => told(() => citedPages(db, relative_paths)),
    forgetPages: (forgotten) => {
      told(() => writer.flush()); // what waits of it goes with it
      together(() => forgetPages(db, forgotten));
      told(() => client.pragma("wal_checkpoint(TRUNCATE)")); // else it stands in the log of changes
    },
    askedBefore: (limit) => told(() => askedBefore(db, limit)),
    searchedFor: (run_id) => told(() => searchedFor(db, run_id)),
    citedLines: (run_id) => told(() => citedLines(db, run_id)),
    conversationMemory: (before) => told(() => conversationMemory(db, before)),
    recentTurns: (before, limit) => told(() => recentTurns(db, before, limit)),
    listReads: (query) =>
      told(() => {
        writer.flush();
        return listReads(db, query);
      }),
    listCalls: (query) =>
      told(() => {
        writer.flush();
        return listCalls(db, query);
      }),
    actedCalls: (trace_id) =>
      told(() => {
        writer.flush();
        return actedCalls(db, trace_id);
      }),
    runs: {
      begin: (run) => {
        const question = maskers.of(run.trace_id, run.run_id).mask(run.question).value;
        together(() => {
          beginRun(db, { ...run, question }, clock.now());
          const { trace_id, run_id, thread_id } = run;
          const as = { kind: "ask", status: "running", agent_id: "primary" } as const;
          const started_at = Date.parse(run.asked_at);
          beginTrace(db, { ...as, trace_id, run_id, thread_id, title: question, started_at });
        });
      },
      append: (run_id, first, events) => {
        const masked = maskers.of(run_id).mask(events).value;
        together(() => appendEvents(db, run_id, first, masked));
      },
      drop: (run) => {
        told(() => writer.flush()); // what waits of it goes with it
        together(() => {
          dropRun(db, run);
          forgetPreviews(db, run.trace_id);
          forgetTitles(opened, { trace_id: run.trace_id });
          dropAgentTurns(db, { trace_id: run.trace_id });
        });
      },
      find: (by) => told(() => findRun(db, by)),
      running: () => told(() => runningRuns(db)),
      events: (run_id) => told(() => readEvents(db, run_id)),
    },
    agents: {
      memory: (before) => told(() => conversationMemory(db, before)),
      linesRead: (trace_id) =>
        told(() => {
          writer.flush();
          return linesRead(db, trace_id);
        }),
      turns: (id, agent_id, limit) => told(() => agentTurns(db, id, limit, agent_id)),
      add: (turn) =>
        together(() => addAgentTurn(db, maskers.of(turn.trace_id, turn.run_id).mask(turn).value)),
    },
    tasks: {
      add: (task) => {
        const { input, steps } = task;
        const masked = maskers.of(task.task_id).mask({ input, steps }).value;
        together(() => {
          addTask(db, { ...task, ...masked });
          const { trace_id, run_id, thread_id, task_id, type, created_at } = task;
          const as = { kind: "task", status: "pending", agent_id: `task.${type}` } as const;
          const of = { trace_id, run_id, task_id, title: type, thread_id: thread_id ?? null };
          beginTrace(db, { ...as, ...of, started_at: Date.parse(created_at) });
        });
      },
      find: (id) => told(() => findTask(db, id)),
      list: (query) => told(() => listTasks(db, query)),
      withKey: (key) => told(() => taskWithKey(db, key, clock.now())),
      live: () => told(() => liveTasks(db)),
      ofThread: (id) => told(() => tasksOfThread(db, id)),
      change: (id, { durable, artifact, ...said }) =>
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
      outputs: (id, plan) => told(() => outputsOf(db, id, plan)),
      acted: (step_id) => told(() => hasActed(db, step_id)),
      events: (id, after, limit) => told(() => taskEvents(db, id, after, limit)),
      patch: (id) => told(() => findPatch(db, id)),
      changePatch: (id, from, to) => told(() => changePatch(db, id, from, to)),
      remove: (id) =>
        told(() => {
          writer.flush(); // what waits of it goes with it
          const work = () => {
            const task = findTask(db, id);
            if (task !== undefined) forgetPreviews(db, task.trace_id);
            return removeTask(db, id);
          };
          return client.transaction(work).immediate();
        }),
      past: (before, max_bytes) => told(() => pastTasks(db, before, max_bytes)),
      ids: () => told(() => taskIds(db)),
    },
    approvals: {
      add: (approval) => together(() => insertApproval(db, approval)),
      find: (id) => told(() => findApproval(db, id)),
      inState: (states) => told(() => approvalsInState(db, states)),
      latest: (tool_id, hash) => told(() => latestApproval(db, tool_id, hash)),
      change: (id, from, to, permission) =>
        told(() => {
          const work = () => {
            const changed = changeApproval(db, id, from, to);
            if (changed && permission) insertPermission(db, permission);
            return changed;
          };
          return client.transaction(work).immediate();
        }),
      interrupt: () => told(() => interruptApprovals(db)),
      permissions: () => told(() => listPermissions(db)),
      permissionUsed: (id, at) => told(() => permissionUsed(db, id, at)),
      removePermission: (id) => told(() => removePermission(db, id)),
    },
    skills: {
      accepted: () => told(() => acceptedSkills(db)),
      accept: (skill) => together(() => acceptSkill(db, skill)),
    },
    activity: createActivityStore({ opened, file, writer, told, together }),
    trace: maskers.over(writer.sink),
    keepNoWordOf: maskers.keepNoWordOf,
    requireAudit: (what) => told(() => writer.require(what)),
    idempotency: {
      get: (key) =>
        told(() => {
          const found = kept.get("task", key);
          return found && { fingerprint: found.fingerprint, result: TaskResult.parse(found.body) };
        }),
      // Whoever finds the result finds in the trace how it came about. One with a secret in it could not be quoted from
      // once it is masked: it is not kept, and a second try searches again.
      put: (key, fingerprint, result) =>
        told(() => {
          const { redacted } = maskers.of(result.trace_id).mask(result);
          const put = client.transaction(() => {
            if (!redacted) kept.put("task", key, fingerprint, result);
            return writer.write();
          });
          writer.written(put.immediate());
        }),
    },
    keptAnswer: (key) =>
      told(() => {
        const found = kept.get("answer", key);
        return found && { fingerprint: found.fingerprint, answer: StoredAnswer.parse(found.body) };
      }),
    unkeptAsking: (key) =>
      told(() => {
        const found = kept.get("unkept", key);
        return found && { fingerprint: found.fingerprint, ...UnkeptAsking.parse(found.body) };
      }),
    keepUnkept: (key, fingerprint, asking) =>
      together(() => kept.put("unkept", key, fingerprint, asking)),
    keptInvocation: (key) =>
      told(() => {
        const found = kept.get("invoke", key);
        if (!found) return undefined;
        const { reply } = KeptReply.parse(found.body);
        return { fingerprint: found.fingerprint, ...(reply === undefined ? {} : { reply }) };
      }),
    keepInvocation: (key, fingerprint, about) =>
      together(() => kept.put("invoke", key, fingerprint, maskDeep(about).value)),
    close: () => {
      client.pragma(`busy_timeout = ${LAST_WAIT_MS}`);
      writer.flush();
      client.close();
    },
  };
}
