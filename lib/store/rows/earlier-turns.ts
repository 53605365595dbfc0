import { and, count, desc, eq, gt, inArray, like, lt, ne, sql } from "drizzle-orm";
import { Answer } from "#lib/contracts/answer";
import { citedByClaims } from "#lib/contracts/blocks";
import type { DocumentPlace } from "#lib/contracts/citation";
import { Compaction } from "#lib/contracts/compaction";
import type { ConversationMemory, EarlierTurn, ShownTurn } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import type { Before } from "#lib/contracts/store-ports";
import type { Db } from "./dialect.ts";
import { mine } from "./owner.ts";
import { citations, claim_citations, claims, messages } from "./schema.ts";
import { all, get, type Statements } from "./statements.ts";
import { readAnswer } from "./thread-rows.ts";

/** What a conversation has come to, for a question that is asked in it next. */

function earlierThan(db: Db, { thread_id, trace_id, message_id }: Before) {
  return and(
    mine(db, messages),
    eq(messages.thread_id, thread_id),
    ne(messages.trace_id, trace_id),
    message_id === undefined ? undefined : lt(messages.id, message_id),
    ne(messages.status, "chat"),
  );
}

/** The last questions of a thread that were put to the documents, oldest first. */
export function* recentTurns(db: Db, before: Before, limit: number): Statements<EarlierTurn[]> {
  const rows = yield* all(
    db
      .select({
        id: messages.id,
        question: messages.question,
        searched: db.sqlDialect.jsonPart(messages.answer, "searched"),
      })
      .from(messages)
      .where(earlierThan(db, before))
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
function* citedPages(db: Db, message_id: number): Statements<DocumentPlace[]> {
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
export function* conversationMemory(db: Db, before: Before): Statements<ConversationMemory> {
  const { thread_id } = before;
  const ofThread = earlierThan(db, before);
  const summary = yield* standingSummary(db, ofThread);
  const newer = and(ofThread, summary === undefined ? undefined : gt(messages.id, summary.through));
  const total = (yield* get(db.select({ n: count() }).from(messages).where(newer)))?.n ?? 0;
  const rows = yield* all(
    db
      .select({
        id: messages.id,
        run_id: messages.run_id,
        question: messages.question,
        actions: db.sqlDialect.jsonPart(messages.answer, "actions"),
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
): Statements<{ made: Compaction; through: number } | undefined> {
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
      .select({ made: db.sqlDialect.jsonPart(messages.answer, "compaction") })
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
function* shownClaims(db: Db, message_id: number): Statements<ShownTurn["claims"]> {
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
