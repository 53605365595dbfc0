import { randomBytes } from "node:crypto";
import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { BadAddress, failureOfDriver, Taken, Unreachable } from "./failure.ts";

/**
 * One server at a time uses a database: two would each take the other's runs and tasks for those of a server that died. Two
 * advisory locks say so, which PostgreSQL lets go of when their connection ends, however that comes about:
 *
 *     server   held alone, by one connection that does nothing else
 *     work     shared, by every connection that statements are run on, as long as it lives
 *
 * A connection is used for work once it holds `work` and the server then still holds `server`. Whoever takes `server` goes
 * away again while somebody else holds `work`. So a server that lost the first lock without knowing it changes nothing beside
 * its successor.
 */
export type SoleUse = {
  /** Resolves while this server has the database, and takes it again after the connection was lost. Rejects with `Taken`. */
  hold(): Promise<void>;
  /** For each new connection of the pool, before it is used. */
  guard(client: pg.ClientBase): Promise<void>;
  release(): Promise<void>;
};

const CONNECT_MS = 5_000;
/** Another that only looks whether it may have the database goes away again by then. */
const WAIT_MS = 1_000;
const END_MS = 1_000;
const ALIVE_MS = 10_000;
const serverLock = "hashtextextended('docent: server', 0)";
const workLock = "hashtextextended('docent: work of a server', 0)";

export function createSoleUse(url: string): SoleUse {
  const name = ownName();
  let held: { client: pg.Client; pid: number } | undefined;
  let holding: Promise<void> | undefined;
  let released = false;

  async function take(): Promise<void> {
    const client = clientOf(url);
    const gone = () => {
      if (held?.client === client) held = undefined;
    };
    client.on("error", gone);
    client.on("end", gone);
    try {
      await client.connect();
      await client.query(aliveSettings);
      await client.query(namedAs, [name]);
      await lockServer(client);
      const pid = await numberOf(client, "SELECT pg_backend_pid() AS found");
      held = { client, pid };
    } catch (error) {
      await ended(client);
      throw error instanceof Taken ? error : failureOfDriver(error);
    }
    if (released) await ended(client);
  }

  async function lockServer(client: pg.Client): Promise<void> {
    if (!(await isTrue(client, `SELECT pg_try_advisory_lock(${serverLock}) AS found`))) {
      const holder = await holderOf(client);
      // What is left of this server's own connection on a network that broke.
      const own = holder !== undefined && holder.name === name;
      if (own) await client.query("SELECT pg_terminate_backend($1)", [holder.pid]);
      if (!(await lockSoon(client))) throw new Taken((await holderOf(client))?.name);
    }
    const [stranger] = await rowsOf(client, `${lockedBy(workLock)} AND ${isStranger}`, [name]);
    if (stranger !== undefined) throw new Taken(stranger.name);
  }

  return {
    async hold() {
      if (held !== undefined) return;
      if (released) throw new Unreachable(new Error("it was let go"));
      holding ??= take().finally(() => {
        holding = undefined;
      });
      return holding;
    },
    async guard(client) {
      await client.query(namedAs, [name]);
      await client.query(durable);
      await client.query(`SELECT pg_advisory_lock_shared(${workLock})`);
      const still = `SELECT EXISTS (${lockedBy(serverLock)} AND l.pid = $1) AS found`;
      if (held !== undefined && (await isTrue(client, still, [held.pid]))) return;
      throw new Unreachable(new Error("the database is not held"));
    },
    async release() {
      released = true;
      await holding?.catch(() => undefined);
      if (held !== undefined) await ended(held.client);
      held = undefined;
    },
  };
}

function clientOf(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: ALIVE_MS,
      query_timeout: 2 * CONNECT_MS,
    });
  } catch {
    throw new BadAddress();
  }
}

async function lockSoon(client: pg.Client): Promise<boolean> {
  await client.query(`SET lock_timeout = ${WAIT_MS}`);
  try {
    await client.query(`SELECT pg_advisory_lock(${serverLock})`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "55P03") return false;
    throw error;
  }
}

/** A server that is gone does not answer that it is left. */
async function ended(client: pg.Client): Promise<void> {
  const left = client.end().catch(() => undefined);
  await Promise.race([left, pause(END_MS, undefined, { ref: false })]);
}

/** As `whereOf` reads it. Of another process it is another. */
function ownName(): string {
  const host = os.hostname().replace(/[^\w.-]/g, "_");
  return `docent ${process.pid} ${randomBytes(4).toString("hex")} ${host}`.slice(0, 63);
}

/** A machine that is gone is noticed within a minute, and a server that ends idle connections leaves this one alone. */
const aliveSettings = `SELECT set_config(name, setting, false)
  FROM (VALUES ('tcp_keepalives_idle', '20'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '4'),
    ('idle_session_timeout', '0')) AS wanted (name, setting) WHERE name IN (SELECT name FROM pg_settings)`;

/** A commit is not lost with the database server, whatever that is set to. */
const durable = `SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') = 'off'`;
/** Not as the address may have it: by this one server knows its own connections. */
const namedAs = "SELECT set_config('application_name', $1, false)";
const isStranger = "a.application_name IS DISTINCT FROM $1";
const lockedBy = (key: string) => `SELECT l.pid, a.application_name AS name
  FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = ${key}`;

type Holder = { pid: number; name: string | undefined };

/** Undefined where nobody has it by now. */
export async function holderOf(client: Asked): Promise<Holder | undefined> {
  const [holder] = await rowsOf(client, lockedBy(serverLock));
  return holder;
}

type LockRow = { pid: number; name: string | null };

type Asked = { query(sql: string, values: string[]): Promise<{ rows: unknown[] }> };

async function rowsOf(client: Asked, sql: string, values: string[] = []): Promise<Holder[]> {
  const { rows } = await client.query(sql, values);
  return (rows as LockRow[]).map(({ pid, name }) => ({ pid, name: name ?? undefined }));
}

async function isTrue(client: pg.ClientBase, sql: string, values: number[] = []): Promise<boolean> {
  return (await client.query<{ found: boolean }>(sql, values)).rows[0]?.found === true;
}

async function numberOf(client: pg.ClientBase, sql: string): Promise<number> {
  const { rows } = await client.query<{ found: number }>(sql);
  const [row] = rows;
  if (row === undefined) throw new Error("the database gave no row");
  return row.found;
}
