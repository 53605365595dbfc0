import { eq } from "drizzle-orm";
import type { Db } from "./dialect.ts";
import { upkeep } from "./schema.ts";
import { get, type Statements, write } from "./statements.ts";

/** Single things that the store remembers of its own upkeep, each by its name. */
type UpkeepName = "trace_index" | "unsure_traces" | "figures" | "compaction";

export function* hasUpkeep(db: Db, name: UpkeepName): Statements<boolean> {
  return (yield* getUpkeep(db, name)) !== undefined;
}

export function* getUpkeep(db: Db, name: UpkeepName): Statements<unknown> {
  const row = yield* get(db.select().from(upkeep).where(eq(upkeep.name, name)));
  return row && (JSON.parse(row.value) as unknown);
}

export function* setUpkeep(db: Db, name: UpkeepName, value: unknown): Statements<void> {
  const row = { name, value: JSON.stringify(value) };
  yield* write(db.insert(upkeep).values(row).onConflictDoUpdate({ target: upkeep.name, set: row }));
}
