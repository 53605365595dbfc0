import type Database from "better-sqlite3";
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { AnswerStatus, Lang } from "#lib/contracts/answer";
import type { Episode } from "#lib/contracts/memory";
import type { EpisodeVector, KeptEpisode, VectorRow } from "#lib/contracts/ports";
import { asQuestion, type QuestionText } from "#lib/contracts/question";
import { insertEmbedded } from "./embedded-rows.ts";
import type { Db } from "./open-database.ts";
import { readCursor } from "./page-cursor.ts";
import { citations, claims, episodes, messages, threads } from "./schema.ts";

/** Answers to small talk are no episodes: nothing was looked for. */
const isEpisode = ne(messages.status, "chat");

export function insertEpisode(db: Db, message_id: number, made: EpisodeVector): void {
  const { made_by, asked, vector, reading, embedded } = made;
  const row = { message_id, made_by, asked: asked ?? null, vector: bytesOf(vector), reading };
  db.insert(episodes)
    .values(row)
    .onConflictDoUpdate({ target: episodes.message_id, set: row })
    .run();
  if (embedded === undefined) return;
  const { model, ...of } = embedded;
  insertEmbedded(db.$client, model, { message_id, ...of });
}

/** Questions without a vector of this table, oldest first. */
export function withoutVector(
  db: Db,
  made_by: string,
  limit: number,
): { message_id: number; question: QuestionText; searched: string }[] {
  return db
    .select({
      message_id: messages.id,
      question: messages.question,
      searched: sql<string>`json_extract(${messages.answer}, '$.searched')`,
    })
    .from(messages)
    .leftJoin(episodes, eq(episodes.message_id, messages.id))
    .where(and(isEpisode, or(isNull(episodes.message_id), ne(episodes.made_by, made_by))))
    .orderBy(asc(messages.id))
    .limit(limit)
    .all()
    .map((row) => ({ ...row, question: asQuestion(row.question) }));
}

/** Vectors of this table behind a message, oldest first. Many are read at once: without a wrapper around each row. */
export function vectorsAfter(
  client: Database.Database,
  made_by: string,
  after: number,
  limit: number,
): VectorRow[] {
  return client
    .prepare<[number, string, number], [number, Buffer]>(
      "SELECT message_id, vector FROM episodes WHERE message_id > ? AND made_by = ? ORDER BY message_id LIMIT ?",
    )
    .raw()
    .all(after, made_by, limit)
    .map(([message_id, vector]) => ({
      message_id,
      vector: numbersOf(vector),
    }));
}

/** Of each of these messages that is there what it asked, in no order. */
export function episodesOf(db: Db, message_ids: readonly number[]): KeptEpisode[] {
  if (message_ids.length === 0) return [];
  const rows = db
    .select({ ...columns, vector: episodes.vector, reading: episodes.reading })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.thread_id))
    .innerJoin(episodes, eq(episodes.message_id, messages.id))
    .where(inArray(messages.id, [...message_ids]))
    .all();
  const found = shown(
    db,
    rows.map(({ vector: _, reading: __, ...row }) => row),
  );
  return found.map(({ message_id, ...episode }, i) => ({
    ...{ message_id, episode },
    vector: numbersOf(rows[i]?.vector ?? Buffer.alloc(0)),
    reading: rows[i]?.reading ?? "",
  }));
}

/** Which of these messages are there. */
export function messagesThere(db: Db, message_ids: readonly number[]): Set<number> {
  const found = db
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.id, [...message_ids]))
    .all();
  return new Set(found.map(({ id }) => id));
}

/** Newest first; those before a cursor on the next page. Throws `validation` for a cursor it did not make. */
export function listEpisodes(
  db: Db,
  page: { limit: number; cursor?: string | undefined },
): { episodes: Episode[]; next_cursor?: string } {
  const before = page.cursor === undefined ? undefined : lt(messages.id, readCursor(page.cursor));
  const rows = db
    .select(columns)
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.thread_id))
    .leftJoin(episodes, eq(episodes.message_id, messages.id))
    .where(and(isEpisode, before))
    .orderBy(desc(messages.id))
    .limit(page.limit + 1)
    .all();
  const last = rows[page.limit - 1];
  return {
    episodes: shown(db, rows.slice(0, page.limit)).map(({ message_id: _, ...one }) => one),
    ...(rows.length > page.limit && last ? { next_cursor: String(last.message_id) } : {}),
  };
}

/** What an answer claimed, in order: for the file that a person takes along. */
export function claimsOfRun(db: Db, run_id: string): string[] {
  return db
    .select({ text: claims.text })
    .from(claims)
    .innerJoin(messages, eq(messages.id, claims.message_id))
    .where(eq(messages.run_id, run_id))
    .orderBy(claims.position)
    .all()
    .map(({ text }) => text);
}

export function countVectors(db: Db): { count: number; bytes: number } {
  const found = db.get<{ count: number; bytes: number | null; embedded: number | null }>(
    sql`SELECT count(*) AS count, sum(octet_length(vector)) AS bytes,
        (SELECT sum(octet_length(vector)) FROM episode_embeddings) AS embedded FROM episodes`,
  );
  return { count: found.count, bytes: (found.bytes ?? 0) + (found.embedded ?? 0) };
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

function shown(db: Db, rows: readonly Row[]): ({ message_id: number } & Episode)[] {
  const sources = sourcesOf(
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

function sourcesOf(db: Db, message_ids: readonly number[]): Map<number, Episode["sources"]> {
  const found = new Map<number, Episode["sources"]>();
  if (message_ids.length === 0) return found;
  const { message_id, root_id, relative_path } = citations;
  const rows = db
    .select({ message_id, root_id, relative_path })
    .from(citations)
    .where(inArray(message_id, [...message_ids]))
    .groupBy(message_id, root_id, relative_path)
    .orderBy(sql`min(${citations.number})`)
    .all();
  for (const { message_id: id, ...place } of rows) found.set(id, [...(found.get(id) ?? []), place]);
  return found;
}

const numbersOf = (bytes: Buffer): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const bytesOf = (vector: Int8Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
