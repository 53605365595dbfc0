import path from "node:path";
import type { Clock } from "#lib/contracts/ports";
import type { Store } from "#lib/contracts/store-ports";
import type { Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { createPostgresEngine } from "./postgres/engine.ts";
import { databaseFailure } from "./postgres/failure.ts";
import { keptSizes } from "./postgres/kept-sizes.ts";
import { migrate } from "./postgres/migrate.ts";
import { openPool } from "./postgres/open-pool.ts";
import { beginStore, createStore } from "./rows/create-store.ts";
import { verifyChain } from "./rows/verify-chain.ts";

/**
 * The store in a PostgreSQL database, which several programs may use at once. Rejects with one sentence where the database
 * cannot be reached, or its tables are of another version; `apply` brings older ones up to date.
 */
export async function openPostgresStore(deps: {
  /** As PostgreSQL has it: postgres://name:password@host:port/database */
  url: string;
  clock: Clock;
  log: Logger;
  apply: boolean;
}): Promise<Store> {
  const { url, clock, log, apply } = deps;
  const pool = openPool(url, log);
  try {
    await migrate(pool, path.join(projectDir(), "lib/store/postgres/migrations"), apply);
    const engine = createPostgresEngine(pool);
    const { db, read, write } = engine;
    await write(() => beginStore(db, clock));
    const beside = {
      audit: () => read(() => verifyChain(db, true)),
      sizes: () => read(keptSizes),
    };
    return createStore({ engine, beside, clock, log });
  } catch (error) {
    await pool.end();
    throw databaseFailure(error);
  }
}
