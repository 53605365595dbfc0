import { and, asc, eq, sql } from "drizzle-orm";
import type { StoredConcept } from "#lib/contracts/ports";
import type { Db } from "./dialect.ts";
import { mine, ownerOf } from "./owner.ts";
import { concepts } from "./schema.ts";
import { all, insert, type Statements, write } from "./statements.ts";

/** Oldest first. */
export function* listConcepts(db: Db): Statements<StoredConcept[]> {
  return (yield* all(
    db
      .select()
      .from(concepts)
      .where(mine(db, concepts))
      .orderBy(asc(concepts.created_at), asc(sql`rowid`)),
  )).map((row) => {
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

export function* addConcept(db: Db, concept: StoredConcept): Statements<void> {
  yield* insert(concepts, { ...concept, owner: ownerOf(db) });
}

/** What is not named in `change` stays, but for `term` and `value`, which are those of the new text. False when it is not there. */
export function* changeConcept(
  db: Db,
  concept_id: string,
  { text, reading, shared, at }: ConceptEdit,
): Statements<boolean> {
  const read =
    text === undefined || reading === undefined
      ? {}
      : { text, kind: reading.kind, term: reading.term ?? null, value: reading.value ?? null };
  const changes = yield* write(
    db
      .update(concepts)
      .set({ ...read, ...(shared === true ? { partition: null } : {}), updated_at: at })
      .where(and(mine(db, concepts), eq(concepts.concept_id, concept_id))),
  );
  return changes > 0;
}

export type ConceptEdit = {
  text?: string;
  reading?: Pick<StoredConcept, "kind" | "term" | "value">;
  shared?: true;
  at: string;
};

export function* conceptsUsed(
  db: Db,
  concept_ids: readonly string[],
  at: string,
): Statements<void> {
  for (const concept_id of concept_ids) {
    yield* write(
      db
        .update(concepts)
        .set({ uses: sql`${concepts.uses} + 1`, used_at: at })
        .where(and(mine(db, concepts), eq(concepts.concept_id, concept_id))),
    );
  }
}
