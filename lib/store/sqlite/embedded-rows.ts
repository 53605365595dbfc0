import type Database from "better-sqlite3";
import { type EmbeddingIdentity, identityKey } from "#lib/contracts/embedding";
import type {
  BackgroundCosine,
  EmbeddedEpisodes,
  EmbeddedText,
  NearQuestion,
} from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { loadSqliteVec, vectorBytes } from "#lib/platform/sqlite-vectors";

/**
 * The vectors of questions by the configured embedding model, beside those of the table of word meanings. Where most of them
 * are read, `+model` keeps SQLite from its index, by which they come in no order and each has to be looked up: 100,000 take
 * half as long, and the newest of them no time.
 */
export function createEmbeddedEpisodes(deps: {
  client: Database.Database;
  told: <T>(work: () => T) => T;
  together: (work: () => void) => void;
}): EmbeddedEpisodes {
  const { client, told, together } = deps;
  let usable: boolean | undefined;

  /** Loaded where it is needed first: without an embedding model it is never. */
  function canCompare(): boolean {
    if (usable !== undefined) return usable;
    try {
      loadSqliteVec(client);
      usable = true;
    } catch {
      usable = false;
    }
    return usable;
  }

  return {
    missing: async (model, limit) =>
      told(() =>
        canCompare()
          ? client
              .prepare<[string, number], { message_id: number; text: string }>(
                `SELECT m.id AS message_id, coalesce(e.asked, m.question) AS text
                 FROM episodes e JOIN messages m ON m.id = e.message_id
                 LEFT JOIN episode_embeddings v ON v.message_id = m.id AND v.model = ?
                 WHERE v.message_id IS NULL AND e.reading <> '' ORDER BY m.id DESC LIMIT ?`,
              )
              .all(identityKey(model), limit)
              .map(({ message_id, text }) => ({ message_id, text: asQuestion(text) }))
          : [],
      ),
    known: async (model, hashes) =>
      told(() => {
        const find = client.prepare<[string, string], { vector: Buffer | null }>(
          "SELECT vector FROM episode_embeddings WHERE model = ? AND hash = ? LIMIT 1",
        );
        return hashes.flatMap((hash) => {
          const row = find.get(identityKey(model), hash);
          return row === undefined ? [] : [{ hash, vector: numbersOf(row.vector) }];
        });
      }),
    put: async (model, rows) =>
      together(() => {
        for (const row of rows) insertEmbedded(client, model, row);
      }),
    async nearest(model, vector, which) {
      const [some, values] =
        "among" in which
          ? ["AND message_id IN (SELECT value FROM json_each(?))", [JSON.stringify(which.among)]]
          : ["", []];
      const most = "limit" in which ? which.limit : -1;
      const bytes = vectorBytes(vector);
      return told(() =>
        canCompare()
          ? client
              .prepare<unknown[], NearQuestion>(
                `SELECT message_id, 1 - vec_distance_cosine(vector, ?) AS cosine
                 FROM episode_embeddings
                 WHERE +model = ? AND octet_length(vector) = ? ${some}
                 ORDER BY cosine DESC NULLS LAST, message_id DESC LIMIT ?`,
              )
              .all(bytes, identityKey(model), bytes.byteLength, ...values, most)
          : [],
      );
    },
    background: async (model, vector, limit) =>
      told(() => {
        const bytes = vectorBytes(vector);
        return canCompare()
          ? client
              .prepare<unknown[], BackgroundCosine>(
                `SELECT json_extract(e.reading, '$.lang') AS lang,
                   1 - vec_distance_cosine(v.vector, ?) AS cosine
                 FROM (SELECT max(message_id) AS message_id, vector FROM (
                     SELECT message_id, hash, vector FROM episode_embeddings
                     WHERE +model = ? AND octet_length(vector) = ?
                     ORDER BY message_id DESC LIMIT ?
                   ) GROUP BY hash) v
                 JOIN episodes e ON e.message_id = v.message_id
                 WHERE json_valid(e.reading) AND lang IS NOT NULL AND cosine IS NOT NULL`,
              )
              .all(bytes, identityKey(model), bytes.byteLength, limit)
          : [];
      }),
    any: async (model) =>
      told(() => {
        const one =
          model === undefined
            ? client.prepare("SELECT 1 FROM episode_embeddings LIMIT 1").get()
            : client
                .prepare("SELECT 1 FROM episode_embeddings WHERE model = ? LIMIT 1")
                .get(identityKey(model));
        return one !== undefined;
      }),
    async forget() {
      together(() => client.prepare("DELETE FROM episode_embeddings").run());
      told(() => client.pragma("wal_checkpoint(TRUNCATE)")); // else they stand in the log of changes
    },
  };
}

/** Of a question that is still there. The vector of another model gives way. */
export function insertEmbedded(
  client: Database.Database,
  model: EmbeddingIdentity,
  { message_id, hash, vector }: { message_id: number } & EmbeddedText,
): void {
  client
    .prepare(
      `INSERT INTO episode_embeddings (message_id, model, hash, vector)
       SELECT id, ?, ?, ? FROM messages WHERE id = ?
       ON CONFLICT (message_id) DO UPDATE SET
         model = excluded.model, hash = excluded.hash, vector = excluded.vector`,
    )
    .run(identityKey(model), hash, vector === null ? null : vectorBytes(vector), message_id);
}

/** In memory of its own: a buffer may begin where no number of 32 bits can. */
const numbersOf = (bytes: Buffer | null): number[] | null =>
  bytes === null ? null : [...new Float32Array(Uint8Array.from(bytes).buffer)];
