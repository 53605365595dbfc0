import path from "node:path";
import { sql } from "drizzle-orm";
import type { Clock } from "#lib/contracts/ports";
import type { Store, StoreState } from "#lib/contracts/store-ports";
import type { Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { nobodyElse, ownQueue } from "./one-server.ts";
import { createPostgresEngine } from "./postgres/engine.ts";
import { databaseFailure, ReadOnly } from "./postgres/failure.ts";
import { keptSizes } from "./postgres/kept-sizes.ts";
import { isCurrent, migrate } from "./postgres/migrate.ts";
import { openPool } from "./postgres/open-pool.ts";
import { dropOldOutcomes } from "./postgres/outcomes.ts";
import { createPresence, type Presence, type PresenceLimits } from "./postgres/presence.ts";
import { openSession } from "./postgres/session.ts";
import { beginStore, createStore } from "./rows/create-store.ts";
import { raw, type Statements } from "./rows/statements.ts";
import { verifyChain } from "./rows/verify-chain.ts";

/**
 * The store in a PostgreSQL database. Rejects with one sentence where the database cannot be reached, or its tables are of
 * another version; `apply` brings older ones up to date.
 */
export async function openPostgresStore(deps: {
  /** As PostgreSQL has it: postgres://name:password@host:port/database */
  url: string;
  clock: Clock;
  log: Logger;
  apply: boolean;
  /** Of a server, which others are to know of: what it has is its own as long as it is there. */
  server?: {
    version: string;
    /** Others held it to be gone: nothing of this store works any more. */
    replaced?: () => void;
    limits?: PresenceLimits;
  };
}): Promise<Store> {
  const { url, clock, log, apply, server } = deps;
  // Each of the two needs the other; what is asked here is asked once both are there.
  const ask = async (sql: string, values: unknown[] = []) => {
    const session = openSession(pool, presence);
    try {
      return (await session.query(sql, values)).rows as Record<string, unknown>[];
    } catch (error) {
      throw databaseFailure(error);
    } finally {
      session.release();
    }
  };
  const presence: Presence | undefined =
    server === undefined ? undefined : createPresence({ ...server, url, clock, log, ask });
  const pool = openPool(url, log, presence);
  try {
    const folder = path.join(projectDir(), "lib/store/postgres/migrations");
    const bringUp = (now: boolean) => migrate(pool, folder, now);
    await presence?.hold();
    if (presence === undefined) await bringUp(apply);
    else if (apply)
      await presence.upToDate(
        () => isCurrent(pool, folder),
        () => bringUp(true),
      );
    await bringUp(false);
    await presence?.join();
    const engine = createPostgresEngine(pool, presence, presence?.name);
    const { db, read, write } = engine;
    await write(function* () {
      yield* dropOldOutcomes();
      yield* beginStore(db, clock);
    });
    const beside = {
      audit: () => read(() => verifyChain(db, true)),
      sizes: () => read(keptSizes),
    };
    const { events, queue } = presence ?? { events: nobodyElse, queue: ownQueue };
    const check = () => engine.run(stateNow);
    return createStore({ engine, beside, clock, log, check, events, queue });
  } catch (error) {
    await presence?.release();
    await pool.end();
    throw databaseFailure(error);
  }
}

function* stateNow(): Statements<StoreState> {
  const [found] = yield* raw<{ step: number; read_only: string }>(
    sql`SELECT count(*) AS step, current_setting('transaction_read_only') AS read_only
      FROM docent_migrations`,
  );
  if (found?.read_only === "on") throw new ReadOnly();
  return { database: "postgresql", step: found?.step ?? 0 };
}
