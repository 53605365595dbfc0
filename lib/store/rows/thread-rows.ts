import { and, count, desc, eq, gt, inArray, like, lt, ne, or, sql } from "drizzle-orm";
import { Answer } from "#lib/contracts/answer";
import { citedByClaims } from "#lib/contracts/blocks";
import type { DocumentPlace } from "#lib/contracts/citation";
import { Compaction } from "#lib/contracts/compaction";
import type { Thread, ThreadList, ThreadQuery, ThreadSummary } from "#lib/contracts/http";
import type { ConversationMemory, EarlierTurn, ShownTurn } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import type { Before, ThreadsPage } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import { oneLine } from "#lib/platform/one-line";
import { saidError } from "#lib/platform/said-error";
import type { Db } from "./dialect.ts";
import { dropEnvelopes } from "./run-rows.ts";
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
import { all, get, insertAll, type Rows, write } from "./statements.ts";

export const TITLE_CHARS = 200;

/**
 * Adds an answer to its thread, making the thread with the first. An interrupted attempt at the same asking gives way to
 * it. The caller holds the transaction. Gives the number of its message.
 */
export function* insertAnswer(db: Db, answer: Answer, at: string): Rows<number> {
  const thread_id = answer.thread_id;
  const replaced = yield* write(
    db
      .delete(messages)
      .where(
        and(
          eq(messages.thread_id, thread_id),
          eq(messages.trace_id, answer.trace_id),
          db.words.jsonTrue(messages.answer, "interrupted"),
        ),
      ),
  );
  const before = yield* get(
    db.select({ turns: threads.turns }).from(threads).where(eq(threads.id, thread_id)),
  );
  const turns = (before?.turns ?? 0) - replaced + 1;
  if (before === undefined) {
    const title = oneLine(answer.question, TITLE_CHARS);
    yield* write(
      db.insert(threads).values({
        id: thread_id,
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
      .where(eq(threads.id, thread_id)),
  );
  yield* insertParts(id, answer);
  return id;
}

function* insertParts(message_id: number, answer: Answer): Rows<void> {
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
export function* listThreads(db: Db, page: ThreadsPage): Rows<ThreadList> {
  const before = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const words = (page.q ?? "").split(/\s+/u).filter((word) => word !== "");
  const wanted = and(...words.map((word) => holdsWord(db, word)));
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
function holdsWord({ words }: Db, word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${words.like(threads.title, pattern)} OR EXISTS (
    SELECT 1 FROM ${messages}
    WHERE ${messages.thread_id} = ${threads.id} AND ${words.like(messages.question, pattern)}))`;
}

/** So many of its newest turns, however long it is; those before `before` on the next page. */
export function* readThread(db: Db, id: string, page: ThreadQuery): Rows<Thread | undefined> {
  const row = yield* get(db.select().from(threads).where(eq(threads.id, id)));
  if (!row) return undefined;
  const before = page.before === undefined ? undefined : readCursor(page.before);
  const stored = yield* all(
    db
      .select({ id: messages.id, answer: messages.answer })
      .from(messages)
      .where(
        and(eq(messages.thread_id, id), before === undefined ? undefined : lt(messages.id, before)),
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
export function* readAnswer(db: Db, thread_id: string, run_id: string): Rows<Answer | undefined> {
  const row = yield* get(
    db
      .select({ answer: messages.answer })
      .from(messages)
      .where(and(eq(messages.thread_id, thread_id), eq(messages.run_id, run_id))),
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
      .where(eq(messages.run_id, run_id)),
  );
}

export function* threadIds(db: Db): Rows<string[]> {
  return (yield* all(db.select({ id: threads.id }).from(threads))).map(({ id }) => id);
}

/** False when there is no such thread. */
export function* renameThread(db: Db, id: string, title: string): Rows<boolean> {
  return (yield* write(db.update(threads).set({ title }).where(eq(threads.id, id)))) > 0;
}

/**
 * A thread with everything that holds its words: answers, envelopes, and what is kept for a second call with the same key.
 * Without an id every thread, and what was asked outside of any; what belongs to tasks, and what is kept under the keys of
 * tool calls outside of conversations, stays. What is under way in it loses its run, and with that the right to be stored.
 * The record of reads and times stays; there is no text in it. The caller holds the transaction.
 */
export function* deleteThreads(db: Db, id: string | undefined): Rows<number> {
  if (id === undefined) {
    const ofTasks = sql`(SELECT trace_id FROM ${work_tasks})`;
    yield* write(db.delete(tasks).where(sql`${tasks.trace_id} NOT IN ${ofTasks}`));
    const { scope, key, body } = kept_results;
    const stays = or(
      and(eq(scope, "task"), sql`${db.words.before(key, ":")} IN ${ofTasks}`),
      and(eq(scope, "invoke"), sql`${db.words.jsonText(body, "thread_id")} IS NULL`),
    );
    yield* write(db.delete(kept_results).where(sql`NOT ${stays}`));
    yield* write(db.delete(runs));
    return yield* write(db.delete(threads));
  }
  const traces = new Set<string>();
  for (const table of [messages, runs]) {
    const { trace_id } = table;
    const its = yield* all(db.select({ trace_id }).from(table).where(eq(table.thread_id, id)));
    for (const row of its) traces.add(row.trace_id);
  }
  for (const trace_id of traces) {
    yield* write(db.delete(tasks).where(eq(tasks.trace_id, trace_id)));
    yield* dropEnvelopes(db, trace_id);
    const answers = and(
      eq(kept_results.scope, "answer"),
      sql`${db.words.jsonText(kept_results.body, "trace_id")} = ${trace_id}`,
    );
    yield* write(db.delete(kept_results).where(answers));
  }
  const invocations = and(
    eq(kept_results.scope, "invoke"),
    sql`${db.words.jsonText(kept_results.body, "thread_id")} = ${id}`,
  );
  yield* write(db.delete(kept_results).where(invocations));
  yield* write(db.delete(runs).where(eq(runs.thread_id, id)));
  return yield* write(db.delete(threads).where(eq(threads.id, id)));
}

function earlierThan({ thread_id, trace_id, message_id }: Before) {
  return and(
    eq(messages.thread_id, thread_id),
    ne(messages.trace_id, trace_id),
    message_id === undefined ? undefined : lt(messages.id, message_id),
    ne(messages.status, "chat"),
  );
}

/** The last questions of a thread that were put to the documents, oldest first. */
export function* recentTurns(db: Db, before: Before, limit: number): Rows<EarlierTurn[]> {
  const rows = yield* all(
    db
      .select({
        id: messages.id,
        question: messages.question,
        searched: db.words.jsonPart(messages.answer, "searched"),
      })
      .from(messages)
      .where(earlierThan(before))
      .orderBy(desc(messages.id))
      .limit(limit),
  );
  const turns: EarlierTurn[] = [];
  for (const { id, question, searched } of rows.reverse()) {
    turns.push({
      question: asQuestion(question),
      searched: Answer.shape.searched.parse(JSON.parse(searched ?? "null")).map(asQuestion),
      cited: yield* citedPages(db, id),
    });
  }
  return turns;
}

/** The pages that an answer's claims cite, in the order of their numbers. */
function* citedPages(db: Db, message_id: number): Rows<DocumentPlace[]> {
  const { root_id, relative_path } = citations;
  return yield* all(
    db
      .select({ root_id, relative_path })
      .from(citations)
      .innerJoin(
        claim_citations,
        and(
          eq(claim_citations.message_id, citations.message_id),
          eq(claim_citations.number, citations.number),
        ),
      )
      .where(eq(citations.message_id, message_id))
      .groupBy(root_id, relative_path)
      .orderBy(sql`min(${citations.number})`),
  );
}

/** So many turns are read at least and at most twice; the first of them changes every so many turns. */
const remembered = 32;

/** What was shown in a thread of late, for a model that goes on in it; and what the last of it rested on. */
export function* conversationMemory(db: Db, before: Before): Rows<ConversationMemory> {
  const { thread_id } = before;
  const ofThread = earlierThan(before);
  const summary = yield* standingSummary(db, ofThread);
  const newer = and(ofThread, summary === undefined ? undefined : gt(messages.id, summary.through));
  const total = (yield* get(db.select({ n: count() }).from(messages).where(newer)))?.n ?? 0;
  const rows = yield* all(
    db
      .select({
        id: messages.id,
        run_id: messages.run_id,
        question: messages.question,
        actions: db.words.jsonPart(messages.answer, "actions"),
      })
      .from(messages)
      .where(newer)
      .orderBy(messages.id)
      .offset(Math.max(0, Math.floor(total / remembered) - 1) * remembered)
      .limit(2 * remembered),
  );
  const last = rows.at(-1);
  const answered = last && (yield* readAnswer(db, thread_id, last.run_id));
  const turns: ShownTurn[] = [];
  for (const { id, actions, ...row } of rows) {
    turns.push({
      ...{ ...row, question: asQuestion(row.question) },
      claims: yield* shownClaims(db, id),
      done: (Answer.shape.actions.parse(JSON.parse(actions ?? "[]")) ?? []).filter(
        ({ outcome }) => outcome !== "refused",
      ),
    });
  }
  return {
    turns,
    cited: answered === undefined ? [] : citedByClaims(answered),
    ...(summary === undefined ? {} : { summary: summary.made }),
  };
}

/** How far back a summary is looked for; where there is none so near, one is made again when it is needed. */
const summariesWithin = 96;

/**
 * The newest summary of which every turn that it stands for is still in the conversation as it was; `through`: the message of
 * the last of them. A turn that was edited or taken back has another run, and so takes the summary away.
 */
function* standingSummary(
  db: Db,
  ofThread: ReturnType<typeof earlierThan>,
): Rows<{ made: Compaction; through: number } | undefined> {
  const newest = yield* all(
    db
      .select({ id: messages.id })
      .from(messages)
      .where(ofThread)
      .orderBy(desc(messages.id))
      .limit(summariesWithin),
  );
  const ids = newest.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const summed = yield* all(
    db
      .select({ made: db.words.jsonPart(messages.answer, "compaction") })
      .from(messages)
      .where(and(inArray(messages.id, ids), like(messages.answer, '%"compaction":{%')))
      .orderBy(desc(messages.id)),
  );
  for (const row of summed) {
    if (row.made === null) continue;
    const made = Compaction.safeParse(JSON.parse(row.made));
    if (!made.success) continue;
    const covered = yield* all(
      db
        .select({ id: messages.id, run_id: messages.run_id })
        .from(messages)
        .where(and(ofThread, inArray(messages.run_id, made.data.covers)))
        .orderBy(messages.id),
    );
    const same = covered.map(({ run_id }) => run_id).join() === made.data.covers.join();
    const last = covered.at(-1);
    const first = covered[0];
    if (!same || last === undefined || first === undefined) continue;
    // Nothing stands between them that it does not speak of.
    const between =
      (yield* get(
        db
          .select({ n: count() })
          .from(messages)
          .where(and(ofThread, gt(messages.id, first.id - 1), lt(messages.id, last.id + 1))),
      ))?.n ?? 0;
    if (between === covered.length) return { made: made.data, through: last.id };
  }
  return undefined;
}

/** Those that their lines bore. */
function* shownClaims(db: Db, message_id: number): Rows<ShownTurn["claims"]> {
  const places = yield* all(
    db
      .select({
        claim_id: claim_citations.claim_id,
        root_id: citations.root_id,
        relative_path: citations.relative_path,
        line_start: citations.line_start,
        line_end: citations.line_end,
        sha256: citations.sha256,
        number: citations.number,
      })
      .from(claim_citations)
      .innerJoin(
        citations,
        and(
          eq(citations.message_id, claim_citations.message_id),
          eq(citations.number, claim_citations.number),
        ),
      )
      .where(eq(claim_citations.message_id, message_id))
      .orderBy(citations.number),
  );
  return (yield* all(
    db
      .select({ claim_id: claims.claim_id, text: claims.text })
      .from(claims)
      .where(and(eq(claims.message_id, message_id), ne(claims.support, "none")))
      .orderBy(claims.position),
  ))
    .map(({ claim_id, text }) => ({
      text,
      places: places
        .filter((place) => place.claim_id === claim_id)
        .map(({ claim_id: _, ...place }) => place),
    }))
    .filter(({ places }) => places.length > 0);
}

function summary(row: typeof threads.$inferSelect): ThreadSummary {
  const { last_message_id: _, ...shown } = row;
  return shown;
}

function readCursor(cursor: string): number {
  const id = /^[0-9]{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw saidError("validation", "error.bad_cursor");
  return id;
}
