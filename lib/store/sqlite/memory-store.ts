import { Answer } from "#lib/contracts/answer";
import type { MemoryStore } from "#lib/contracts/ports";
import { asQuestion } from "#lib/contracts/question";
import { maskDeep } from "#lib/platform/secrets";
import type { createReaderBeside } from "../read-beside.ts";
import { addConcept, changeConcept, conceptsUsed, listConcepts } from "./concept-rows.ts";
import { createEmbeddedEpisodes } from "./embedded-rows.ts";
import {
  claimsOfRun,
  countVectors,
  episodesOf,
  insertEpisode,
  listEpisodes,
  messagesThere,
  vectorsAfter,
  withoutVector,
} from "./episode-rows.ts";
import {
  beginForgetting,
  endForgetting,
  forgetRows,
  namesOf,
  rowsForgotten,
  unfinishedForgettings,
} from "./forget-rows.ts";
import type { OpenDatabase } from "./open-database.ts";

/** The part of the store that keeps, recalls and forgets. */
export function createMemoryStore(deps: {
  opened: OpenDatabase;
  writer: { flush(): void };
  beside: ReturnType<typeof createReaderBeside>;
  now: () => Date;
  told: <T>(work: () => T) => T;
  together: (work: () => void) => void;
  durably: <T>(work: () => T) => T;
}): MemoryStore {
  const { opened, writer, beside, now, told, together, durably } = deps;
  const { db, client } = opened;
  const within = <T>(work: () => T): T => told(() => client.transaction(work).immediate());

  return {
    unread: async (made_by, limit) =>
      told(() =>
        withoutVector(db, made_by, limit).map(({ searched, ...row }) => ({
          ...row,
          searched: Answer.shape.searched.parse(JSON.parse(searched)).map(asQuestion),
        })),
      ),
    putVectors: async (rows) =>
      together(() => {
        const there = messagesThere(
          db,
          rows.map(({ message_id }) => message_id),
        );
        for (const { message_id, ...made } of rows)
          if (there.has(message_id)) insertEpisode(db, message_id, made);
      }),
    vectorsAfter: async (made_by, after, limit) =>
      told(() => vectorsAfter(client, made_by, after, limit)),
    episodes: async (message_ids) => told(() => episodesOf(db, message_ids)),
    listEpisodes: async (page) => told(() => listEpisodes(db, page)),
    claimsOf: async (run_id) => told(() => claimsOfRun(db, run_id)),
    vectors: async () => told(() => countVectors(db)),
    embedded: createEmbeddedEpisodes({ client, told, together }),
    concepts: {
      list: async () => told(() => listConcepts(db)),
      add: async (concept, most) =>
        within(() => {
          if (listConcepts(db).length >= most) return false;
          addConcept(db, maskDeep(concept).value);
          return true;
        }),
      change: async (concept_id, change) =>
        within(() => changeConcept(db, concept_id, maskDeep(change).value)),
      used: async (concept_ids, at) => together(() => conceptsUsed(db, concept_ids, at)),
    },
    forgetting: {
      begin: async (id, scope) =>
        durably(() => together(() => beginForgetting(db, id, scope, now().toISOString()))),
      unfinished: async () => told(() => unfinishedForgettings(db)),
      names: async (scope) => told(() => namesOf(db, scope)),
      rows: async (id, scope) => {
        told(() => writer.flush()); // what waits of it goes with it
        return within(() => {
          const gone = forgetRows(opened, scope);
          rowsForgotten(db, id);
          return gone;
        });
      },
      end: async (id) =>
        told(() => {
          // What went stands in the log of changes until the log is emptied into the file.
          const [emptied] = client.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
          if (emptied?.busy !== 0) return false;
          endForgetting(db, id);
          return true;
        }),
    },
    async sizes() {
      told(() => writer.flush());
      const kinds = await beside.sizes();
      return kinds.flatMap(({ kind, rows: count, ...size }) =>
        kind === "conversations" || kind === "concepts" || kind === "tasks"
          ? [{ kind, count, ...size }]
          : [],
      );
    },
  };
}
