import { z } from "zod";
import { InvokeReply } from "#lib/contracts/approvals";
import { TaskResult } from "#lib/contracts/envelope";
import { ThreadQuery } from "#lib/contracts/http";
import { onePerson } from "#lib/contracts/people";
import type { Clock, Events, Queue } from "#lib/contracts/ports";
import { type Rebuilt, type Store, UnkeptAsking } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import type { Logger } from "#lib/platform/logger";
import { maskDeep, maskText } from "#lib/platform/secrets";
import { createActivityStore } from "./activity-store.ts";
import { addAgentTurn, agentTurns } from "./agent-turn-rows.ts";
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
} from "./approval-rows.ts";
import { beginChain } from "./audit-chain.ts";
import { actedCalls, listCalls } from "./call-rows.ts";
import type { Db } from "./dialect.ts";
import { conversationMemory, recentTurns } from "./earlier-turns.ts";
import type { Beside, Engine } from "./engine.ts";
import { feedbackOf, judgeAnswer, judgedAnswers } from "./feedback-rows.ts";
import { beginFigures } from "./figure-rows.ts";
import { afterFlush } from "./flushed.ts";
import { forgetThreads } from "./forget-rows.ts";
import { createKeptResults } from "./kept-results.ts";
import { locks } from "./locks.ts";
import { createMaskers, type Maskers } from "./maskers.ts";
import { createMemoryStore } from "./memory-store.ts";
import { boundTo, tellerOf } from "./owner.ts";
import { citedPages, forgetPages } from "./page-rows.ts";
import { createPeopleStore } from "./people-store.ts";
import { linesRead, listReads } from "./read-rows.ts";
import { appendEvents, dropPastRuns, findRun, readEvents, runningRuns } from "./run-rows.ts";
import { beginAsking, dropAsking, saveAnswer } from "./save-answer.ts";
import { acceptedSkills, acceptSkill } from "./skill-rows.ts";
import { type Statements, tell, transaction } from "./statements.ts";
import { createTaskStore } from "./task-store.ts";
import {
  citedLines,
  holdsThread,
  listThreads,
  readAnswer,
  readThread,
  renameThread,
  threadIds,
} from "./thread-rows.ts";
import { createTraceWriter, type TraceWriter } from "./trace-writer.ts";
import { everyone, type Owner } from "./whose.ts";

const SHOWN_AGENT_TURNS = 200;
const KeptReply = z.object({ reply: InvokeReply.optional() });

/** What is past its time goes, and what an older version did not keep is made. Once, before the store is used. */
export function* beginStore(db: Db, clock: Clock): Statements<void> {
  yield* dropPastRuns(db, clock.now());
  yield* dropPastApprovals(db, clock.now());
  yield* createKeptResults({ db, clock }).dropExpired();
  yield* beginChain(db);
  yield* beginFigures(db);
}

/** The store, on whatever database the engine runs. */
export function createStore(deps: {
  engine: Engine;
  beside: Beside;
  clock: Clock;
  log: Logger;
  check: Store["check"];
  events: Events;
  queue: Queue;
  rebuilt?: Rebuilt | undefined;
}): Store {
  const { clock, log } = deps;
  const writer = createTraceWriter({ engine: deps.engine, clock, log });
  const shared = { ...deps, writer, maskers: createMaskers() };
  const bound = new Map<Owner, Store>();
  /** Whoever has one may go on with it; of many people those who came first are bound anew when they come again. */
  const of = (owner: Owner): Store => {
    const store = bound.get(owner) ?? storeOf(shared, owner, of);
    bound.delete(owner);
    bound.set(owner, store);
    for (const oldest of bound.keys()) {
      if (bound.size <= MOST_BOUND) break;
      bound.delete(oldest);
    }
    return store;
  };
  return of(onePerson);
}

const MOST_BOUND = 1000;

type Shared = Parameters<typeof createStore>[0] & { writer: TraceWriter; maskers: Maskers };

function storeOf(shared: Shared, owner: Owner, of: (owner: Owner) => Store): Store {
  const { beside, clock, check, events, queue, rebuilt, writer, maskers } = shared;
  const engine: Engine = { ...shared.engine, db: boundTo(shared.engine.db, owner) };
  const { db, run, read, write } = engine;
  const kept = createKeptResults({ db, clock });
  const flushed = afterFlush(engine, writer);

  return {
    ...{ rebuilt, check, events, queue, of },
    get everyone() {
      return of(everyone);
    },
    owner: owner === everyone ? undefined : owner,
    saveAnswer: async (given, how = {}) => {
      const told = maskers.of(given.trace_id, given.run_id).mask(given).value;
      const at = clock.now().toISOString();
      const save = (trace: () => Statements<void>) =>
        saveAnswer(db, kept, told, { ...how, at, trace });
      return run(() => writer.withAnswer(save), { durable: true });
    },
    listThreads: (page) => read(() => listThreads(db, page)),
    threadIds: () => read(() => threadIds(db)),
    holdsThread: (id) => read(() => holdsThread(db, id)),
    readThread: (id, page = {}) =>
      read(function* () {
        const thread = yield* readThread(db, id, ThreadQuery.parse(page));
        if (thread === undefined) return undefined;
        const feedback = yield* feedbackOf(db, id);
        const newest = page.before === undefined;
        const agent_turns = newest ? yield* agentTurns(db, id, SHOWN_AGENT_TURNS) : [];
        return {
          ...thread,
          ...(feedback.length === 0 ? {} : { feedback }),
          ...(agent_turns.length === 0 ? {} : { agent_turns }),
        };
      }),
    readAnswer: (id, run_id) => read(() => readAnswer(db, id, run_id)),
    judgeAnswer: async (id, body) => {
      const why = body.why === undefined ? {} : { why: maskText(body.why).text };
      const at = clock.now().toISOString();
      return write(() => judgeAnswer(db, id, { ...body, ...why }, at));
    },
    async *judgedAnswers() {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after;
        const page = await read(() => judgedAnswers(db, from));
        yield* page.judged;
        after = page.next;
      }
    },
    renameThread: async (id, title) => write(() => renameThread(db, id, maskText(title).text)),
    deleteThreads: (id) =>
      flushed.write(function* () {
        yield* locks.takeConversations();
        yield* tell("forgotten", id ?? "");
        return yield* forgetThreads(db, id);
      }),
    citedPages: (relative_paths) => read(() => citedPages(db, relative_paths)),
    forgetPages: (forgotten) =>
      run(function* () {
        yield* writer.flush(); // what waits of it goes with it
        yield* transaction(() => forgetPages(db, forgotten));
        yield* db.sqlDialect.scrub();
      }),
    citedLines: (run_id) => read(() => citedLines(db, run_id)),
    conversationMemory: (before) => read(() => conversationMemory(db, before)),
    recentTurns: (before, limit) => read(() => recentTurns(db, before, limit)),
    listReads: (query) => flushed.read(() => listReads(db, query)),
    listCalls: (query) => flushed.read(() => listCalls(db, query)),
    actedCalls: (trace_id) => flushed.read(() => actedCalls(db, trace_id)),
    runs: {
      begin: async (run, before) => {
        const question = maskers.of(run.trace_id, run.run_id).mask(run.question).value;
        return write(() => beginAsking(db, kept, { ...run, question }, before, clock.now()));
      },
      append: async (run_id, first, events) => {
        const masked = maskers.of(run_id).mask(events).value;
        return write(() => appendEvents(db, run_id, first, masked));
      },
      drop: (run) => flushed.write(() => dropAsking(db, run)),
      find: (by) => read(() => findRun(db, by)),
      running: () => read(() => runningRuns(db)),
      events: (run_id) => read(() => readEvents(db, run_id)),
    },
    agents: {
      memory: (before) => read(() => conversationMemory(db, before)),
      linesRead: (trace_id) => flushed.read(() => linesRead(db, trace_id)),
      turns: (id, agent_id, limit) => read(() => agentTurns(db, id, limit, agent_id)),
      add: async (turn) => {
        const masked = maskers.of(turn.trace_id, turn.run_id).mask(turn).value;
        return write(() => addAgentTurn(db, masked));
      },
    },
    tasks: createTaskStore({ engine, flushed, maskers, clock }),
    approvals: {
      add: (approval, unless) => write(() => insertApproval(db, approval, unless)),
      find: (id) => read(() => findApproval(db, id)),
      inState: (states) => read(() => approvalsInState(db, states)),
      latest: (tool_id, hash) => read(() => latestApproval(db, tool_id, hash)),
      change: (id, from, to, permission) =>
        write(function* () {
          const changed = yield* changeApproval(db, id, from, to);
          if (changed !== undefined && permission) yield* insertPermission(db, permission);
          if (changed !== undefined) yield* tell("approval", id);
          return changed;
        }),
      interrupt: (ids) => write(() => interruptApprovals(db, ids)),
      permissions: () => read(() => listPermissions(db)),
      permissionUsed: (id, at) => write(() => permissionUsed(db, id, at)),
      removePermission: (id) =>
        write(function* () {
          yield* tell("permissions", id);
          return yield* removePermission(db, id);
        }),
    },
    skills: {
      accepted: () => read(() => acceptedSkills(db)),
      accept: (skill) =>
        write(function* () {
          yield* tell("skills", skill.name);
          yield* acceptSkill(db, skill);
        }),
    },
    people: createPeopleStore({ engine, flushed }),
    activity: createActivityStore({ engine, flushed, beside, writer }),
    memory: createMemoryStore({ engine, flushed, beside, writer, now: clock.now }),
    trace: maskers.over(writer.sinkOf(tellerOf(db))),
    keepNoWordOf: maskers.keepNoWordOf,
    requireAudit: (what) => run(() => writer.require(what)),
    idempotency: {
      get: async (key) => {
        const found = await read(() => kept.get("task", key));
        return found && { fingerprint: found.fingerprint, result: TaskResult.parse(found.body) };
      },
      // Whoever finds the result finds in the trace how it came about. One with a secret in it could not be quoted from
      // once it is masked: it is not kept, and a second try searches again.
      put: async (key, fingerprint, result) => {
        const { redacted } = maskers.of(result.trace_id).mask(result);
        await run(() =>
          writer.withResult(function* (trace) {
            if (!redacted) yield* kept.put("task", key, fingerprint, result);
            yield* trace();
            return true;
          }),
        );
      },
    },
    keptAnswer: async (key) => {
      const found = await read(() => kept.get("answer", key));
      return found && { fingerprint: found.fingerprint, answer: StoredAnswer.parse(found.body) };
    },
    unkeptAsking: async (key) => {
      const found = await read(() => kept.get("unkept", key));
      return found && { fingerprint: found.fingerprint, ...UnkeptAsking.parse(found.body) };
    },
    keepUnkept: (key, fingerprint, asking, before) =>
      write(function* () {
        yield* locks.key(key);
        const found = yield* kept.get("unkept", key);
        if (found && UnkeptAsking.parse(found.body).run_id !== before) return false;
        yield* kept.put("unkept", key, fingerprint, asking);
        return true;
      }),
    beginInvocation: (key, fingerprint, of) =>
      write(function* () {
        yield* locks.key(key);
        const found = yield* kept.get("invoke", key);
        if (found === undefined) {
          yield* kept.put("invoke", key, fingerprint, of);
          return undefined;
        }
        const { reply } = KeptReply.parse(found.body);
        return { fingerprint: found.fingerprint, ...(reply === undefined ? {} : { reply }) };
      }),
    endInvocation: (key, fingerprint, ended) =>
      write(() => kept.put("invoke", key, fingerprint, maskDeep(ended).value)),
    close: () => engine.close(writer.end),
  };
}
