import { sql } from "drizzle-orm";
import { Answer } from "#lib/contracts/answer";
import type { ForgetScope } from "#lib/contracts/memory";
import type { EpisodeVector, MemoryStore, StoredConcept } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { maskDeep } from "#lib/platform/secrets";
import { addConcept, changeConcept, conceptsUsed, listConcepts } from "./concept-rows.ts";
import type { Db } from "./dialect.ts";
import { createEmbeddedEpisodes } from "./embedded-rows.ts";
import type { Beside, Engine } from "./engine.ts";
import {
  claimsOfRun,
  countVectors,
  episodesOf,
  insertEpisode,
  listEpisodes,
  messagesThere,
  withoutVector,
} from "./episode-rows.ts";
import type { Flushed } from "./flushed.ts";
import {
  beginForgetting,
  endForgetting,
  forgetRows,
  namesOf,
  rowsForgotten,
  unfinishedForgettings,
} from "./forget-rows.ts";
import { locks } from "./locks.ts";
import { mineIn } from "./owner.ts";
import { raw, type Statements, tell } from "./statements.ts";
import type { TraceWriter } from "./trace-writer.ts";

/** The part of the store that keeps, recalls and forgets. */
export function createMemoryStore(deps: {
  engine: Engine;
  flushed: Flushed;
  writer: TraceWriter;
  beside: Beside;
  now: () => Date;
}): MemoryStore {
  const { engine, flushed, writer, beside, now } = deps;
  const { db, run, read, write } = engine;
  return {
    unread: async (made_by, limit) =>
      (await read(() => withoutVector(db, made_by, limit))).map(({ searched, ...row }) => ({
        ...row,
        searched: Answer.shape.searched.parse(JSON.parse(searched ?? "null")).map(asQuestion),
      })),
    putVectors: (rows) => write(() => putVectors(db, rows)),
    vectorsAfter: (made_by, after, limit) =>
      read(() => db.sqlDialect.vectors.after(db.owner, made_by, after, limit)),
    episodes: (message_ids) => read(() => episodesOf(db, message_ids)),
    listEpisodes: (page) => read(() => listEpisodes(db, page)),
    claimsOf: (run_id) => read(() => claimsOfRun(db, run_id)),
    vectors: () => read(() => countVectors(db)),
    embedded: createEmbeddedEpisodes(engine),
    concepts: {
      list: () => read(() => listConcepts(db)),
      add: async (concept, most) => write(() => addUnlessFull(db, maskDeep(concept).value, most)),
      change: async (concept_id, change) =>
        write(() => changeConcept(db, concept_id, maskDeep(change).value)),
      used: (concept_ids, at) => write(() => conceptsUsed(db, concept_ids, at)),
    },
    forgetting: {
      begin: (id, scope) =>
        write(() => beginForgetting(db, id, scope, now().toISOString()), { durable: true }),
      unfinished: () => read(() => unfinishedForgettings(db)),
      names: (scope) => read(() => namesOf(db, scope)),
      rows: (id, scope) => flushed.write(() => forget(db, id, scope)),
      end: (id) =>
        run(function* () {
          if (!(yield* db.sqlDialect.scrub())) return false;
          yield* endForgetting(db, id);
          return true;
        }),
    },
    async sizes() {
      await run(writer.flush);
      const all = (await beside.sizes()).flatMap(({ kind, rows: count, ...size }) =>
        kind === "conversations" || kind === "concepts" || kind === "tasks"
          ? [{ kind, count, ...size }]
          : [],
      );
      const own = await read(() => ownSizes(db));
      // With what the database adds to it only where all of it is theirs: of a part nobody knows that.
      return all.map((kind) => {
        const mine = own.find((one) => one.kind === kind.kind);
        return mine === undefined || mine.count === kind.count ? kind : mine;
      });
    },
  };
}

/** What the owner has of each kind: rows, letters, the oldest. */
function* ownSizes(db: Db): Statements<Awaited<ReturnType<MemoryStore["sizes"]>>> {
  const kinds = [
    { kind: "conversations", table: "messages", text: "answer", time: "asked_at" },
    { kind: "concepts", table: "concepts", text: "text", time: "created_at" },
    { kind: "tasks", table: "work_tasks", text: "input", time: "created_at" },
  ] as const;
  const found: Awaited<ReturnType<MemoryStore["sizes"]>> = [];
  for (const { kind, table, text, time } of kinds) {
    const [row] = yield* raw<{ count: number; bytes: number; oldest: string | null }>(
      sql`SELECT count(*) AS count, min(${sql.raw(time)}) AS oldest,
        CAST(coalesce(sum(octet_length(${sql.raw(text)})), 0) AS bigint) AS bytes
        FROM ${sql.raw(table)} WHERE ${mineIn(db, table)}`,
    );
    const { count = 0, bytes = 0, oldest = null } = row ?? {};
    found.push({ kind, count, bytes, ...(oldest === null ? {} : { oldest }) });
  }
  return found;
}

function* putVectors(
  db: Db,
  rows: readonly ({ message_id: number } & EpisodeVector)[],
): Statements<void> {
  yield* locks.addToConversations(); // none of them goes meanwhile
  const there = yield* messagesThere(
    db,
    rows.map(({ message_id }) => message_id),
  );
  for (const { message_id, ...made } of rows) {
    if (there.has(message_id)) yield* insertEpisode(db, message_id, made);
  }
}

function* addUnlessFull(db: Db, concept: StoredConcept, most: number): Statements<boolean> {
  yield* locks.concepts();
  if ((yield* listConcepts(db)).length >= most) return false;
  yield* addConcept(db, concept);
  return true;
}

function* forget(db: Db, id: string, scope: ForgetScope) {
  yield* locks.takeConversations();
  yield* tell("forgotten", id);
  const gone = yield* forgetRows(db, scope);
  yield* rowsForgotten(db, id);
  return gone;
}
