import type pg from "pg";
import type {
  Clock,
  Events,
  LeftWork,
  Queue,
  ServerEvent,
  ServerPresence,
} from "#lib/contracts/ports";
import { faultOf } from "#lib/platform/fault";
import type { Logger } from "#lib/platform/logger";
import { createClaims } from "./claims.ts";
import {
  databaseFailure,
  failureOfDriver,
  faultName,
  OtherServers,
  Replaced,
  Taken,
  Unreachable,
  whereOf,
} from "./failure.ts";
import { limits as usual } from "./limits.ts";
import {
  type Asked,
  beginWork,
  clientOf,
  connectAs,
  ended,
  holderOf,
  isOfThisMachine,
  lockedBy,
  lockSoon,
  ownName,
  serverLock,
  workLockOf,
} from "./lock-connection.ts";
import type { Hold } from "./session.ts";

/**
 * That a server is there, on one connection that does nothing else: it says so every moment in its row, hears what the others
 * do, and holds two locks, which end with it.
 *
 *     server           shared by all servers; who has to be alone waits for the last
 *     presence of X    alone: X is connected
 *     work of X        shared, by every connection that X works on
 *
 * X is gone when its row has not been touched for some seconds by the clock of the database, and its connection is away; or
 * for longer, where that is still there. Another then marks its row as `gone`, which no one takes back, ends what is left of
 * its connections and waits for the last of `work of X`: from there on X changes nothing any more, whatever it believes. What
 * it had is settled, and its row goes. Should it come to itself it finds no row, or a marked one, and its store is closed for
 * good: `replaced` tells, and a new process begins anew.
 */
export type Presence = Hold & {
  name: string;
  /** Brings the tables up to date while no other server is there; `isCurrent` says whether that is needed. */
  upToDate(isCurrent: () => Promise<boolean>, migrate: () => Promise<void>): Promise<void>;
  /** From here on the others know of it. Rejects with `OtherServers` where there are some of another version. */
  join(): Promise<void>;
  events: Events;
  queue: Queue;
  /** Nothing of it can be claimed by others before; where it is not called, its work is settled once it is gone. */
  leave(): Promise<void>;
};

type Limits = { [Name in keyof typeof usual]: number };
/** For tests, which do not wait as long. */
export type PresenceLimits = Partial<Limits>;

export function createPresence(deps: {
  url: string;
  version: string;
  clock: Pick<Clock, "monotonic">;
  log: Logger;
  /** Others held it to be gone, and have its work. */
  replaced?: () => void;
  /** Runs a statement as any other work does, on a connection of the pool. */
  ask: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  limits?: PresenceLimits;
}): Presence {
  const { url, version, clock, log, replaced, ask } = deps;
  const limits: Limits = { ...usual, ...deps.limits };
  const name = ownName();
  let held: { client: pg.Client } | undefined;
  let holding: Promise<void> | undefined;
  let released = false;
  let joined = false;
  let over = false;
  let leaving = false;
  /** What the clock of the database said, and when that was read here. */
  let told: { now: Date; at: number } | undefined;
  let read = 0;
  let reading: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let settle: ((left: LeftWork) => Promise<void>) | undefined;
  let settling: Promise<void> | undefined;
  const listeners = new Set<(event: ServerEvent) => void>();

  async function take(): Promise<void> {
    const client = clientOf(url);
    const gone = () => {
      if (held?.client === client) held = undefined;
    };
    client.on("error", gone);
    client.on("end", gone);
    client.on("notification", () => void catchUp());
    try {
      await connectAs(client, name);
      // Others that start at this moment wait in front of it to be alone, each for a while.
      const lock = `SELECT pg_advisory_lock_shared(${serverLock})`;
      for (let left = limits.take_tries; !(await lockSoon(client, lock)); left -= 1) {
        if (left <= 1) throw new Taken((await holderOf(client))?.name);
      }
      await takeOwnLock(client);
      await client.query("LISTEN docent_events");
      if (joined) await comeBack(client);
      held = { client };
    } catch (error) {
      await ended(client);
      throw failureOfDriver(error);
    }
    if (released) await ended(client);
    else if (joined) tellAll({ topic: "everything", id: "" }); // what came meanwhile was not listened to
  }

  /** What is left of this server's own connection on a network that broke is ended. */
  async function takeOwnLock(client: pg.Client): Promise<void> {
    const lock = `SELECT pg_advisory_lock(${presenceLockOf("$1")})`;
    const others = `SELECT pg_terminate_backend(pid) FROM (${lockedBy(presenceLockOf("$1"))}) AS held
      WHERE pid <> pg_backend_pid()`;
    await client.query(others, [name]);
    if (!(await lockSoon(client, lock, [name]))) throw new Taken(name);
  }

  async function comeBack(client: pg.Client): Promise<void> {
    const said = await client.query(sayHere, [name]).catch((error: unknown) => {
      // Read-only: it cannot say so, and nobody can take anything over.
      if (faultName(error) === "25006") return client.query(stillThere, [name]);
      throw error;
    });
    if (said.rowCount === 0) throw isOver();
  }

  function isOver(): Replaced {
    if (!over) {
      over = true;
      clearTimeout(timer);
      if (leaving) return new Replaced(); // as it asked for
      const what = "other servers held this one to be gone, and its work goes on there";
      log.error({ server: name }, what);
      replaced?.();
    }
    return new Replaced();
  }

  async function hold(): Promise<void> {
    if (over) throw new Replaced();
    if (held !== undefined) return;
    if (released) throw new Unreachable(new Error("it was let go"));
    holding ??= take().finally(() => {
      holding = undefined;
    });
    return holding;
  }

  function tellAll(event: ServerEvent): void {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        log.error(faultOf(error), "who was to hear of another server's work failed over it");
      }
    }
  }

  /** One reading at a time; what is told meanwhile is read by the next. */
  function catchUp(): Promise<void> {
    again = true;
    reading ??= (async () => {
      while (again) {
        again = false;
        await readOn();
      }
    })()
      .catch((error: unknown) => {
        if (!released) log.debug(faultOf(error), "what other servers told is read later");
      })
      .finally(() => {
        reading = undefined;
        if (again && !released) void catchUp();
      });
    return reading;
  }

  async function readOn(): Promise<void> {
    if (!joined) return;
    for (;;) {
      const client = held?.client;
      if (client === undefined) return;
      const found = await rowsOf<EventRow>(client, readAfter, [
        String(read),
        String(limits.events_at_once),
      ]);
      for (const { seq, server, topic, id } of found) {
        read = Number(seq);
        if (server !== name) tellAll({ topic, id });
      }
      if (found.length < limits.events_at_once) return;
    }
  }

  async function tick(): Promise<void> {
    try {
      await hold();
      const client = held?.client;
      if (client === undefined) return;
      const [said] = await rowsOf<ClockRow>(client, leaving ? stillThere : sayHere, [name]);
      if (said === undefined) throw isOver();
      setClock(said);
      await catchUp();
      await client.query(dropOld, [String(limits.events_kept_s)]);
      settleGone().catch(settledLater);
    } catch (error) {
      if (!released && !over) log.debug(faultOf(error), "the database is looked for again");
    } finally {
      later();
    }
  }

  function setClock({ now }: ClockRow): void {
    told = { now, at: clock.monotonic() };
  }

  function later(): void {
    clearTimeout(timer);
    if (released || over) return;
    timer = setTimeout(() => void tick(), limits.tick_ms).unref();
  }

  function settledLater(error: unknown): void {
    log.warn(faultOf(error), "what a server left is settled later");
  }

  /** One at a time here, and one server for each that is gone: it is claimed like any other work. */
  function settleGone(): Promise<void> {
    const how = settle;
    if (how === undefined || leaving) return Promise.resolve();
    settling ??= settleEach(how).finally(() => {
      settling = undefined;
    });
    return settling;
  }

  async function settleEach(how: (left: LeftWork) => Promise<void>): Promise<void> {
    for (const of of await whoAreGone()) {
      const work = { kind: "alone", id: `settle ${of}` } as const;
      if (!(await claims.claim(work))) continue;
      try {
        if (!(await isShutOut(of))) continue; // looked at again with the next tick
        await how(leftBy(of, false));
        await ask("DELETE FROM docent_servers WHERE name = $1", [of]);
        log.warn({ server: of }, "a server is gone, and what it left goes on here or elsewhere");
        await publish({ topic: "work", id: `server ${of}` });
        tellAll({ topic: "work", id: `server ${of}` });
      } finally {
        await claims.release(work);
      }
    }
  }

  async function whoAreGone(): Promise<string[]> {
    const rows = await ask(absent, [name, limits.gone_ms, limits.silent_ms]);
    return rows.flatMap((row) => {
      const of = String(row.name);
      return row.gone === true || (row.connected === false && hasDiedHere(of)) ? [of] : [];
    });
  }

  /** It cannot come back, and nothing that it has sent can still be carried out. */
  async function isShutOut(of: string): Promise<boolean> {
    const times = [limits.gone_ms, limits.silent_ms];
    if ((await ask(markGone, [of, ...times, hasDiedHere(of)])).length === 0) return false;
    await ask(endAll, [of]);
    const client = held?.client;
    if (client === undefined) return false;
    if (!(await lockSoon(client, `SELECT pg_advisory_lock(${workLockOf("$1")})`, [of])))
      return false;
    await client.query(`SELECT pg_advisory_unlock(${workLockOf("$1")})`, [of]);
    const [still] = await ask("SELECT 1 FROM docent_servers WHERE name = $1", [of]);
    return still !== undefined;
  }

  function leftBy(of: string, alone: boolean): LeftWork {
    return {
      alone,
      async of(kind, ids) {
        const rows = await ask(alone ? notOfTheLiving : ofTheGone, [kind, ids, of]);
        return rows.map(({ id }) => String(id));
      },
    };
  }

  async function publish({ topic, id }: ServerEvent): Promise<void> {
    await ask("SELECT docent_tell($1, ARRAY[$2], ARRAY[$3])", [name, topic, id]);
  }

  const events: Events = {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish,
  };
  const claims = createClaims({ ask, events, name, retry_ms: limits.tick_ms });

  const queue: Queue = {
    ...claims,
    handsOver: true,
    now: () => told && new Date(told.now.getTime() + clock.monotonic() - told.at),
    async takeOver(how) {
      const gone = await whoAreGone();
      const [other] = await ask(anyOther, [name, gone]);
      if (other === undefined) {
        for (const of of gone) if (!(await isShutOut(of))) throw databaseFailure(new Taken(of));
        await how(leftBy("", true));
        await ask("DELETE FROM docent_servers WHERE name = ANY($1)", [gone]);
      }
      settle = how;
      await settleGone().catch(settledLater);
    },
    async leave() {
      leaving = true;
      await settling?.catch(() => undefined);
      await ask("UPDATE docent_servers SET leaving = true WHERE name = $1", [name]);
      await publish({ topic: "work", id: `server ${name}` });
    },
    async servers() {
      const rows = await ask(serversThere);
      return rows.map(presenceOf);
    },
  };

  return {
    name,
    events,
    queue,
    leave: queue.leave,
    hold,
    async guard(client) {
      const before = held?.client;
      await beginWork(client, name);
      const still = `SELECT 1 FROM (${lockedBy(presenceLockOf("$1"))}) AS present`;
      const { rowCount } = await client.query(still, [name]);
      // After the lock of its work, which whoever settles that waits for once the row is marked.
      if (joined && (await client.query(stillThere, [name])).rowCount === 0) throw isOver();
      if (over) throw new Replaced();
      if (before === undefined || before !== held?.client || rowCount === 0) {
        throw new Unreachable(new Error("the database is not held"));
      }
    },
    async upToDate(isCurrent, migrate) {
      for (let left = limits.start_tries; ; left -= 1) {
        if (await isCurrent()) return;
        await hold();
        const client = held?.client;
        if (client === undefined) throw new Unreachable(new Error("the database is not held"));
        // Not while it holds the lock itself: of two that start now each would wait for the other.
        await client.query(`SELECT pg_advisory_unlock_shared(${serverLock})`);
        const alone = await lockSoon(client, `SELECT pg_advisory_lock(${serverLock})`);
        try {
          if (alone) await migrate();
        } finally {
          await client.query(`SELECT pg_advisory_lock_shared(${serverLock})`);
          if (alone) await client.query(`SELECT pg_advisory_unlock(${serverLock})`);
        }
        if (!alone && left <= 1) throw new Taken((await holderOf(client))?.name);
      }
    },
    async join() {
      const [other] = await ask(ofOtherVersion, [version, limits.gone_ms]);
      if (other !== undefined) throw new OtherServers(String(other.name), String(other.version));
      const [last] = await ask("SELECT coalesce(max(seq), 0) AS seq FROM docent_events");
      read = Number(last?.seq ?? 0);
      const [row] = await ask(beThere, [name, version]);
      setClock({ now: row?.now as Date }); // as the driver reads a time
      joined = true;
      later();
    },
    async release() {
      released = true;
      clearTimeout(timer);
      await holding?.catch(() => undefined);
      await reading;
      const client = held?.client; // which others may end at any moment
      if (client !== undefined) {
        // What it left is to be settled by others; where it left nothing, nobody has to look.
        const none = `DELETE FROM docent_servers s WHERE name = $1
          AND NOT EXISTS (SELECT 1 FROM docent_claims WHERE server = s.name)`;
        if (joined && !over) await client.query(none, [name]).catch(() => undefined);
        await ended(client);
      }
      held = undefined;
    },
  };
}

type ClockRow = { now: Date };
type EventRow = { seq: string; server: string } & ServerEvent;

const presenceLockOf = (parameter: string) =>
  `hashtextextended('docent: presence of ' || ${parameter}, 0)`;
const beThere = `INSERT INTO docent_servers (name, version) VALUES ($1, $2)
  RETURNING clock_timestamp() AS now`;
const sayHere = `UPDATE docent_servers SET seen_at = clock_timestamp() WHERE name = $1 AND NOT gone
  RETURNING clock_timestamp() AS now`;
const stillThere =
  "SELECT clock_timestamp() AS now FROM docent_servers WHERE name = $1 AND NOT gone";
const readAfter = `SELECT seq, server, topic, id FROM docent_events
  WHERE seq > $1 ORDER BY seq LIMIT $2`;
const dropOld = `DELETE FROM docent_events
  WHERE at < clock_timestamp() - $1::integer * interval '1 second'`;
const endAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = $1 AND datname = current_database()`;
const milliseconds = (parameter: string) => `${parameter}::double precision * interval '1 ms'`;
/** After a start of the database itself every server has its time to come back. */
const at = "greatest(s.seen_at, pg_postmaster_start_time())";
const connected = `EXISTS (${lockedBy(presenceLockOf("s.name"))})`;
const isGone = `(s.gone OR s.leaving OR (${at} < clock_timestamp() - ${milliseconds("$2")}
    AND (NOT ${connected} OR ${at} < clock_timestamp() - ${milliseconds("$3")})))`;
const absent = `SELECT name, ${connected} AS connected, ${isGone} AS gone
  FROM docent_servers s WHERE name <> $1 ORDER BY name`;
/** Looks once more at the row as it is now: one that has come back meanwhile is left alone. */
const markGone = `UPDATE docent_servers s SET gone = true
  WHERE name = $1 AND (${isGone} OR ($4 AND NOT ${connected})) RETURNING 1`;
const anyOther = "SELECT 1 FROM docent_servers WHERE name <> $1 AND NOT name = ANY($2) LIMIT 1";
const ofOtherVersion = `SELECT name, version FROM docent_servers
  WHERE version <> $1 AND NOT leaving AND NOT gone AND seen_at > clock_timestamp() - ${milliseconds("$2")} LIMIT 1`;
const ofTheGone =
  "SELECT id FROM docent_claims WHERE kind = $1 AND id = ANY($2::text[]) AND server = $3";
/** Nobody but this server and those that are gone has a row; none but those that came since has claimed anything that counts. */
const notOfTheLiving = `SELECT id FROM unnest($2::text[]) AS asked (id) WHERE $3 = '' AND NOT EXISTS (
    SELECT 1 FROM docent_claims c JOIN docent_servers s ON s.name = c.server
    WHERE c.kind = $1 AND c.id = asked.id AND EXISTS (${lockedBy(presenceLockOf("s.name"))}))`;
export const serversThere = `SELECT name, version, started_at,
    extract(epoch FROM clock_timestamp() - seen_at) * 1000 AS silent_ms
  FROM docent_servers WHERE NOT leaving AND NOT gone ORDER BY started_at, name`;

export function presenceOf(row: Record<string, unknown>): ServerPresence {
  const { pid, host } = whereOf(String(row.name));
  return {
    ...{ pid, host, version: String(row.version) },
    started_at: (row.started_at as Date).toISOString(), // as the driver reads a time
    silent_ms: Math.round(Number(row.silent_ms)),
  };
}

/** A process of this machine that is no more: nobody has to wait for it. */
function hasDiedHere(of: string): boolean {
  const { pid } = whereOf(of);
  if (!isOfThisMachine(of)) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

async function rowsOf<T>(client: Asked, sql: string, values: string[]): Promise<T[]> {
  const { rows } = await client.query(sql, values);
  return rows as T[]; // the statement's own columns
}
