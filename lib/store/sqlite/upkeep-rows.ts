import { eq } from "drizzle-orm";
import type { Db } from "./open-database.ts";
import { upkeep } from "./schema.ts";

/** Single things that the store remembers of its own upkeep, each by its name. */
type UpkeepName = "trace_index" | "figures" | "compaction";

export function hasUpkeep(db: Db, name: UpkeepName): boolean {
  return getUpkeep(db, name) !== undefined;
}

export function getUpkeep(db: Db, name: UpkeepName): unknown {
  const row = db.select().from(upkeep).where(eq(upkeep.name, name)).get();
  return row && (JSON.parse(row.value) as unknown);
}

export function setUpkeep(db: Db, name: UpkeepName, value: unknown): void {
  const row = { name, value: JSON.stringify(value) };
  db.insert(upkeep).values(row).onConflictDoUpdate({ target: upkeep.name, set: row }).run();
}
