import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Pool } from "pg";
import { OtherVersion, UnfinishedCopy } from "./failure.ts";
import { openSession, type Session } from "./session.ts";

/**
 * Refuses a database whose tables are of a newer version, or of an older one unless `apply` is set: then it brings them up to
 * date, in one transaction and one server at a time. A database that is refused is left as it is.
 */
export async function migrate(pool: Pool, folder: string, apply: boolean): Promise<void> {
  const files = stepsIn(folder);
  const session = openSession(pool);
  try {
    await session.query("BEGIN");
    // No lock on a table yet: there may be none.
    await session.query("SELECT pg_advisory_xact_lock(hashtextextended('docent: migrations', 0))");
    const step = await stepOf(session);
    const { rows } = await session.query("SELECT to_regclass($1) AS found", [copyTable]);
    if ((rows[0] as { found: unknown }).found !== null) throw new UnfinishedCopy();
    if (step > files.length || (step < files.length && !apply)) {
      throw new OtherVersion(step, files.length);
    }
    for (const name of files.slice(step)) {
      await session.query(readFileSync(path.join(folder, name), "utf8"));
      await session.query("INSERT INTO docent_migrations (name) VALUES ($1)", [name]);
    }
    await session.query("COMMIT");
  } catch (error) {
    await session.query("ROLLBACK").catch(session.spoil);
    throw error;
  } finally {
    session.release();
  }
}

/** Whether there is nothing to bring up to date. What else may be wrong with it is for `migrate` to say. */
export async function isCurrent(pool: Pool, folder: string): Promise<boolean> {
  const session = openSession(pool);
  try {
    return (await stepOf(session)) >= stepsIn(folder).length;
  } finally {
    session.release();
  }
}

/** As long as a state is being copied into the database: see `copying/target.ts`. */
export const copyTable = "docent_copy";

/** The migrations that this version knows, in their order. */
export function stepsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** How many migrations this database has seen. */
export async function stepOf(session: Session): Promise<number> {
  const { rows } = await session.query("SELECT to_regclass('docent_migrations') AS found");
  if ((rows[0] as { found: unknown }).found === null) return 0;
  const counted = await session.query("SELECT count(*) AS step FROM docent_migrations");
  return (counted.rows[0] as { step: number }).step;
}
