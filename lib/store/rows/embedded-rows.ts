import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { type EmbeddingIdentity, identityKey } from "#lib/contracts/embedding";
import type { EmbeddedEpisodes, EmbeddedText } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { vectorBytes } from "#lib/platform/sqlite-vectors";
import type { Db } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import { locks } from "./locks.ts";
import { mine } from "./owner.ts";
import { episode_embeddings, episodes, messages } from "./schema.ts";
import { all, get, type Statements, transaction, write } from "./statements.ts";

/** The vectors of questions by the configured embedding model, beside those of the table of word meanings. */
export function createEmbeddedEpisodes({ db, run, read, write: change }: Engine): EmbeddedEpisodes {
  const { vectors } = db.sqlDialect;
  const whose = db.owner;
  return {
    missing: async (model, limit) => {
      if (!vectors.usable()) return [];
      const rows = await read(() => withoutEmbedding(db, identityKey(model), limit));
      return rows.map(({ message_id, text }) => ({ message_id, text: asQuestion(text) }));
    },
    known: (model, hashes) => read(() => knownTexts(db, identityKey(model), hashes)),
    put: (model, rows) =>
      change(function* () {
        yield* locks.addToConversations(); // none of them goes meanwhile
        for (const row of rows) yield* insertEmbedded(db, model, row);
      }),
    nearest: async (model, vector, which) =>
      vectors.usable() ? read(() => vectors.nearest(whose, identityKey(model), vector, which)) : [],
    background: async (model, vector, limit) =>
      vectors.usable()
        ? read(() => vectors.background(whose, identityKey(model), vector, limit))
        : [],
    any: (model) => read(() => isThere(db, model)),
    forget: () =>
      run(function* () {
        yield* transaction(() => forgetAll(db));
        yield* db.sqlDialect.scrub();
      }),
  };
}

function withoutEmbedding(db: Db, model: string, limit: number) {
  const its = and(
    eq(episode_embeddings.message_id, messages.id),
    eq(episode_embeddings.model, model),
  );
  return all(
    db
      .select({
        message_id: messages.id,
        text: sql<string>`coalesce(${episodes.asked}, ${messages.question})`,
      })
      .from(episodes)
      .innerJoin(messages, eq(messages.id, episodes.message_id))
      .leftJoin(episode_embeddings, its)
      .where(
        and(mine(db, messages), isNull(episode_embeddings.message_id), ne(episodes.reading, "")),
      )
      .orderBy(desc(messages.id))
      .limit(limit),
  );
}

function* knownTexts(db: Db, model: string, hashes: readonly string[]): Statements<EmbeddedText[]> {
  const found: EmbeddedText[] = [];
  for (const hash of hashes) {
    const which = and(
      mine(db, episode_embeddings),
      eq(episode_embeddings.model, model),
      eq(episode_embeddings.hash, hash),
    );
    const { vector } = episode_embeddings;
    const row = yield* get(db.select({ vector }).from(episode_embeddings).where(which).limit(1));
    if (row !== undefined) found.push({ hash, vector: row.vector && numbersOf(row.vector) });
  }
  return found;
}

function* isThere(db: Db, model: EmbeddingIdentity | undefined): Statements<boolean> {
  const ofModel = model && eq(episode_embeddings.model, identityKey(model));
  const which = and(mine(db, episode_embeddings), ofModel);
  const { message_id } = episode_embeddings;
  const one = db.select({ message_id }).from(episode_embeddings).where(which).limit(1);
  return (yield* get(one)) !== undefined;
}

function* forgetAll(db: Db): Statements<void> {
  yield* write(db.delete(episode_embeddings).where(mine(db, episode_embeddings)));
}

/** Of a question that is still there. The vector of another model gives way. */
export function* insertEmbedded(
  db: Db,
  model: EmbeddingIdentity,
  { message_id, hash, vector }: { message_id: number } & EmbeddedText,
): Statements<void> {
  const message = yield* get(
    db
      .select({ owner: messages.owner })
      .from(messages)
      .where(and(mine(db, messages), eq(messages.id, message_id))),
  );
  if (message === undefined) return;
  const { owner } = message;
  const bytes = vector === null ? null : vectorBytes(vector);
  const row = { owner, message_id, model: identityKey(model), hash, vector: bytes };
  const target = episode_embeddings.message_id;
  yield* write(db.insert(episode_embeddings).values(row).onConflictDoUpdate({ target, set: row }));
}

/** In memory of its own: a buffer may begin where no number of 32 bits can. */
export const numbersOf = (bytes: Buffer): number[] => [
  ...new Float32Array(Uint8Array.from(bytes).buffer),
];
