import pg from "pg";
import type { Logger } from "#lib/platform/logger";
import type { Hold } from "./session.ts";

/** As many as this are asked at once; further work waits for one of them. */
const MOST_CONNECTIONS = 10;
const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
/** What takes longer is given up by the server, so that one statement does not hold up all others. */
const STATEMENT_MS = 120_000;
const LOCK_MS = 10_000;
/** A server that died in the middle of its work lets go of what it held. */
const BROKEN_OFF_MS = 60_000;
/** An idle connection to a machine that is gone is found out so soon. */
const ALIVE_MS = 10_000;

/** Connections to the database of this address; none is made before it is needed. `hold`: each is guarded by it. */
export function openPool(url: string, log: Logger, hold?: Hold): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "docent",
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: BROKEN_OFF_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS, // a server that answers nothing any more
    keepAlive: true,
    keepAliveInitialDelayMillis: ALIVE_MS,
    ...(hold === undefined ? {} : { onConnect: hold.guard }),
  });
  // A connection that is lost while nobody asks is told here alone; who asks next is given another.
  const lost = () => log.warn("a connection to the database was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => void client.on("error", lost));
  return pool;
}
