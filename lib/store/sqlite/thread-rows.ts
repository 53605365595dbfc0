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
import { insertRow } from "./insert-row.ts";
import type { Db } from "./open-database.ts";
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

export const TITLE_CHARS = 200;

/**
 * Adds an answer to its thread, making the thread with the first. An interrupted attempt at the same asking gives way to
 * it. The caller holds the transaction. Gives the number of its message.
 */
export function insertAnswer(db: Db, answer: Answer, at: string): number {
  const thread_id = answer.thread_id;
  const { changes: replaced } = db
    .delete(messages)
    .where(
      and(
        eq(messages.thread_id, thread_id),
        eq(messages.trace_id, answer.trace_id),
        sql`json_extract(${messages.answer}, '$.interrupted') = 1`,
      ),
    )
    .run();
  const before = db
    .select({ turns: threads.turns })
    .from(threads)
    .where(eq(threads.id, thread_id))
    .get();
  const turns = (before?.turns ?? 0) - replaced + 1;
  if (before === undefined) {
    const title = oneLine(answer.question, TITLE_CHARS);
    db.insert(threads)
      .values({
        id: thread_id,
        title,
        created_at: at,
        updated_at: at,
        turns: 0,
        last_status: answer.status,
        last_message_id: 0,
      })
      .run();
  }
  const { id } = db
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
    .returning({ id: messages.id })
    .get();
  db.update(threads)
    .set({ turns, updated_at: at, last_status: answer.status, last_message_id: id })
    .where(eq(threads.id, thread_id))
    .run();
  insertParts(db, id, answer);
  return id;
}

function insertParts(db: Db, message_id: number, answer: Answer): void {
  answer.citations.forEach((citation) => {
    insertRow(db, citations, {
      message_id,
      number: citation.id,
      root_id: citation.root_id,
      relative_path: citation.relative_path,
      line_start: citation.locator.line_start,
      line_end: citation.locator.line_end,
      sha256: citation.sha256,
      file_sha256: citation.file.sha256,
      score: citation.score,
    });
  });
  // Lines that only stood beside an answer are not what was answered: nobody is reminded of them.
  answer.claims.forEach((claim, position) => {
    insertRow(db, claims, {
      message_id,
      claim_id: claim.id,
      position,
      kind: claim.kind,
      support: claim.support,
      text: claim.text,
    });
    for (const number of new Set(claim.citations)) {
      insertRow(db, claim_citations, { message_id, claim_id: claim.id, number });
    }
  });
  answer.gaps.forEach((gap, position) => {
    const { about, cause, rule, message } = gap;
    insertRow(db, gaps, { message_id, position, about, cause, rule, message });
  });
}

/** `total` is of all pages. */
export function listThreads(db: Db, page: ThreadsPage): ThreadList {
  const before = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const words = (page.q ?? "").split(/\s+/u).filter((word) => word !== "");
  const wanted = and(...words.map(holdsWord));
  const rows = db
    .select()
    .from(threads)
    .where(and(wanted, before === undefined ? undefined : lt(threads.last_message_id, before)))
    .orderBy(desc(threads.last_message_id))
    .limit(page.limit + 1)
    .all();
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const total = db.select({ n: count() }).from(threads).where(wanted).get()?.n ?? 0;
  return {
    threads: shown.map(summary),
    total,
    ...(rows.length > page.limit && last ? { next_cursor: String(last.last_message_id) } : {}),
  };
}

/** Answers are not looked into: they are long, and what they quote is found by asking. */
function holdsWord(word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${threads.title} LIKE ${pattern} ESCAPE '\\' OR EXISTS (
    SELECT 1 FROM ${messages}
    WHERE ${messages.thread_id} = ${threads.id} AND ${messages.question} LIKE ${pattern} ESCAPE '\\'))`;
}

/** So many of its newest turns, however long it is; those before `before` on the next page. */
export function readThread(db: Db, id: string, page: ThreadQuery): Thread | undefined {
  const row = db.select().from(threads).where(eq(threads.id, id)).get();
  if (!row) return undefined;
  const before = page.before === undefined ? undefined : readCursor(page.before);
  const stored = db
    .select({ id: messages.id, answer: messages.answer })
    .from(messages)
    .where(
      and(eq(messages.thread_id, id), before === undefined ? undefined : lt(messages.id, before)),
    )
    .orderBy(desc(messages.id))
    .limit(page.turns + 1)
    .all();
  const shown = stored.slice(0, page.turns);
  const first = shown.at(-1);
  return {
    ...summary(row),
    messages: shown.map(({ answer }) => StoredAnswer.parse(JSON.parse(answer))).reverse(),
    ...(stored.length > page.turns && first ? { earlier_cursor: String(first.id) } : {}),
  };
}

/** One answer of a thread. */
export function readAnswer(db: Db, thread_id: string, run_id: string): Answer | undefined {
  const row = db
    .select({ answer: messages.answer })
    .from(messages)
    .where(and(eq(messages.thread_id, thread_id), eq(messages.run_id, run_id)))
    .get();
  return row && StoredAnswer.parse(JSON.parse(row.answer));
}

/** Which lines an answer cites, and what they said. */
export function citedLines(db: Db, run_id: string) {
  return db
    .select({
      root_id: citations.root_id,
      relative_path: citations.relative_path,
      line_start: citations.line_start,
      line_end: citations.line_end,
      sha256: citations.sha256,
    })
    .from(citations)
    .innerJoin(messages, eq(messages.id, citations.message_id))
    .where(eq(messages.run_id, run_id))
    .all();
}

/** False when there is no such thread. */
export function threadIds(db: Db): string[] {
  return db
    .select({ id: threads.id })
    .from(threads)
    .all()
    .map(({ id }) => id);
}

export function renameThread(db: Db, id: string, title: string): boolean {
  return db.update(threads).set({ title }).where(eq(threads.id, id)).run().changes > 0;
}

/**
 * A thread with everything that holds its words: answers, envelopes, and what is kept for a second call with the same key.
 * Without an id every thread, and what was asked outside of any; what belongs to tasks, and what is kept under the keys of
 * tool calls outside of conversations, stays. What is under way in it loses its run, and with that the right to be stored.
 * The record of reads and times stays; there is no text in it. The caller holds the transaction.
 */
export function deleteThreads(db: Db, id: string | undefined): number {
  if (id === undefined) {
    const ofTasks = sql`(SELECT trace_id FROM ${work_tasks})`;
    db.delete(tasks).where(sql`${tasks.trace_id} NOT IN ${ofTasks}`).run();
    const { scope, key, body } = kept_results;
    const stays = or(
      and(eq(scope, "task"), sql`substr(${key}, 1, instr(${key}, ':') - 1) IN ${ofTasks}`),
      and(eq(scope, "invoke"), sql`json_extract(${body}, '$.thread_id') IS NULL`),
    );
    db.delete(kept_results).where(sql`NOT ${stays}`).run();
    db.delete(runs).run();
    return db.delete(threads).run().changes;
  }
  const traces = [messages, runs].flatMap((table) =>
    db.select({ trace_id: table.trace_id }).from(table).where(eq(table.thread_id, id)).all(),
  );
  for (const trace_id of new Set(traces.map((row) => row.trace_id))) {
    db.delete(tasks).where(eq(tasks.trace_id, trace_id)).run();
    dropEnvelopes(db, trace_id);
    const answers = and(
      eq(kept_results.scope, "answer"),
      sql`json_extract(${kept_results.body}, '$.trace_id') = ${trace_id}`,
    );
    db.delete(kept_results).where(answers).run();
  }
  const invocations = and(
    eq(kept_results.scope, "invoke"),
    sql`json_extract(${kept_results.body}, '$.thread_id') = ${id}`,
  );
  db.delete(kept_results).where(invocations).run();
  db.delete(runs).where(eq(runs.thread_id, id)).run();
  return db.delete(threads).where(eq(threads.id, id)).run().changes;
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
export function recentTurns(db: Db, before: Before, limit: number): EarlierTurn[] {
  return db
    .select({
      id: messages.id,
      question: messages.question,
      searched: sql<string>`json_extract(${messages.answer}, '$.searched')`,
    })
    .from(messages)
    .where(earlierThan(before))
    .orderBy(desc(messages.id))
    .limit(limit)
    .all()
    .map(({ id, question, searched }) => ({
      question: asQuestion(question),
      searched: Answer.shape.searched.parse(JSON.parse(searched)).map(asQuestion),
      cited: citedPages(db, id),
    }))
    .reverse();
}

/** The pages that an answer's claims cite, in the order of their numbers. */
function citedPages(db: Db, message_id: number): DocumentPlace[] {
  const { root_id, relative_path } = citations;
  return db
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
    .orderBy(sql`min(${citations.number})`)
    .all();
}

/** So many turns are read at least and at most twice; the first of them changes every so many turns. */
const remembered = 32;

/** What was shown in a thread of late, for a model that goes on in it; and what the last of it rested on. */
export function conversationMemory(db: Db, before: Before): ConversationMemory {
  const { thread_id } = before;
  const ofThread = earlierThan(before);
  const summary = standingSummary(db, ofThread);
  const newer = and(ofThread, summary === undefined ? undefined : gt(messages.id, summary.through));
  const total = db.select({ n: count() }).from(messages).where(newer).get()?.n ?? 0;
  const rows = db
    .select({
      id: messages.id,
      run_id: messages.run_id,
      question: messages.question,
      actions: sql<string | null>`json_extract(${messages.answer}, '$.actions')`,
    })
    .from(messages)
    .where(newer)
    .orderBy(messages.id)
    .offset(Math.max(0, Math.floor(total / remembered) - 1) * remembered)
    .limit(2 * remembered)
    .all();
  const last = rows.at(-1);
  const answered = last && readAnswer(db, thread_id, last.run_id);
  return {
    turns: rows.map(({ id, actions, ...row }) => ({
      ...{ ...row, question: asQuestion(row.question) },
      claims: shownClaims(db, id),
      done: (Answer.shape.actions.parse(JSON.parse(actions ?? "[]")) ?? []).filter(
        ({ outcome }) => outcome !== "refused",
      ),
    })),
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
function standingSummary(
  db: Db,
  ofThread: ReturnType<typeof earlierThan>,
): { made: Compaction; through: number } | undefined {
  const newest = db
    .select({ id: messages.id })
    .from(messages)
    .where(ofThread)
    .orderBy(desc(messages.id))
    .limit(summariesWithin)
    .all();
  for (const { id } of newest) {
    const row = db
      .select({ made: sql<string | null>`json_extract(${messages.answer}, '$.compaction')` })
      .from(messages)
      .where(and(eq(messages.id, id), like(messages.answer, '%"compaction":{%')))
      .get();
    if (row === undefined || row.made === null) continue;
    const made = Compaction.safeParse(JSON.parse(row.made));
    if (!made.success) continue;
    const covered = db
      .select({ id: messages.id, run_id: messages.run_id })
      .from(messages)
      .where(and(ofThread, inArray(messages.run_id, made.data.covers)))
      .orderBy(messages.id)
      .all();
    const same = covered.map(({ run_id }) => run_id).join() === made.data.covers.join();
    const last = covered.at(-1);
    const first = covered[0];
    if (!same || last === undefined || first === undefined) continue;
    // Nothing stands between them that it does not speak of.
    const between =
      db
        .select({ n: count() })
        .from(messages)
        .where(and(ofThread, gt(messages.id, first.id - 1), lt(messages.id, last.id + 1)))
        .get()?.n ?? 0;
    if (between === covered.length) return { made: made.data, through: last.id };
  }
  return undefined;
}

/** Those that their lines bore. */
function shownClaims(db: Db, message_id: number): ShownTurn["claims"] {
  const places = db
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
    .orderBy(citations.number)
    .all();
  return db
    .select({ claim_id: claims.claim_id, text: claims.text })
    .from(claims)
    .where(and(eq(claims.message_id, message_id), ne(claims.support, "none")))
    .orderBy(claims.position)
    .all()
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
