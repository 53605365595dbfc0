import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { AnswerStatus, Lang } from "#lib/contracts/answer";
import type { Episode } from "#lib/contracts/memory";
import type { EpisodeVector, KeptEpisode } from "#lib/contracts/ports";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import type { Db } from "./dialect.ts";
import { insertEmbedded } from "./embedded-rows.ts";
import { mine, mineIn } from "./owner.ts";
import { readCursor } from "./page-cursor.ts";
import { citations, claims, episodes, messages, threads } from "./schema.ts";
import { all, get, raw, type Statements, write } from "./statements.ts";

/** Answers to small talk are no episodes: nothing was looked for. */
const isEpisode = ne(messages.status, "chat");

/** It is whose the message is. */
export function* insertEpisode(db: Db, message_id: number, made: EpisodeVector): Statements<void> {
  const message = yield* get(
    db
      .select({ owner: messages.owner })
      .from(messages)
      .where(and(mine(db, messages), eq(messages.id, message_id))),
  );
  if (message === undefined) return;
  const { made_by, asked, vector, reading, embedded } = made;
  const { owner } = message;
  const row = {
    owner,
    message_id,
    made_by,
    asked: asked ?? null,
    vector: bytesOf(vector),
    reading,
  };
  yield* write(
    db.insert(episodes).values(row).onConflictDoUpdate({ target: episodes.message_id, set: row }),
  );
  if (embedded === undefined) return;
  const { model, ...of } = embedded;
  yield* insertEmbedded(db, model, { message_id, ...of });
}

/** Questions without a vector of this table, oldest first. */
export function* withoutVector(
  db: Db,
  made_by: string,
  limit: number,
): Statements<{ message_id: number; question: QuestionText; searched: string | null }[]> {
  return (yield* all(
    db
      .select({
        message_id: messages.id,
        question: messages.question,
        searched: db.sqlDialect.jsonPart(messages.answer, "searched"),
      })
      .from(messages)
      .leftJoin(episodes, eq(episodes.message_id, messages.id))
      .where(
        and(
          mine(db, messages),
          isEpisode,
          or(isNull(episodes.message_id), ne(episodes.made_by, made_by)),
        ),
      )
      .orderBy(asc(messages.id))
      .limit(limit),
  )).map((row) => ({ ...row, question: asQuestion(row.question) }));
}

/** Of each of these messages that is there what it asked, in no order. */
export function* episodesOf(db: Db, message_ids: readonly number[]): Statements<KeptEpisode[]> {
  if (message_ids.length === 0) return [];
  const rows = yield* all(
    db
      .select({ ...columns, vector: episodes.vector, reading: episodes.reading })
      .from(messages)
      .innerJoin(threads, eq(threads.id, messages.thread_id))
      .innerJoin(episodes, eq(episodes.message_id, messages.id))
      .where(and(mine(db, messages), inArray(messages.id, [...message_ids]))),
  );
  const found = yield* shownEpisodes(
    db,
    rows.map(({ vector: _, reading: __, ...row }) => row),
  );
  return found.map(({ message_id, ...episode }, i) => ({
    ...{ message_id, episode },
    vector: int8Of(rows[i]?.vector ?? Buffer.alloc(0)),
    reading: rows[i]?.reading ?? "",
  }));
}

/** Which of these messages are there. */
export function* messagesThere(db: Db, message_ids: readonly number[]): Statements<Set<number>> {
  const found = yield* all(
    db
      .select({ id: messages.id })
      .from(messages)
      .where(and(mine(db, messages), inArray(messages.id, [...message_ids]))),
  );
  return new Set(found.map(({ id }) => id));
}

/** Newest first; those before a cursor on the next page. Throws `validation` for a cursor it did not make. */
export function* listEpisodes(
  db: Db,
  page: { limit: number; cursor?: string | undefined },
): Statements<{ episodes: Episode[]; next_cursor?: string }> {
  const before = page.cursor === undefined ? undefined : lt(messages.id, readCursor(page.cursor));
  const rows = yield* all(
    db
      .select(columns)
      .from(messages)
      .innerJoin(threads, eq(threads.id, messages.thread_id))
      .leftJoin(episodes, eq(episodes.message_id, messages.id))
      .where(and(mine(db, messages), isEpisode, before))
      .orderBy(desc(messages.id))
      .limit(page.limit + 1),
  );
  const last = rows[page.limit - 1];
  return {
    episodes: (yield* shownEpisodes(db, rows.slice(0, page.limit))).map(
      ({ message_id: _, ...one }) => one,
    ),
    ...(rows.length > page.limit && last ? { next_cursor: String(last.message_id) } : {}),
  };
}

/** What an answer claimed, in order: for the file that a person takes along. */
export function* claimsOfRun(db: Db, run_id: string): Statements<string[]> {
  return (yield* all(
    db
      .select({ text: claims.text })
      .from(claims)
      .innerJoin(messages, eq(messages.id, claims.message_id))
      .where(and(mine(db, messages), eq(messages.run_id, run_id)))
      .orderBy(claims.position),
  )).map(({ text }) => text);
}

export function* countVectors(db: Db): Statements<{ count: number; bytes: number }> {
  const [found] = yield* raw<{ count: number; bytes: number; embedded: number }>(
    sql`SELECT count(*) AS count, coalesce(sum(octet_length(vector)), 0) AS bytes,
        (SELECT coalesce(sum(octet_length(vector)), 0) FROM episode_embeddings WHERE ${mineIn(db, "episode_embeddings")}) AS embedded
        FROM episodes WHERE ${mineIn(db, "episodes")}`,
  );
  const { count = 0, bytes = 0, embedded = 0 } = found ?? {};
  return { count, bytes: bytes + embedded };
}

const columns = {
  message_id: messages.id,
  run_id: messages.run_id,
  thread_id: messages.thread_id,
  thread_title: threads.title,
  question: messages.question,
  asked: episodes.asked,
  asked_at: messages.asked_at,
  lang: messages.lang,
  status: messages.status,
};
type Row = {
  [Column in Exclude<keyof typeof columns, "message_id" | "asked">]: string;
} & { message_id: number; asked: string | null };

function* shownEpisodes(
  db: Db,
  rows: readonly Row[],
): Statements<({ message_id: number } & Episode)[]> {
  const sources = yield* sourcesOf(
    db,
    rows.map(({ message_id }) => message_id),
  );
  return rows.map(({ asked, lang, status, question, ...row }) => ({
    ...row,
    question: asQuestion(question),
    ...(asked === null ? {} : { asked: asQuestion(asked) }),
    lang: Lang.catch("en").parse(lang),
    status: AnswerStatus.catch("error").parse(status),
    sources: sources.get(row.message_id) ?? [],
  }));
}

function* sourcesOf(
  db: Db,
  message_ids: readonly number[],
): Statements<Map<number, Episode["sources"]>> {
  const found = new Map<number, Episode["sources"]>();
  if (message_ids.length === 0) return found;
  const { message_id, root_id, relative_path } = citations;
  const rows = yield* all(
    db
      .select({ message_id, root_id, relative_path })
      .from(citations)
      .where(inArray(message_id, [...message_ids]))
      .groupBy(message_id, root_id, relative_path)
      .orderBy(sql`min(${citations.number})`),
  );
  for (const { message_id: id, ...place } of rows) found.set(id, [...(found.get(id) ?? []), place]);
  return found;
}

export const int8Of = (bytes: Buffer): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const bytesOf = (vector: Int8Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
