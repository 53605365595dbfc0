import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { sha256 } from "#lib/platform/hash";
import { BadAddress, whereOf } from "./failure.ts";
import { limits } from "./limits.ts";

/*
 * A connection that holds advisory locks for as long as it lives: PostgreSQL lets go of them when it ends, however that
 * comes about. `server` is held shared by every server of this database, and alone by whoever has to be alone; `work` of a
 * server is shared by every connection that it works on.
 */
export const serverLock = "hashtextextended('docent: server', 0)";
export const workLockOf = (parameter: string) =>
  `hashtextextended('docent: work of ' || ${parameter}, 0)`;

/** As `whereOf` reads it. Of another process it is another. */
export function ownName(): string {
  const host = os.hostname().replace(/[^\w.-]/g, "_");
  const one = randomBytes(4).toString("hex");
  return `docent ${process.pid} ${one}_${runOfMachine()} ${host}`.slice(0, 63);
}

/** Whether its process would be seen here: machines and containers of one name have processes of their own. */
export const isOfThisMachine = (name: string): boolean =>
  / \w+_(\w+) /.exec(name)?.[1] === runOfMachine() &&
  whereOf(name).host === whereOf(ownName()).host;

/** The same for all processes that see each other, until the machine is started again. */
function runOfMachine(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
    return sha256(`${boot} ${readlinkSync("/proc/self/ns/pid")}`).slice(0, 8);
  } catch {
    return "0"; // not a Linux: by its name alone
  }
}

/** Throws `BadAddress`. */
export function clientOf(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: limits.connect_ms,
      keepAlive: true,
      keepAliveInitialDelayMillis: limits.alive_ms,
      query_timeout: 2 * limits.connect_ms,
    });
  } catch {
    throw new BadAddress();
  }
}

/** Connects it, under this name. A machine that is gone is noticed within a minute. */
export async function connectAs(client: pg.Client, name: string): Promise<void> {
  await client.connect();
  await client.query(aliveSettings);
  await client.query(namedAs, [name]);
  await client.query(`SET lock_timeout = ${limits.lock_wait_ms}`);
}

/** What each connection is told before work is done on it. */
export async function beginWork(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(namedAs, [name]);
  await client.query(durable);
  await client.query(`SELECT pg_advisory_lock_shared(${workLockOf("$1")})`, [name]);
}

/** Waits for `lock_timeout`. False where another has it for longer. */
export async function lockSoon(client: Asked, lock: string, values: string[] = []) {
  try {
    await client.query(lock, values);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === "55P03") return false;
    throw error;
  }
}

/** A server that is gone does not answer that it is left. */
export async function ended(client: pg.Client): Promise<void> {
  const left = client.end().catch(() => undefined);
  await Promise.race([left, pause(limits.end_ms, undefined, { ref: false })]);
}

/** A server that ends idle connections leaves this one alone. */
const aliveSettings = `SELECT set_config(name, setting, false)
  FROM (VALUES ('tcp_keepalives_idle', '20'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '4'),
    ('idle_session_timeout', '0')) AS wanted (name, setting) WHERE name IN (SELECT name FROM pg_settings)`;
/** A commit is not lost with the database server, whatever that is set to. */
const durable = `SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') = 'off'`;
/** Not as the address may have it: by this one server knows its own connections. */
const namedAs = "SELECT set_config('application_name', $1, false)";

/** Who has it, with the names of their connections. */
export const lockedBy = (key: string) => `SELECT l.pid, a.application_name AS name
  FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = ${key}`;

export type Holder = { pid: number; name: string | undefined };
type LockRow = { pid: number; name: string | null };
export type Asked = { query(sql: string, values: string[]): Promise<{ rows: unknown[] }> };

/** Undefined where nobody has it by now; of several the first. */
export async function holderOf(client: Asked): Promise<Holder | undefined> {
  const { rows } = await client.query(lockedBy(serverLock), []);
  const [holder] = (rows as LockRow[]).map(({ pid, name }) => ({ pid, name: name ?? undefined }));
  return holder;
}
