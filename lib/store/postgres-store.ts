import path from "node:path";
import { sql } from "drizzle-orm";
import type { Clock } from "#lib/contracts/ports";
import type { Store, StoreState } from "#lib/contracts/store-ports";
import type { Logger } from "#lib/platform/logger";
import { projectDir } from "#lib/platform/project";
import { createPostgresEngine } from "./postgres/engine.ts";
import { databaseFailure, ReadOnly } from "./postgres/failure.ts";
import { keptSizes } from "./postgres/kept-sizes.ts";
import { migrate } from "./postgres/migrate.ts";
import { openPool } from "./postgres/open-pool.ts";
import { dropOldOutcomes } from "./postgres/outcomes.ts";
import { createSoleUse } from "./postgres/sole-use.ts";
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
  /** Whether no other server may use the database as long as this store is open; refused while another does. */
  alone?: boolean;
}): Promise<Store> {
  const { url, clock, log, apply, alone = false } = deps;
  const sole = alone ? createSoleUse(url) : undefined;
  const pool = openPool(url, log, sole);
  try {
    await sole?.hold();
    await migrate(pool, path.join(projectDir(), "lib/store/postgres/migrations"), apply);
    const engine = createPostgresEngine(pool, sole);
    const { db, read, write } = engine;
    await write(function* () {
      yield* dropOldOutcomes();
      yield* beginStore(db, clock);
    });
    const beside = {
      audit: () => read(() => verifyChain(db, true)),
      sizes: () => read(keptSizes),
    };
    return createStore({ engine, beside, clock, log, check: () => engine.run(stateNow) });
  } catch (error) {
    await pool.end();
    await sole?.release();
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
