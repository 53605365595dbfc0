import { and, asc, eq, gt } from "drizzle-orm";
import type { Feedback, FeedbackBody } from "#lib/contracts/http";
import type { Judged } from "#lib/contracts/store-ports";
import { StoredAnswer } from "#lib/contracts/upgrade-answer";
import type { Db } from "./dialect.ts";
import { locks } from "./locks.ts";
import { mine } from "./owner.ts";
import { feedback, messages } from "./schema.ts";
import { all, get, type Statements, write } from "./statements.ts";

/** The newest word counts; `null` takes it back. False when there is no such answer in the thread. */
export function* judgeAnswer(
  db: Db,
  thread_id: string,
  body: FeedbackBody,
  at: string,
): Statements<boolean> {
  const { run_id, verdict, why } = body;
  yield* locks.addToConversations(); // it does not go meanwhile
  const answer = yield* get(
    db
      .select({ id: messages.id })
      .from(messages)
      .where(
        and(mine(db, messages), eq(messages.thread_id, thread_id), eq(messages.run_id, run_id)),
      ),
  );
  if (answer === undefined) return false;
  if (verdict === null) {
    yield* write(db.delete(feedback).where(eq(feedback.run_id, run_id)));
    return true;
  }
  const row = { run_id, verdict, why: why === undefined || why === "" ? null : why, at };
  yield* write(
    db.insert(feedback).values(row).onConflictDoUpdate({ target: feedback.run_id, set: row }),
  );
  return true;
}

export function* feedbackOf(db: Db, thread_id: string): Statements<Feedback[]> {
  return (yield* all(
    db
      .select({ said: feedback })
      .from(feedback)
      .innerJoin(messages, eq(messages.run_id, feedback.run_id))
      .where(and(mine(db, messages), eq(messages.thread_id, thread_id)))
      .orderBy(asc(messages.id)),
  )).map(({ said }) => spoken(said));
}

/** What was said of the answer of one asking. */
export function* feedbackOfTrace(
  db: Db,
  trace_id: string,
): Statements<Feedback["verdict"] | undefined> {
  const said = yield* get(
    db
      .select({ verdict: feedback.verdict })
      .from(feedback)
      .innerJoin(messages, eq(messages.run_id, feedback.run_id))
      .where(and(mine(db, messages), eq(messages.trace_id, trace_id))),
  );
  return said?.verdict;
}

/** So many answers are in memory at once: each may be large, and people judge for years. */
const pageSize = 50;

/** Answers that something was said of, oldest first; one that cannot be read any more is left out. */
export function* judgedAnswers(
  db: Db,
  after: number,
): Statements<{ judged: Judged[]; next?: number }> {
  const rows = yield* all(
    db
      .select({ id: messages.id, said: feedback, answer: messages.answer })
      .from(feedback)
      .innerJoin(messages, eq(messages.run_id, feedback.run_id))
      .where(and(mine(db, messages), gt(messages.id, after)))
      .orderBy(asc(messages.id))
      .limit(pageSize),
  );
  const judged = rows.flatMap(({ said, answer }) => {
    const parsed = StoredAnswer.safeParse(jsonOf(answer));
    return parsed.success ? [{ said: spoken(said), answer: parsed.data }] : [];
  });
  const last = rows.length < pageSize ? undefined : rows.at(-1)?.id;
  return { judged, ...(last === undefined ? {} : { next: last }) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function spoken({ why, ...said }: typeof feedback.$inferSelect): Feedback {
  return { ...said, ...(why === null ? {} : { why }) };
}
