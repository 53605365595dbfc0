import { and, count, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Answer } from "#lib/contracts/answer";
import type { Thread, ThreadList, ThreadQuery, ThreadSummary } from "#lib/contracts/http";
import type { ThreadsPage } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { oneLine } from "#lib/platform/one-line";
import { saidError } from "#lib/platform/said-error";
import type { Db } from "./dialect.ts";
import { boundTo, mine, ownerOf } from "./owner.ts";
import { dropAsking } from "./run-rows.ts";
import {
  citations,
  claim_citations,
  claims,
  gaps,
  kept_results,
  messages,
  runs,
  tasks,
  threads,
  work_tasks,
} from "./schema.ts";
import { all, get, insertAll, type Statements, write } from "./statements.ts";
import { everyone } from "./whose.ts";

export const TITLE_CHARS = 200;

/**
 * Adds an answer to its thread, making the thread with the first. An interrupted attempt at the same asking gives way to
 * it. The caller holds the transaction. Gives the number of its message.
 */
export function* insertAnswer(db: Db, answer: Answer, at: string): Statements<number> {
  const thread_id = answer.thread_id;
  const replaced = yield* write(
    db
      .delete(messages)
      .where(
        and(
          mine(db, messages),
          eq(messages.thread_id, thread_id),
          eq(messages.trace_id, answer.trace_id),
          db.sqlDialect.jsonTrue(messages.answer, "interrupted"),
        ),
      ),
  );
  const before = yield* get(
    db
      .select({ turns: threads.turns })
      .from(threads)
      .where(and(mine(db, threads), eq(threads.id, thread_id))),
  );
  const owner = ownerOf(db);
  const turns = (before?.turns ?? 0) - replaced + 1;
  if (before === undefined) {
    const title = oneLine(answer.question, TITLE_CHARS);
    yield* write(
      db.insert(threads).values({
        id: thread_id,
        owner,
        title,
        created_at: at,
        updated_at: at,
        turns: 0,
        last_status: answer.status,
        last_message_id: 0,
      }),
    );
  }
  const { id } = yield* get(
    db
      .insert(messages)
      .values({
        owner,
        thread_id,
        trace_id: answer.trace_id,
        run_id: answer.run_id,
        asked_at: answer.asked_at,
        question: answer.question,
        lang: answer.lang,
        status: answer.status,
        mode: answer.mode,
        confidence: answer.confidence,
        latency_ms: answer.metrics.latency_ms,
        answer: JSON.stringify(answer),
      })
      .returning({ id: messages.id }),
  );
  yield* write(
    db
      .update(threads)
      .set({ turns, updated_at: at, last_status: answer.status, last_message_id: id })
      .where(and(mine(db, threads), eq(threads.id, thread_id))),
  );
  yield* insertParts(id, answer);
  return id;
}

function* insertParts(message_id: number, answer: Answer): Statements<void> {
  yield* insertAll(
    citations,
    answer.citations.map((citation) => ({
      message_id,
      number: citation.id,
      root_id: citation.root_id,
      relative_path: citation.relative_path,
      line_start: citation.locator.line_start,
      line_end: citation.locator.line_end,
      sha256: citation.sha256,
      file_sha256: citation.file.sha256,
      score: citation.score,
    })),
  );
  // Lines that only stood beside an answer are not what was answered: nobody is reminded of them.
  yield* insertAll(
    claims,
    answer.claims.map(({ id: claim_id, kind, support, text }, position) => ({
      ...{ message_id, claim_id, position, kind, support, text },
    })),
  );
  yield* insertAll(
    claim_citations,
    answer.claims.flatMap(({ id: claim_id, citations: numbers }) =>
      [...new Set(numbers)].map((number) => ({ message_id, claim_id, number })),
    ),
  );
  yield* insertAll(
    gaps,
    answer.gaps.map(({ about, cause, rule, message }, position) => ({
      ...{ message_id, position, about, cause, rule, message },
    })),
  );
}

/** `total` is of all pages. */
export function* listThreads(db: Db, page: ThreadsPage): Statements<ThreadList> {
  const before = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const words = (page.q ?? "").split(/\s+/u).filter((word) => word !== "");
  const wanted = and(mine(db, threads), ...words.map((word) => holdsWord(db, word)));
  const rows = yield* all(
    db
      .select()
      .from(threads)
      .where(and(wanted, before === undefined ? undefined : lt(threads.last_message_id, before)))
      .orderBy(desc(threads.last_message_id))
      .limit(page.limit + 1),
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const total = (yield* get(db.select({ n: count() }).from(threads).where(wanted)))?.n ?? 0;
  return {
    threads: shown.map(summary),
    total,
    ...(rows.length > page.limit && last ? { next_cursor: String(last.last_message_id) } : {}),
  };
}

/** Answers are not looked into: they are long, and what they quote is found by asking. */
function holdsWord({ sqlDialect }: Db, word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${sqlDialect.like(threads.title, pattern)} OR EXISTS (
    SELECT 1 FROM ${messages}
    WHERE ${messages.thread_id} = ${threads.id} AND ${sqlDialect.like(messages.question, pattern)}))`;
}

/** So many of its newest turns, however long it is; those before `before` on the next page. */
export function* readThread(db: Db, id: string, page: ThreadQuery): Statements<Thread | undefined> {
  const row = yield* get(
    db
      .select()
      .from(threads)
      .where(and(mine(db, threads), eq(threads.id, id))),
  );
  if (!row) return undefined;
  const before = page.before === undefined ? undefined : readCursor(page.before);
  const stored = yield* all(
    db
      .select({ id: messages.id, answer: messages.answer })
      .from(messages)
      .where(
        and(
          mine(db, messages),
          eq(messages.thread_id, id),
          before === undefined ? undefined : lt(messages.id, before),
        ),
      )
      .orderBy(desc(messages.id))
      .limit(page.turns + 1),
  );
  const shown = stored.slice(0, page.turns);
  const first = shown.at(-1);
  return {
    ...summary(row),
    messages: shown.map(({ answer }) => StoredAnswer.parse(JSON.parse(answer))).reverse(),
    ...(stored.length > page.turns && first ? { earlier_cursor: String(first.id) } : {}),
  };
}

/** One answer of a thread. */
export function* readAnswer(
  db: Db,
  thread_id: string,
  run_id: string,
): Statements<Answer | undefined> {
  const row = yield* get(
    db
      .select({ answer: messages.answer })
      .from(messages)
      .where(
        and(mine(db, messages), eq(messages.thread_id, thread_id), eq(messages.run_id, run_id)),
      ),
  );
  return row && StoredAnswer.parse(JSON.parse(row.answer));
}

/** Which lines an answer cites, and what they said. */
export function* citedLines(db: Db, run_id: string) {
  return yield* all(
    db
      .select({
        root_id: citations.root_id,
        relative_path: citations.relative_path,
        line_start: citations.line_start,
        line_end: citations.line_end,
        sha256: citations.sha256,
      })
      .from(citations)
      .innerJoin(messages, eq(messages.id, citations.message_id))
      .where(and(mine(db, messages), eq(messages.run_id, run_id))),
  );
}

export function* threadIds(db: Db): Statements<string[]> {
  return (yield* all(db.select({ id: threads.id }).from(threads).where(mine(db, threads)))).map(
    ({ id }) => id,
  );
}

/** Whether it is a conversation of the owner's, or one is under way in it. */
export function* holdsThread(db: Db, id: string): Statements<boolean> {
  const thread = db.select({ id: threads.id }).from(threads);
  const its = yield* get(thread.where(and(mine(db, threads), eq(threads.id, id))).limit(1));
  if (its !== undefined) return true;
  const run = db.select({ id: runs.run_id }).from(runs);
  return (
    (yield* get(run.where(and(mine(db, runs), eq(runs.thread_id, id))).limit(1))) !== undefined
  );
}

/** Whether anybody else has it. Of one that nobody has, files may be there all the same. */
export function* isOthersThread(db: Db, id: string): Statements<boolean> {
  if (db.owner === everyone || (yield* holdsThread(db, id))) return false;
  return yield* holdsThread(boundTo(db, everyone), id);
}

/** False when there is no such thread. */
export function* renameThread(db: Db, id: string, title: string): Statements<boolean> {
  return (
    (yield* write(
      db
        .update(threads)
        .set({ title })
        .where(and(mine(db, threads), eq(threads.id, id))),
    )) > 0
  );
}

/**
 * A thread with everything that holds its words: answers, envelopes, and what is kept for a second call with the same key.
 * Without an id every thread, and what was asked outside of any; what belongs to tasks, and what is kept under the keys of
 * tool calls outside of conversations, stays. What is under way in it loses its run, and with that the right to be stored.
 * The record of reads and times stays; there is no text in it. The caller holds the transaction.
 */
export function* deleteThreads(db: Db, id: string | undefined): Statements<number> {
  if (id === undefined) {
    const ofTasks = sql`(SELECT trace_id FROM ${work_tasks})`;
    yield* write(
      db.delete(tasks).where(and(mine(db, tasks), sql`${tasks.trace_id} NOT IN ${ofTasks}`)),
    );
    const { scope, key, body } = kept_results;
    const stays = or(
      and(eq(scope, "task"), sql`${db.sqlDialect.before(key, ":")} IN ${ofTasks}`),
      and(eq(scope, "invoke"), sql`${db.sqlDialect.jsonText(body, "thread_id")} IS NULL`),
    );
    yield* write(db.delete(kept_results).where(and(mine(db, kept_results), sql`NOT ${stays}`)));
    yield* write(db.delete(runs).where(mine(db, runs)));
    return yield* write(db.delete(threads).where(mine(db, threads)));
  }
  const traces = new Set<string>();
  for (const table of [messages, runs]) {
    const { trace_id } = table;
    const which = and(mine(db, table), eq(table.thread_id, id));
    const its = yield* all(db.select({ trace_id }).from(table).where(which));
    for (const row of its) traces.add(row.trace_id);
  }
  for (const trace_id of traces) {
    yield* dropAsking(db, trace_id);
  }
  const invocations = and(
    mine(db, kept_results),
    eq(kept_results.scope, "invoke"),
    sql`${db.sqlDialect.jsonText(kept_results.body, "thread_id")} = ${id}`,
  );
  yield* write(db.delete(kept_results).where(invocations));
  yield* write(db.delete(runs).where(and(mine(db, runs), eq(runs.thread_id, id))));
  return yield* write(db.delete(threads).where(and(mine(db, threads), eq(threads.id, id))));
}

function summary(row: typeof threads.$inferSelect): ThreadSummary {
  const { last_message_id: _, owner: _o, ...shown } = row;
  return shown;
}

function readCursor(cursor: string): number {
  const id = /^[0-9]{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw saidError("validation", "error.bad_cursor");
  return id;
}
