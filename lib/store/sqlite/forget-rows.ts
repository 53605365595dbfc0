import { and, count, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { ForgetScope } from "#lib/contracts/memory";
import type { ForgottenRows, ForgottenRun } from "#lib/contracts/ports";
import { oneLine } from "#lib/platform/one-line";
import { dropAgentTurns } from "./agent-turn-rows.ts";
import { dropApprovalsOfThreads } from "./approval-rows.ts";
import type { Db, OpenDatabase } from "./open-database.ts";
import { utc } from "./page-cursor.ts";
import { forgetPreviews, forgetPreviewsOfThreads } from "./preview-rows.ts";
import { dropEnvelopes } from "./run-rows.ts";
import {
  approvals,
  concepts,
  forgettings,
  kept_results,
  messages,
  previews,
  runs,
  tasks,
  threads,
  tool_calls,
  work_tasks,
} from "./schema.ts";
import { deleteThreads, TITLE_CHARS } from "./thread-rows.ts";
import { forgetTitles } from "./trace-index.ts";
import { tasksOfThread } from "./work-rows.ts";

/** What is kept of conversations and facts, taken away by scope. Everything here may be done again with the same outcome. */

export function beginForgetting(db: Db, id: string, scope: ForgetScope, at: string): void {
  // What is asked and stated afterwards is not meant, should this be gone on with later.
  const bounded =
    scope.since === undefined || scope.until !== undefined ? scope : { ...scope, until: at };
  db.insert(forgettings)
    .values({ id, scope: JSON.stringify(bounded), begun_at: at })
    .run();
}

/** Its rows are gone: from now on only the log of changes is left, and what comes later stays. */
export function rowsForgotten(db: Db, id: string): void {
  db.update(forgettings).set({ scope: "null" }).where(eq(forgettings.id, id)).run();
}

/** Without a scope where the rows are gone. */
export function unfinishedForgettings(db: Db): { id: string; scope?: ForgetScope }[] {
  return db
    .select()
    .from(forgettings)
    .orderBy(forgettings.begun_at)
    .all()
    .map(({ id, scope }) => {
      const left = ForgetScope.nullable().parse(JSON.parse(scope));
      return left === null ? { id } : { id, scope: left };
    });
}

export function endForgetting(db: Db, id: string): void {
  db.delete(forgettings).where(eq(forgettings.id, id)).run();
}

/** What goes whole, and single turns of conversations that stay. Of everything no conversation is named: all of them go. */
export function namesOf(
  db: Db,
  scope: ForgetScope,
): { threads: string[]; tasks: string[]; runs: ForgottenRun[] } {
  const conversations = touches(scope, "conversations");
  if (scope.all === true) {
    const ofConversations = conversations ? isNotNull(work_tasks.thread_id) : undefined;
    const which = touches(scope, "tasks") ? undefined : (ofConversations ?? sql`false`);
    const { task_id: id } = work_tasks;
    return {
      threads: [],
      tasks: idsOf(db.select({ id }).from(work_tasks).where(which).all()),
      runs: [],
    };
  }
  const whole = conversations ? wholeThreads(db, scope) : [];
  const ofTime = touches(scope, "tasks")
    ? idsOf(
        db
          .select({ id: work_tasks.task_id })
          .from(work_tasks)
          .where(within(scope, work_tasks.created_at))
          .all(),
      )
    : [];
  return {
    threads: whole,
    tasks: [...new Set([...whole.flatMap((id) => tasksOfThread(db, id)), ...ofTime])],
    runs: conversations ? singleTurns(db, scope, new Set(whole)) : [],
  };
}

/** The caller holds the transaction. Files are not looked at. */
export function forgetRows(opened: OpenDatabase, scope: ForgetScope): ForgottenRows {
  const { db } = opened;
  const gone: ForgottenRows = { conversations: 0, turns: 0, concepts: 0 };
  if (touches(scope, "conversations")) {
    if (scope.all === true) {
      gone.turns += turnsOf(db);
      gone.conversations += forgetThreads(opened, undefined);
      // What calls left that a person made outside of conversations, too.
      if (scope.kind === undefined) {
        db.delete(previews).run();
        db.delete(kept_results).run();
        db.delete(approvals)
          .where(sql`${approvals.state} NOT IN ('pending', 'allowed', 'running')`)
          .run();
      }
    } else {
      const { threads: whole, runs: single } = namesOf(db, scope);
      for (const id of whole) {
        gone.turns += turnsOf(db, id);
        gone.conversations += forgetThreads(opened, id);
      }
      for (const { run_id } of single) gone.turns += Number(forgetTurn(opened, run_id));
    }
    // Answers that are kept for who asks with the same key again, and name a question of another conversation.
    const naming = sql`json_extract(${kept_results.body}, '$.earlier') IS NOT NULL`;
    db.delete(kept_results)
      .where(and(eq(kept_results.scope, "answer"), naming))
      .run();
  }
  if (touches(scope, "concepts")) gone.concepts = forgetConcepts(db, scope);
  return gone;
}

/** One conversation, or every one, with everything that holds its words. Says how many there were. */
export function forgetThreads(opened: OpenDatabase, id: string | undefined): number {
  const { db } = opened;
  dropApprovalsOfThreads(db, id);
  forgetPreviewsOfThreads(db, id);
  forgetTitles(opened, id === undefined ? "all" : { thread_id: id });
  dropAgentTurns(db, id === undefined ? "all" : { parent_thread_id: id });
  return deleteThreads(db, id);
}

/** One turn; the conversation goes with the last of them, and takes the name of another turn where it bore this one's. */
function forgetTurn(opened: OpenDatabase, run_id: string): boolean {
  const { db } = opened;
  const turn = db
    .select({
      thread_id: messages.thread_id,
      trace_id: messages.trace_id,
      question: messages.question,
    })
    .from(messages)
    .where(eq(messages.run_id, run_id))
    .get();
  if (turn === undefined) return false;
  const { thread_id, trace_id, question } = turn;
  db.delete(tasks).where(eq(tasks.trace_id, trace_id)).run();
  dropEnvelopes(db, trace_id);
  const answers = and(
    eq(kept_results.scope, "answer"),
    sql`json_extract(${kept_results.body}, '$.trace_id') = ${trace_id}`,
  );
  db.delete(kept_results).where(answers).run();
  forgetPreviews(db, trace_id);
  forgetTitles(opened, { trace_id });
  dropAgentTurns(db, { trace_id });
  const asked = sql`json_extract(${approvals.asked}, '$.trace_id') = ${trace_id}`;
  db.delete(approvals).where(asked).run();
  db.delete(runs).where(eq(runs.trace_id, trace_id)).run();
  db.delete(messages).where(eq(messages.run_id, run_id)).run();
  // A summary that was made of it holds its words.
  const covers = sql`EXISTS (SELECT 1 FROM json_each(${messages.answer}, '$.compaction.covers') WHERE value = ${run_id})`;
  db.update(messages)
    .set({ answer: sql`json_remove(${messages.answer}, '$.compaction')` })
    .where(and(eq(messages.thread_id, thread_id), covers))
    .run();
  const left = db
    .select({ id: messages.id, question: messages.question, status: messages.status })
    .from(messages)
    .where(eq(messages.thread_id, thread_id))
    .orderBy(desc(messages.id))
    .all();
  const [newest] = left;
  const first = left.at(-1);
  if (newest === undefined || first === undefined) {
    forgetThreads(opened, thread_id);
    return true;
  }
  const { title } =
    db.select({ title: threads.title }).from(threads).where(eq(threads.id, thread_id)).get() ?? {};
  const named = title === oneLine(question, TITLE_CHARS);
  db.update(threads)
    .set({
      turns: left.length,
      last_status: newest.status,
      last_message_id: newest.id,
      ...(named ? { title: oneLine(first.question, TITLE_CHARS) } : {}),
    })
    .where(eq(threads.id, thread_id))
    .run();
  return true;
}

/** With the question to the person by which each was accepted. */
function forgetConcepts(db: Db, scope: ForgetScope): number {
  const which =
    scope.concept_id === undefined
      ? within(scope, concepts.created_at)
      : eq(concepts.concept_id, scope.concept_id);
  const gone = db.delete(concepts).where(which).returning().all();
  const asked = gone.flatMap(({ approval_id }) => approval_id ?? []);
  if (asked.length > 0) db.delete(approvals).where(inArray(approvals.id, asked)).run();
  for (const { trace_id, text } of gone) {
    if (trace_id === null) continue;
    const told = and(eq(previews.trace_id, trace_id), sql`instr(${previews.text}, ${text}) > 0`);
    db.delete(previews).where(told).run();
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
function wholeThreads(db: Db, scope: ForgetScope): string[] {
  const { thread_id, run_id } = scope;
  if (thread_id !== undefined) return [thread_id];
  if (run_id !== undefined) return [];
  const inside = within(scope, messages.asked_at) ?? sql`true`;
  return idsOf(
    db
      .select({ id: messages.thread_id })
      .from(messages)
      .groupBy(messages.thread_id)
      .having(sql`min(${inside}) = 1`)
      .all(),
  );
}

function singleTurns(db: Db, scope: ForgetScope, whole: ReadonlySet<string>): ForgottenRun[] {
  const { run_id, since, until } = scope;
  if (run_id === undefined && since === undefined && until === undefined) return [];
  const which =
    run_id === undefined ? within(scope, messages.asked_at) : eq(messages.run_id, run_id);
  const { thread_id, trace_id } = messages;
  return db
    .select({ run_id: messages.run_id, thread_id, trace_id })
    .from(messages)
    .where(which)
    .all()
    .filter((turn) => !whole.has(turn.thread_id))
    .map(({ trace_id: of, ...turn }) => ({ ...turn, invocation_ids: invocationsOf(db, of) }));
}

function invocationsOf(db: Db, trace_id: string): string[] {
  return idsOf(
    db
      .selectDistinct({ id: tool_calls.invocation_id })
      .from(tool_calls)
      .where(eq(tool_calls.trace_id, trace_id))
      .all(),
  );
}

function within({ since, until }: ForgetScope, time: SQLiteColumn): SQL | undefined {
  return and(
    since === undefined ? undefined : gte(time, utc(since)),
    until === undefined ? undefined : lt(time, utc(until)),
  );
}

function turnsOf(db: Db, thread_id?: string): number {
  const ofThread = thread_id === undefined ? undefined : eq(messages.thread_id, thread_id);
  return db.select({ n: count() }).from(messages).where(ofThread).get()?.n ?? 0;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
