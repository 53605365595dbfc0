import { asc, eq, sql } from "drizzle-orm";
import type { StoredConcept } from "#lib/contracts/ports";
import { insertRow } from "./insert-row.ts";
import type { Db } from "./open-database.ts";
import { concepts } from "./schema.ts";

/** Oldest first. */
export function listConcepts(db: Db): StoredConcept[] {
  return db
    .select()
    .from(concepts)
    .orderBy(asc(concepts.created_at), asc(sql`rowid`))
    .all()
    .map((row) => {
      const { concept_id, kind, text, origin, created_at, updated_at, uses } = row;
      const { term, value, agent_id, trace_id, approval_id, partition, used_at } = row;
      const may = { term, value, agent_id, trace_id, approval_id, partition, used_at };
      const there = Object.entries(may).filter(([, one]) => one !== null);
      return {
        ...{ concept_id, kind, text, origin, created_at, updated_at, uses },
        ...Object.fromEntries(there),
      };
    });
}

export function addConcept(db: Db, concept: StoredConcept): void {
  insertRow(db, concepts, concept);
}

/** What is not named in `change` stays, but for `term` and `value`, which are those of the new text. False when it is not there. */
export function changeConcept(
  db: Db,
  concept_id: string,
  { text, reading, shared, at }: ConceptEdit,
): boolean {
  const read =
    text === undefined || reading === undefined
      ? {}
      : { text, kind: reading.kind, term: reading.term ?? null, value: reading.value ?? null };
  const { changes } = db
    .update(concepts)
    .set({ ...read, ...(shared === true ? { partition: null } : {}), updated_at: at })
    .where(eq(concepts.concept_id, concept_id))
    .run();
  return changes > 0;
}

export type ConceptEdit = {
  text?: string;
  reading?: Pick<StoredConcept, "kind" | "term" | "value">;
  shared?: true;
  at: string;
};

export function conceptsUsed(db: Db, concept_ids: readonly string[], at: string): void {
  for (const concept_id of concept_ids) {
    db.update(concepts)
      .set({ uses: sql`${concepts.uses} + 1`, used_at: at })
      .where(eq(concepts.concept_id, concept_id))
      .run();
  }
}
