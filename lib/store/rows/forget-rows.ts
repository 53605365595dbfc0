import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  like,
  lt,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { Compaction } from "#lib/contracts/compaction";
import { ForgetScope } from "#lib/contracts/memory";
import type { ForgottenRows, ForgottenRun, UnfinishedForgetting } from "#lib/contracts/ports";
import { oneLine } from "#lib/platform/one-line";
import { dropAgentTurns } from "./agent-turn-rows.ts";
import { dropApprovalsOfThreads } from "./approval-rows.ts";
import type { Db } from "./dialect.ts";
import { mine, ownerOf, told } from "./owner.ts";
import { utc } from "./page-cursor.ts";
import { forgetPreviews, forgetPreviewsOfThreads } from "./preview-rows.ts";
import { dropAsking } from "./run-rows.ts";
import {
  approvals,
  concepts,
  episode_embeddings,
  episodes,
  forgettings,
  kept_results,
  messages,
  previews,
  runs,
  threads,
  tool_calls,
  work_tasks,
} from "./schema.ts";
import { all, get, type Statements, write } from "./statements.ts";
import { deleteThreads, isOthersThread, TITLE_CHARS } from "./thread-rows.ts";
import { forgetTitles } from "./trace-index.ts";
import { tasksOfThread } from "./work-rows.ts";

/** What is kept of conversations and facts, taken away by scope. Everything here may be done again with the same outcome. */

export function* beginForgetting(
  db: Db,
  id: string,
  scope: ForgetScope,
  at: string,
): Statements<void> {
  // What is asked and stated afterwards is not meant, should this be gone on with later.
  const bounded =
    scope.since === undefined || scope.until !== undefined ? scope : { ...scope, until: at };
  yield* write(
    db
      .insert(forgettings)
      .values({ id, owner: ownerOf(db), scope: JSON.stringify(bounded), begun_at: at }),
  );
}

/** Its rows are gone: from now on only the log of changes is left, and what comes later stays. */
export function* rowsForgotten(db: Db, id: string): Statements<void> {
  yield* write(
    db
      .update(forgettings)
      .set({ scope: "null" })
      .where(and(mine(db, forgettings), eq(forgettings.id, id))),
  );
}

/** Without a scope where the rows are gone. */
export function* unfinishedForgettings(db: Db): Statements<UnfinishedForgetting[]> {
  const begun = db.select().from(forgettings).where(mine(db, forgettings));
  return (yield* all(begun.orderBy(forgettings.begun_at))).map(({ id, owner, scope }) => {
    const left = ForgetScope.nullable().parse(JSON.parse(scope));
    return left === null ? { id, owner } : { id, owner, scope: left };
  });
}

export function* endForgetting(db: Db, id: string): Statements<void> {
  yield* write(db.delete(forgettings).where(and(mine(db, forgettings), eq(forgettings.id, id))));
}

/** What goes whole, and single turns of conversations that stay. Of everything no conversation is named: all of them go. */
export function* namesOf(
  db: Db,
  scope: ForgetScope,
): Statements<{ threads: string[]; tasks: string[]; runs: ForgottenRun[] }> {
  const ofConversations = touches(scope, "conversations");
  if (scope.all === true) {
    const inThreads = ofConversations ? isNotNull(work_tasks.thread_id) : undefined;
    const which = touches(scope, "tasks") ? undefined : (inThreads ?? sql`false`);
    const { task_id: id } = work_tasks;
    return {
      threads: [],
      tasks: idsOf(
        yield* all(
          db
            .select({ id })
            .from(work_tasks)
            .where(and(mine(db, work_tasks), which)),
        ),
      ),
      runs: [],
    };
  }
  const whole = ofConversations ? yield* wholeThreads(db, scope) : [];
  const ofTime = touches(scope, "tasks")
    ? idsOf(
        yield* all(
          db
            .select({ id: work_tasks.task_id })
            .from(work_tasks)
            .where(and(mine(db, work_tasks), within(scope, work_tasks.created_at))),
        ),
      )
    : [];
  const ofThreads: string[] = [];
  for (const id of whole) ofThreads.push(...(yield* tasksOfThread(db, id)));
  return {
    threads: whole,
    tasks: [...new Set([...ofThreads, ...ofTime])],
    runs: ofConversations ? yield* singleTurns(db, scope, new Set(whole)) : [],
  };
}

/** The caller holds the transaction. Files are not looked at. */
export function* forgetRows(db: Db, scope: ForgetScope): Statements<ForgottenRows> {
  const gone: ForgottenRows = { conversations: 0, turns: 0, concepts: 0 };
  if (touches(scope, "conversations")) {
    if (scope.all === true) {
      gone.turns += yield* turnsOf(db);
      gone.conversations += yield* forgetThreads(db, undefined);
      // What calls left that a person made outside of conversations, too.
      if (scope.kind === undefined) {
        yield* write(db.delete(previews).where(mine(db, previews)));
        yield* write(db.delete(kept_results).where(mine(db, kept_results)));
        yield* write(
          db
            .delete(approvals)
            .where(
              and(
                mine(db, approvals),
                sql`${approvals.state} NOT IN ('pending', 'allowed', 'running')`,
              ),
            ),
        );
      }
    } else {
      const { threads: whole, runs: single } = yield* namesOf(db, scope);
      for (const id of whole) {
        gone.turns += yield* turnsOf(db, id);
        gone.conversations += yield* forgetThreads(db, id);
      }
      const oldest = new Map<string, number>();
      for (const { run_id } of single) {
        const turn = yield* forgetTurn(db, run_id);
        if (turn === undefined) continue;
        gone.turns += 1;
        oldest.set(turn.thread_id, Math.min(turn.id, oldest.get(turn.thread_id) ?? turn.id));
      }
      for (const [thread_id, id] of oldest) yield* forgetInLaterTurns(db, thread_id, id);
    }
    // Answers that are kept for who asks with the same key again, and name a question of another conversation.
    const naming = sql`${db.sqlDialect.jsonText(kept_results.body, "earlier")} IS NOT NULL`;
    yield* write(
      db
        .delete(kept_results)
        .where(and(mine(db, kept_results), eq(kept_results.scope, "answer"), naming)),
    );
  }
  if (touches(scope, "concepts")) gone.concepts = yield* forgetConcepts(db, scope);
  return gone;
}

/** One conversation, or every one, with everything that holds its words. Says how many there were. */
export function* forgetThreads(db: Db, id: string | undefined): Statements<number> {
  yield* dropApprovalsOfThreads(db, id);
  yield* forgetPreviewsOfThreads(db, id);
  yield* forgetTitles(db, id === undefined ? "all" : { thread_id: id });
  yield* dropAgentTurns(db, id === undefined ? "all" : { parent_thread_id: id });
  return yield* deleteThreads(db, id);
}

/** One turn; the conversation goes with the last of them, and takes the name of another turn where it bore this one's. */
function* forgetTurn(
  db: Db,
  run_id: string,
): Statements<{ id: number; thread_id: string } | undefined> {
  const turn = yield* get(
    db
      .select({
        id: messages.id,
        thread_id: messages.thread_id,
        trace_id: messages.trace_id,
        question: messages.question,
      })
      .from(messages)
      .where(and(mine(db, messages), eq(messages.run_id, run_id))),
  );
  if (turn === undefined) return undefined;
  const { id: message_id, thread_id, trace_id, question } = turn;
  yield* forgetWork(db, trace_id);
  yield* forgetTitles(db, { trace_id });
  yield* dropAgentTurns(db, { trace_id });
  const asked = sql`${db.sqlDialect.jsonText(approvals.asked, "trace_id")} = ${trace_id}`;
  yield* write(db.delete(approvals).where(and(mine(db, approvals), asked)));
  yield* write(db.delete(messages).where(and(mine(db, messages), eq(messages.run_id, run_id))));
  // A summary that was made of it holds its words.
  const naming = and(
    db.sqlDialect.holds(messages.answer, run_id),
    like(messages.answer, summarised),
  );
  const others = yield* all(
    db
      .select({ id: messages.id, answer: messages.answer })
      .from(messages)
      .where(and(mine(db, messages), eq(messages.thread_id, thread_id), naming)),
  );
  for (const { id, answer } of others) {
    const { compaction, ...left } = Summarised.parse(JSON.parse(answer));
    if (compaction?.covers.includes(run_id) !== true) continue;
    yield* write(
      db
        .update(messages)
        .set({ answer: JSON.stringify(left) })
        .where(and(mine(db, messages), eq(messages.id, id))),
    );
  }
  const left = yield* all(
    db
      .select({ id: messages.id, question: messages.question, status: messages.status })
      .from(messages)
      .where(and(mine(db, messages), eq(messages.thread_id, thread_id)))
      .orderBy(desc(messages.id)),
  );
  const [newest] = left;
  const first = left.at(-1);
  if (newest === undefined || first === undefined) {
    yield* forgetThreads(db, thread_id);
    return { id: message_id, thread_id };
  }
  const { title } =
    (yield* get(
      db
        .select({ title: threads.title })
        .from(threads)
        .where(and(mine(db, threads), eq(threads.id, thread_id))),
    )) ?? {};
  const named = title === oneLine(question, TITLE_CHARS);
  yield* write(
    db
      .update(threads)
      .set({
        turns: left.length,
        last_status: newest.status,
        last_message_id: newest.id,
        ...(named ? { title: oneLine(first.question, TITLE_CHARS) } : {}),
      })
      .where(and(mine(db, threads), eq(threads.id, thread_id))),
  );
  return { id: message_id, thread_id };
}

/** What was made on the way to one answer: envelopes with what was found, events, arguments and results of calls. */
function* forgetWork(db: Db, trace_id: string): Statements<void> {
  yield* dropAsking(db, trace_id);
  yield* forgetPreviews(db, trace_id);
  yield* write(db.delete(runs).where(and(mine(db, runs), eq(runs.trace_id, trace_id))));
}

/**
 * Later turns of the conversation were searched for together with what was asked before them: their answers stay, and no word of
 * that. What a model made of both for the search stays where an answer of its own tells it (gaps, parts).
 */
function* forgetInLaterTurns(db: Db, thread_id: string, message_id: number): Statements<void> {
  const { id, trace_id, question, answer } = messages;
  const later = yield* all(
    db
      .select({ id, trace_id, question, answer })
      .from(messages)
      .where(
        and(
          mine(db, messages),
          eq(messages.thread_id, thread_id),
          gt(id, message_id),
          ne(messages.status, "chat"),
        ),
      ),
  );
  for (const one of later) {
    yield* forgetWork(db, one.trace_id);
    yield* dropAgentTurns(db, { trace_id: one.trace_id });
    for (const kept of [episodes, episode_embeddings])
      yield* write(db.delete(kept).where(and(mine(db, kept), eq(kept.message_id, one.id))));
    const { steps, ...told } = SearchedTogether.parse(JSON.parse(one.answer, withoutWhyFound));
    const left = {
      ...told,
      searched: [one.question],
      ...(steps === undefined ? {} : { steps: steps.filter(({ kind }) => kind !== "plan") }),
    };
    yield* write(
      db
        .update(messages)
        .set({ answer: JSON.stringify(left) })
        .where(and(mine(db, messages), eq(id, one.id))),
    );
  }
}

/** Why a passage was found says which words of the search it holds. */
const withoutWhyFound = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "breakdown" in value
    ? { ...value, breakdown: [], reason: "", matched: [] }
    : value;

const SearchedTogether = z.looseObject({
  steps: z.array(z.looseObject({ kind: z.string() })).optional(),
});

/** An answer that has a summary of turns before it. */
const summarised = '%"compaction":{%';
const Summarised = z.looseObject({ compaction: Compaction.pick({ covers: true }).optional() });

/** With the question to the person by which each was accepted. */
function* forgetConcepts(db: Db, scope: ForgetScope): Statements<number> {
  const which =
    scope.concept_id === undefined
      ? within(scope, concepts.created_at)
      : eq(concepts.concept_id, scope.concept_id);
  const gone = yield* all(
    db
      .delete(concepts)
      .where(and(mine(db, concepts), which))
      .returning(),
  );
  const asked = gone.flatMap(({ approval_id }) => approval_id ?? []);
  if (asked.length > 0) {
    yield* write(
      db.delete(approvals).where(and(mine(db, approvals), inArray(approvals.id, asked))),
    );
  }
  for (const { trace_id, text } of gone) {
    if (trace_id === null) continue;
    const named = and(
      mine(db, previews),
      eq(previews.trace_id, trace_id),
      db.sqlDialect.holds(previews.text, text),
    );
    yield* write(db.delete(previews).where(named));
  }
  return gone.length;
}

/** Does this scope reach into what is kept of a kind? */
function touches(scope: ForgetScope, kind: "conversations" | "concepts" | "tasks"): boolean {
  const { thread_id, run_id, concept_id } = scope;
  if (thread_id !== undefined || run_id !== undefined) return kind === "conversations";
  if (concept_id !== undefined) return kind === "concepts";
  return scope.kind === undefined || scope.kind === kind;
}

/** Of a thread all of its turns; of a time span those of which nothing is left outside of it. */
function* wholeThreads(db: Db, scope: ForgetScope): Statements<string[]> {
  const { thread_id, run_id } = scope;
  if (thread_id !== undefined) return (yield* isOthersThread(db, thread_id)) ? [] : [thread_id];
  if (run_id !== undefined) return [];
  const inside = within(scope, messages.asked_at) ?? sql`true`;
  return idsOf(
    yield* all(
      db
        .select({ id: messages.thread_id })
        .from(messages)
        .where(mine(db, messages))
        .groupBy(messages.thread_id)
        .having(sql`sum(CASE WHEN ${inside} THEN 0 ELSE 1 END) = 0`),
    ),
  );
}

function* singleTurns(
  db: Db,
  scope: ForgetScope,
  whole: ReadonlySet<string>,
): Statements<ForgottenRun[]> {
  const { run_id, since, until } = scope;
  if (run_id === undefined && since === undefined && until === undefined) return [];
  const which =
    run_id === undefined ? within(scope, messages.asked_at) : eq(messages.run_id, run_id);
  const { thread_id, trace_id } = messages;
  const turns = yield* all(
    db
      .select({ run_id: messages.run_id, thread_id, trace_id })
      .from(messages)
      .where(and(mine(db, messages), which)),
  );
  const single: ForgottenRun[] = [];
  for (const { trace_id: of, ...turn } of turns) {
    if (whole.has(turn.thread_id)) continue;
    single.push({ ...turn, invocation_ids: yield* invocationsOf(db, of) });
  }
  return single;
}

function* invocationsOf(db: Db, trace_id: string): Statements<string[]> {
  return idsOf(
    yield* all(
      db
        .selectDistinct({ id: tool_calls.invocation_id })
        .from(tool_calls)
        .where(and(told(db, tool_calls), eq(tool_calls.trace_id, trace_id))),
    ),
  );
}

function within({ since, until }: ForgetScope, time: SQLiteColumn): SQL | undefined {
  return and(
    since === undefined ? undefined : gte(time, utc(since)),
    until === undefined ? undefined : lt(time, utc(until)),
  );
}

function* turnsOf(db: Db, thread_id?: string): Statements<number> {
  const ofThread = thread_id === undefined ? undefined : eq(messages.thread_id, thread_id);
  return (
    (yield* get(
      db
        .select({ n: count() })
        .from(messages)
        .where(and(mine(db, messages), ofThread)),
    ))?.n ?? 0
  );
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
