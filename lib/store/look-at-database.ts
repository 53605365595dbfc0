import path from "node:path";
import type { AuditVerdict } from "#lib/contracts/activity-store";
import type { ServerPresence } from "#lib/contracts/ports";
import { createLogger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { createPostgresEngine } from "./postgres/engine.ts";
import { databaseFailure, whereOf } from "./postgres/failure.ts";
import { holderOf } from "./postgres/lock-connection.ts";
import { stepOf, stepsIn } from "./postgres/migrate.ts";
import { openPool } from "./postgres/open-pool.ts";
import { presenceOf, serversThere } from "./postgres/presence.ts";
import { openSession } from "./postgres/session.ts";
import { verifyChain } from "./rows/verify-chain.ts";

/** What a PostgreSQL database is for this version. `step`: 0 where there are no tables yet. */
export type LookedAt = {
  version: string;
  step: number;
  known: number;
  /** Who uses it, where the tables are of this step. */
  servers: ServerPresence[];
  /** A program that has it for itself. */
  held_by?: { pid: string; host: string };
  /** Undefined where nothing was audited yet, or the tables are of another step. */
  audit: AuditVerdict | undefined;
};

/** Reads alone, beside whoever uses it. Rejects with AppError and a sentence where it cannot be reached. */
export async function lookAtDatabase(url: string): Promise<LookedAt> {
  const pool = openPool(url, createLogger("look", "silent"));
  const session = openSession(pool);
  try {
    const { rows } = await session.query("SHOW server_version");
    const { server_version: version } = rows[0] as { server_version: string };
    const step = await stepOf(session);
    const known = stepsIn(path.join(projectDir(), "lib/store/postgres/migrations")).length;
    const holder = await holderOf(session);
    const there = step === known ? (await session.query(serversThere)).rows : [];
    const servers = there.map(presenceOf);
    const { db, read } = createPostgresEngine(pool);
    const audit = step === known ? await read(() => verifyChain(db, true)) : undefined;
    const alone = holder !== undefined && servers.length === 0;
    const held = alone ? { held_by: whereOf(holder.name) } : {};
    return { version, step, known, servers, audit, ...held };
  } catch (error) {
    throw databaseFailure(error);
  } finally {
    session.release();
    await pool.end();
  }
}
