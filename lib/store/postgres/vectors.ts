import { sql } from "drizzle-orm";
import type { NearQuestion } from "#lib/contracts/ports";
import type { Dialect } from "../rows/dialect.ts";
import { numbersOf } from "../rows/embedded-rows.ts";
import { int8Of } from "../rows/episode-rows.ts";
import { mineIn } from "../rows/owner.ts";
import { raw, type Statements } from "../rows/statements.ts";
import type { Owner } from "../rows/whose.ts";

/** Vectors as bytes, compared in this process: their number is that of the questions of one team. */
export const postgresVectors: Dialect["vectors"] = {
  usable: () => true,
  *after(owner, made_by, after, limit) {
    const rows = yield* raw<{ message_id: number; vector: Buffer }>(
      sql`SELECT message_id, vector FROM episodes
        WHERE message_id > ${after} AND made_by = ${made_by} AND ${mineIn({ owner }, "episodes")}
        ORDER BY message_id LIMIT ${limit}`,
    );
    return rows.map(({ message_id, vector }) => ({ message_id, vector: int8Of(vector) }));
  },
  *nearest(owner, model, vector, which) {
    const found: NearQuestion[] = [];
    const among = "among" in which ? new Set(which.among) : undefined;
    for (let last = 0, more = true; more; ) {
      const rows = yield* storedAfter(owner, model, vector.length, last);
      for (const { message_id, vector: bytes } of rows) {
        if (among !== undefined && !among.has(message_id)) continue;
        found.push({ message_id, cosine: cosineOf(vector, numbersOf(bytes)) });
      }
      more = rows.length === pageRows;
      last = rows.at(-1)?.message_id ?? last;
    }
    return found.sort(nearestFirst).slice(0, "limit" in which ? which.limit : undefined);
  },
  *background(owner, model, vector, limit) {
    const rows = yield* raw<{ vector: Buffer; reading: string }>(
      sql`SELECT v.vector, e.reading FROM (
          SELECT DISTINCT ON (hash) message_id, vector FROM (
            SELECT message_id, hash, vector FROM episode_embeddings
            WHERE model = ${model} AND octet_length(vector) = ${4 * vector.length}
              AND ${mineIn({ owner }, "episode_embeddings")}
            ORDER BY message_id DESC LIMIT ${limit}
          ) newest ORDER BY hash, message_id DESC
        ) v JOIN episodes e ON e.message_id = v.message_id`,
    );
    return rows.flatMap(({ vector: bytes, reading }) => {
      const lang = langOf(reading);
      const cosine = cosineOf(vector, numbersOf(bytes));
      return lang === undefined || cosine === null ? [] : [{ lang, cosine }];
    });
  },
};

/** So many are in memory at once. */
const pageRows = 5000;

function storedAfter(
  owner: Owner,
  model: string,
  length: number,
  after: number,
): Statements<{ message_id: number; vector: Buffer }[]> {
  return raw(
    sql`SELECT message_id, vector FROM episode_embeddings
      WHERE message_id > ${after} AND model = ${model} AND octet_length(vector) = ${4 * length}
        AND ${mineIn({ owner }, "episode_embeddings")}
      ORDER BY message_id LIMIT ${pageRows}`,
  );
}

/** Null where one of them has no direction. */
function cosineOf(one: readonly number[], other: readonly number[]): number | null {
  let dot = 0;
  let ones = 0;
  let others = 0;
  for (const [i, a] of one.entries()) {
    const b = other[i] ?? 0;
    dot += a * b;
    ones += a * a;
    others += b * b;
  }
  const length = Math.sqrt(ones) * Math.sqrt(others);
  return length === 0 ? null : dot / length;
}

function nearestFirst(a: NearQuestion, b: NearQuestion): number {
  if (a.cosine === b.cosine) return b.message_id - a.message_id;
  if (a.cosine === null || b.cosine === null) return a.cosine === null ? 1 : -1;
  return b.cosine - a.cosine;
}

/** A reading is of the room that made it; only its language is looked at, and one that cannot be read has none. */
function langOf(reading: string): string | undefined {
  try {
    const { lang } = JSON.parse(reading) as { lang?: unknown };
    return typeof lang === "string" ? lang : undefined;
  } catch {
    return undefined;
  }
}
