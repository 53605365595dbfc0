import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import type { BackgroundCosine, NearQuestion } from "#lib/contracts/ports";
import { loadSqliteVec, vectorBytes } from "#lib/platform/sqlite-vectors";
import type { Dialect } from "../rows/dialect.ts";
import { int8Of } from "../rows/episode-rows.ts";
import { mineIn } from "../rows/owner.ts";
import { own, raw, type Statements, TransactionEnded } from "../rows/statements.ts";
import { everyone } from "../rows/whose.ts";
import { rarestFirst } from "./rarest-first.ts";
import { sizeOf } from "./size-of.ts";
import { traceRows } from "./trace-list.ts";
import { mergeWords, rebuildWords, withoutSecureDelete } from "./trace-words.ts";

/** What SQLite says in its own words. */
export function sqliteDialect(client: Database.Database, builder: BetterSQLite3Database): Dialect {
  return {
    jsonText: (column, key) => sql`json_extract(${column}, ${sql.raw(`'$.${key}'`)})`,
    jsonPart: (column, key) => sql`json_extract(${column}, ${sql.raw(`'$.${key}'`)})`,
    jsonTrue: (column, key) => sql`json_extract(${column}, ${sql.raw(`'$.${key}'`)}) = 1`,
    like: (column, pattern) => sql`${column} LIKE ${pattern} ESCAPE '\\'`,
    holds: (column, text) => sql`instr(${column}, ${text}) > 0`,
    before: (column, sign) => sql`substr(${column}, 1, instr(${column}, ${sign}) - 1)`,
    equal: (table, wanted, bounds) => rarestFirst(builder, table, wanted, bounds),
    traceRows: (query, bounds) => traceRows(builder, query, bounds),
    titles: {
      forgetLater: (work) => withoutSecureDelete(client, work),
      merge: (begin) => own(() => mergeWords(client, begin)),
      rebuild: () => own(() => rebuildWords(client)),
    },
    vectors: sqliteVectors(client),
    release: (most) =>
      own(() => {
        if (client.pragma("auto_vacuum", { simple: true }) !== 2) return 0; // made by an older version: they are used again
        client.pragma(`incremental_vacuum(${most})`);
        return Number(client.pragma("freelist_count", { simple: true }));
      }),
    scrub: () =>
      own(() => {
        // What went stands in the log of changes until the log is emptied into the file.
        const [emptied] = client.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
        return emptied?.busy === 0;
      }),
    bytes: () =>
      own(() => {
        const pages = Number(client.pragma("freelist_count", { simple: true }));
        const size = Number(client.pragma("page_size", { simple: true }));
        const log = Math.max(0, sizeOf(`${client.name}-wal`));
        return { file: Math.max(0, sizeOf(client.name)) + log, free: pages * size };
      }),
    isOfRow(error) {
      if (error instanceof TransactionEnded) return false;
      if (!(error instanceof Database.SqliteError)) return true;
      return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(error.code);
    },
    doubtful: () => undefined,
    faultName(error) {
      const fault = error instanceof TransactionEnded ? error.cause : error;
      return fault instanceof Database.SqliteError ? fault.code : "unforeseen";
    },
  };
}

/**
 * Where most vectors are read, `+model` keeps SQLite from its index, by which they come in no order and each has to be looked
 * up: 100,000 take half as long, and the newest of them no time.
 */
function sqliteVectors(client: Database.Database): Dialect["vectors"] {
  let usable: boolean | undefined;
  return {
    /** Loaded where it is needed first: without an embedding model it is never. */
    usable() {
      if (usable !== undefined) return usable;
      try {
        loadSqliteVec(client);
        usable = true;
      } catch {
        usable = false;
      }
      return usable;
    },
    /** Many are read at once: without a wrapper around each row. */
    after: (whose, made_by, after, limit) =>
      own(() => {
        const [theirs, named] = whose === everyone ? ["", []] : ["AND owner = ?", [whose]];
        return client
          .prepare<unknown[], [number, Buffer]>(
            `SELECT message_id, vector FROM episodes WHERE message_id > ? AND made_by = ? ${theirs} ORDER BY message_id LIMIT ?`,
          )
          .raw()
          .all(after, made_by, ...named, limit)
          .map(([message_id, vector]) => ({ message_id, vector: int8Of(vector) }));
      }),
    nearest(owner, model, vector, which): Statements<NearQuestion[]> {
      const bytes = vectorBytes(vector);
      const some =
        "among" in which
          ? sql`AND message_id IN (SELECT value FROM json_each(${JSON.stringify(which.among)}))`
          : sql``;
      return raw(
        sql`SELECT message_id, 1 - vec_distance_cosine(vector, ${bytes}) AS cosine
          FROM episode_embeddings
          WHERE +model = ${model} AND octet_length(vector) = ${bytes.byteLength}
            AND ${mineIn({ owner }, "episode_embeddings")} ${some}
          ORDER BY cosine DESC NULLS LAST, message_id DESC LIMIT ${"limit" in which ? which.limit : -1}`,
      );
    },
    background(owner, model, vector, limit): Statements<BackgroundCosine[]> {
      const bytes = vectorBytes(vector);
      return raw(
        sql`SELECT json_extract(e.reading, '$.lang') AS lang,
            1 - vec_distance_cosine(v.vector, ${bytes}) AS cosine
          FROM (SELECT max(message_id) AS message_id, vector FROM (
              SELECT message_id, hash, vector FROM episode_embeddings
              WHERE +model = ${model} AND octet_length(vector) = ${bytes.byteLength}
                AND ${mineIn({ owner }, "episode_embeddings")}
              ORDER BY message_id DESC LIMIT ${limit}
            ) GROUP BY hash) v
          JOIN episodes e ON e.message_id = v.message_id
          WHERE json_valid(e.reading) AND lang IS NOT NULL AND cosine IS NOT NULL`,
      );
    },
  };
}
